/** A UCI engine in a worker. */
export interface Engine {
  /** Gets every line of the engine, without its end. */
  onmessage: ((line: string) => void) | null;
  /** Gives the engine a line, such as `go depth 12`. */
  postMessage(line: string): void;
  /** Executes what was given, and ends the worker then. A search without an end is stopped. */
  finish(): void;
  /** Ends the worker at once. */
  terminate(): void;
}

/** Starts an engine. */
export function createEngine(): Engine;

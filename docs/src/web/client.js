// Requests to engines in Web Workers.
//
// A running search does not look at messages, so it is stopped by ending its worker: that is immediate
// and needs no shared memory, which static servers do not allow. The next request starts another worker
// from the same compiled module; only the tables of the engine are lost.

/** @typedef {{ module: WebAssembly.Module, network: ArrayBuffer }} Assets */

/**
 * The bytes of a file of `pkg`. They are compressed, unless the server has undone that on the way.
 * @param {string} name
 */
async function load(name) {
  const response = await fetch(new URL(`pkg/${name}.gz`, import.meta.url));
  if (!response.ok) throw new Error(`${name} cannot be loaded (${response.status}); is the engine built? cargo xtask web`);
  const bytes = await response.arrayBuffer();
  const [first, second] = new Uint8Array(bytes, 0, 2);
  if (first !== 0x1f || second !== 0x8b) return bytes;
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain).arrayBuffer();
}

/**
 * The compiled engine and the bytes of the network.
 * @returns {Promise<Assets>}
 */
export async function loadAssets() {
  const [module, network] = await Promise.all([load("engine_bg.wasm").then((code) => WebAssembly.compile(code)), load("network.nnue")]);
  return { module, network };
}

/** Thrown by requests that `stop` ended. */
export class Stopped extends Error {
  name = "Stopped";
}

/** @typedef {{ resolve: (answer: any) => void, reject: (error: Error) => void, onReport: (report: any) => void }} Pending */

export class EngineClient {
  /** @type {Assets} */
  #assets;
  /** @type {(problem: string) => void} */
  #onProblem;
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, Pending>} */
  #pending = new Map();
  #next = 1;

  /** @param {Assets} assets @param {(problem: string) => void} [onProblem] gets what went wrong beside the answer */
  constructor(assets, onProblem = () => {}) {
    [this.#assets, this.#onProblem] = [assets, onProblem];
  }

  /**
   * The answer to a request. `onReport` gets the reports before it.
   * @param {Record<string, unknown>} request
   * @param {(report: any) => void} [onReport]
   * @returns {Promise<any>}
   */
  request(request, onReport = () => {}) {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onReport });
      worker.postMessage({ id, request });
    });
  }

  /** A client with an engine of its own. */
  another() {
    return new EngineClient(this.#assets, this.#onProblem);
  }

  get busy() {
    return this.#pending.size > 0;
  }

  /** Ends all requests at once. */
  stop() {
    if (this.busy) this.#end(new Stopped("stopped"));
  }

  /** Ends the worker for good. */
  close() {
    this.#end(new Stopped("stopped"));
  }

  #start() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#end(new Error(`the worker failed: ${event.message ?? "it cannot be loaded"}`));
    };
    worker.postMessage(this.#assets);
    return worker;
  }

  /** @param {{ id: number, ok?: unknown, error?: string, report?: unknown, fatal?: boolean }} message */
  #receive({ id, ok, error, report, fatal }) {
    const pending = this.#pending.get(id);
    if (!pending) return;
    if (report !== undefined) {
      if (/** @type {any} */ (report).problem) this.#onProblem(/** @type {any} */ (report).problem);
      else pending.onReport(report);
      return;
    }
    this.#pending.delete(id);
    if (error === undefined) pending.resolve(ok);
    else pending.reject(new Error(error));
    if (fatal) this.#end(new Error(error));
  }

  /** @param {Error} error */
  #end(error) {
    this.#worker?.terminate();
    this.#worker = null;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(error);
  }
}

// A UCI engine in a worker, seen from outside. `stop` and `isready` are answered while the worker searches.

export class Engine {
  /** @type {((line: string) => void) | null} */
  onmessage = null;

  #startWorker;
  #worker = null;
  /** Shared with the worker: the number of the search that is to stop. Null where no memory can be shared. */
  #flag;
  #task = 0;
  /** The line that the worker executes, and what is known of its search; null when it is idle. */
  #running = null;
  /** Lines that wait, each with whether it was stopped before it began. */
  #waiting = [];
  /** What a new worker has to be told. */
  #options = new Map();
  #position = "position startpos";
  #finishing = false;

  /** `startWorker(receive)` starts a worker and returns its `send` and `end`. */
  constructor(startWorker, canShare) {
    this.#startWorker = startWorker;
    this.#flag = canShare ? new Int32Array(new SharedArrayBuffer(4)) : null;
    this.#restart();
  }

  /** Gives the engine a line. */
  postMessage(text) {
    for (const line of text.split("\n").map((line) => line.trim())) this.#line(line);
  }

  /** Executes what was given, and ends the worker then. A search without an end is stopped. */
  finish() {
    this.#finishing = true;
    if (this.#running?.holds) this.#stop();
    this.#next();
  }

  /** Ends the worker at once. */
  terminate() {
    this.#worker?.end();
    [this.#worker, this.#running, this.#waiting] = [null, null, []];
  }

  #line(line) {
    const running = this.#running;
    const command = line.split(/\s+/)[0];
    if (!this.#worker) return;
    if (command === "quit") return this.terminate();
    if (command === "stop") return this.#stop();
    if (command === "ponderhit") return this.#ponderhit();
    if (running && command === "isready") return this.#tell("readyok");
    this.#waiting.push({ line, stopped: false });
    this.#next();
  }

  /** Has the worker execute the next line. */
  #next() {
    if (this.#running || !this.#worker) return;
    if (!this.#waiting.length) return this.#finishing ? this.terminate() : undefined;
    let { line, stopped } = this.#waiting.shift();
    const words = line.split(/\s+/);
    const isSearch = words[0] === "go" && !words.includes("perft");
    const ponder = isSearch && words.includes("ponder");
    if (words[0] === "setoption") this.#options.set(line.split(/\svalue\s/)[0].toLowerCase(), line);
    if (words[0] === "position") this.#position = line;
    this.#running = {
      isSearch,
      isLong: words[0] === "go" || words[0] === "bench",
      asksTime: isSearch || words[0] === "bench",
      // Held back until the search is stopped: its answer.
      holds: ponder || isSearch && words.includes("infinite"),
      answer: null,
      // What is searched once the expected move was played.
      afterPonder: ponder ? words.filter((word) => word !== "ponder").join(" ") : null,
      pv: null,
      stopping: false,
    };
    if (ponder) line = "go infinite";
    this.#task += 1;
    this.#worker.send({ task: this.#task, line });
    if (stopped || this.#finishing && this.#running.holds) this.#stop();
  }

  #receive({ text, done, error }) {
    if (error) {
      this.#tell(`info string the engine failed: ${error}`);
      return this.#running ? this.#abandon() : this.terminate();
    }
    const worker = this.#worker;
    for (const line of text ? text.split("\n").filter(Boolean) : []) {
      // After the answer for a worker that was ended nothing of it is told.
      if (this.#worker === worker) this.#answer(line);
    }
    if (done === this.#task && this.#running && !this.#running.answer) {
      this.#running = null;
      this.#next();
    }
  }

  #answer(line) {
    const running = this.#running;
    if (running?.isSearch && line.startsWith("info ") && /\smultipv 1\s/.test(line) && line.includes(" pv ")) {
      running.pv = line.split(" pv ")[1].split(" ");
    }
    if (running?.isSearch && line.startsWith("bestmove")) {
      if (running.holds && !running.stopping) {
        running.answer = line;
        return;
      }
      // Else this is the search that `ponderhit` ended, of which nobody is told.
      if (running.stopping !== "ponderhit") this.#tell(line);
      this.#running = null;
      return this.#next();
    }
    this.#tell(line);
    if (running?.stopping && !this.#flag && running.pv) this.#abandon();
  }

  #tell(line) {
    this.onmessage?.(line);
  }

  /** Stops all searches, those that wait too. */
  #stop() {
    for (const waiting of this.#waiting) waiting.stopped = true;
    const running = this.#running;
    if (!running?.isLong || running.stopping) return;
    running.stopping = "stop";
    this.#end(running);
  }

  #ponderhit() {
    for (const waiting of this.#waiting) waiting.line = waiting.line.replace(/^(go\b.*?)\s+ponder\b/, "$1");
    const running = this.#running;
    if (!running?.afterPonder || running.stopping) return;
    running.stopping = "ponderhit";
    this.#waiting.unshift({ line: running.afterPonder, stopped: false });
    this.#end(running);
  }

  /** Ends the running search. */
  #end(running) {
    if (running.answer) {
      if (running.stopping === "stop") this.#tell(running.answer);
      this.#running = null;
      this.#next();
    } else if (this.#flag && running.asksTime) {
      Atomics.store(this.#flag, 0, this.#task);
    } else if (running.pv || !running.isSearch) {
      this.#abandon();
    }
    // Else a first line comes soon.
  }

  /** Ends the worker, answers for it, and starts another one in its state. Its tables are lost. */
  #abandon() {
    const running = this.#running;
    this.#worker.end();
    if (running?.isSearch && running.stopping !== "ponderhit") {
      const [move = "(none)", ponder] = running.pv ?? [];
      this.#tell(`bestmove ${move}${ponder ? ` ponder ${ponder}` : ""}`);
    }
    this.#restart();
    this.#next();
  }

  #restart() {
    const worker = this.#startWorker((message) => worker === this.#worker && this.#receive(message));
    this.#worker = worker;
    this.#running = null;
    worker.send({ flag: this.#flag });
    for (const line of [...this.#options.values(), this.#position]) worker.send({ task: 0, line });
  }
}

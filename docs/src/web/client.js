// Requests to engines in Web Workers.
//
// A running search does not look at messages, so it is stopped by ending its worker: that is immediate
// and needs no shared memory, which static servers do not allow. The next request starts another worker
// from the same compiled module; only the tables of the engine are lost.

/** The compiled engine and the bytes of the network. */
export async function loadAssets() {
  const fetched = async (name) => {
    const response = await fetch(new URL(`pkg/${name}`, import.meta.url));
    if (!response.ok) throw new Error(`${name} cannot be loaded (${response.status}); is the engine built? cargo xtask web`);
    return response;
  };
  const [code, network] = await Promise.all([fetched("engine_bg.wasm"), fetched("network.nnue")]);
  const [module, bytes] = await Promise.all([WebAssembly.compile(await code.arrayBuffer()), network.arrayBuffer()]);
  return { module, network: bytes };
}

/** Thrown by requests that `stop` ended. */
export class Stopped extends Error {}

export class EngineClient {
  #assets;
  #worker = null;
  #pending = new Map();
  #next = 1;

  constructor(assets) {
    this.#assets = assets;
  }

  /** The answer to a request. `onReport` gets the reports before it. */
  request(request, onReport = () => {}) {
    this.#worker ??= this.#start();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onReport });
      this.#worker.postMessage({ id, request });
    });
  }

  get busy() {
    return this.#pending.size > 0;
  }

  /** Ends all requests at once. */
  stop() {
    if (this.busy) this.#end(new Stopped("stopped"));
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

  #receive({ id, ok, error, report, fatal }) {
    const pending = this.#pending.get(id);
    if (!pending) return;
    if (report !== undefined) {
      pending.onReport(report);
      return;
    }
    this.#pending.delete(id);
    if (error === undefined) pending.resolve(ok);
    else pending.reject(new Error(error));
    if (fatal) this.#end(new Error(error));
  }

  #end(error) {
    this.#worker?.terminate();
    this.#worker = null;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(error);
  }
}

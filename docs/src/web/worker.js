// A Web Worker with one engine. The first message has the compiled module and the network, every other
// one a request with a number; answers and reports carry that number back.

// @ts-ignore: made by `cargo xtask web`.
import init, { Engine } from "./pkg/engine.js";

/** @type {any} */
let engine = null;

/** @param {{ module: WebAssembly.Module, network: ArrayBuffer }} assets */
async function start({ module, network }) {
  await init({ module_or_path: module });
  engine = new Engine();
  const problem = engine.load_network(new Uint8Array(network));
  if (problem) throw new Error(problem);
}

/** @type {Promise<void> | null} */
let started = null;

self.onmessage = async ({ data }) => {
  if (data.module) {
    started = start(data);
    // The error is told with every request that it prevents.
    started.catch(() => {});
    return;
  }
  const { id, request } = data;
  try {
    await started;
    // @ts-ignore: the engine calls it by this name.
    globalThis.bartizanReport = (/** @type {string} */ json) => self.postMessage({ id, report: JSON.parse(json) });
    const answer = JSON.parse(engine.call(JSON.stringify(request)));
    self.postMessage({ id, ...answer });
  } catch (error) {
    // A panic of the engine ends here; its memory cannot be used again.
    self.postMessage({ id, error: `the engine failed: ${/** @type {Error} */ (error).message ?? error}`, fatal: true });
  }
};

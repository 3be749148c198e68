// For Node.js.

import { Worker } from "node:worker_threads";
import { Engine } from "./engine.js";

export function createEngine() {
  return new Engine((receive) => {
    const worker = new Worker(new URL("./inner-node.js", import.meta.url), { resourceLimits: { stackSizeMb: 16 } });
    worker.on("message", receive);
    worker.on("error", (error) => receive({ error: error.message }));
    return { send: (message) => worker.postMessage(message), end: () => worker.terminate() };
  }, true);
}

// For browsers. Pages that are cross-origin isolated stop a search without losing its tables.

import { Engine } from "./engine.js";

export function createEngine() {
  const canShare = globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer === "function";
  return new Engine((receive) => {
    const worker = new Worker(new URL("./inner.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = (event) => receive({ error: event.message });
    return { send: (message) => worker.postMessage(message), end: () => worker.terminate() };
  }, canShare);
}

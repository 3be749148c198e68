// Inside a worker: executes lines, and looks whether to stop whenever the search asks for the time.

import init, { Uci, stopSearch } from "./bartizan.js";

/** Returns what receives messages; answers go to `post`. `load` gives the WebAssembly module. */
export function session(load, post) {
  let flag = null;
  let running = 0;
  const clock = performance.now.bind(performance);
  performance.now = () => {
    if (flag && running && Atomics.load(flag, 0) === running) stopSearch();
    return clock();
  };
  globalThis.bartizanLines = (text) => post({ text });
  const started = load().then((module_or_path) => init({ module_or_path })).then(() => new Uci());
  return async (message) => {
    if ("flag" in message) {
      flag = message.flag;
      return;
    }
    try {
      const uci = await started;
      running = message.task;
      uci.line(message.line);
      running = 0;
      post({ done: message.task });
    } catch (error) {
      post({ error: error.message ?? String(error) });
    }
  };
}

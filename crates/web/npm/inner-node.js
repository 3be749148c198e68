// The worker of `node.js`, which has the engine.

import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { session } from "./session.js";

const load = () => readFile(new URL("./bartizan_bg.wasm", import.meta.url));
parentPort.on("message", session(load, (message) => parentPort.postMessage(message)));

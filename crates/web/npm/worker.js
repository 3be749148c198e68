// A worker that is a UCI engine: new Worker(URL of this file, { type: "module" }). Lines go in by postMessage, and every
// message that comes out is a line.

import { createEngine } from "./index.js";

const engine = createEngine();
engine.onmessage = (line) => self.postMessage(line);
self.onmessage = ({ data }) => engine.postMessage(String(data));

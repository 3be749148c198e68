// The worker of `index.js`, which has the engine.

import { session } from "./session.js";

const receive = session(async () => fetch(new URL("./bartizan_bg.wasm", import.meta.url)), (message) => self.postMessage(message));
self.onmessage = ({ data }) => receive(data);

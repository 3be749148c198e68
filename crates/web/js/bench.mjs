// The benchmark of the engine for the browser in Node.js: node bench.mjs PKG DEPTH EVALUATION.
// Prints the answer of the request `bench`.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [folder, depth, evaluation] = process.argv.slice(2);
const file = (name) => readFile(resolve(folder, name));
const packed = async (name) => gunzipSync(await file(`${name}.gz`));
// As the bindings lie in a folder without a package, Node.js takes them for a module only this way.
const source = (await file("engine.js")).toString();
const { default: init, Engine } = await import(
  "data:text/javascript;base64," + Buffer.from(source.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(resolve(folder, "engine.js")).href))).toString("base64"));
await init({ module_or_path: await packed("engine_bg.wasm") });
globalThis.bartizanReport = () => {};
const engine = new Engine();
const problem = engine.load_network(await packed("network.nnue"));
if (problem) throw new Error(problem);
const request = { command: "bench", depth: Number(depth), evaluation };
const answer = JSON.parse(engine.call(JSON.stringify(request)));
if (answer.error) throw new Error(answer.error);
console.log(JSON.stringify(answer.ok));

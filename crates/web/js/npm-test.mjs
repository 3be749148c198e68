// The npm package where it is installed: node npm-test.mjs FOLDER NODES [BROWSER]. FOLDER has `node_modules`, NODES is the
// node count of `bench`.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, nodes, program] = process.argv.slice(2);

/** Steps with an engine: `send`, and `until` a line, with the lines that came. Runs in Node.js and in browsers. */
async function check(engine, nodes) {
  const lines = [];
  let wake = () => {};
  engine.onmessage = (line) => (lines.push(line), wake());
  const send = (...texts) => texts.forEach((text) => engine.postMessage(text));
  const until = async (start) => {
    for (;;) {
      const at = lines.findIndex((line) => line.startsWith(start));
      if (at >= 0) return lines.splice(0, at + 1);
      await new Promise((resolve) => (wake = resolve));
    }
  };
  const expect = (what, holds) => {
    if (!holds) throw new Error(what);
  };
  send("uci");
  const told = await until("uciok");
  expect("options", told.some((line) => line.startsWith("option name Hash ")) && !told.some((line) => line.startsWith("option name Threads ")));
  send("setoption name MultiPV value 2", "position startpos moves e2e4 e7e5", "go depth 6", "isready");
  await until("readyok");
  expect("an answer before isready of a running search", !lines.some((line) => line.startsWith("bestmove")));
  expect("two lines", (await until("bestmove")).some((line) => line.includes(" depth 6 ") && line.includes(" multipv 2 ")));
  // Stopped with lines, at once, and held back although the search has ended.
  send("setoption name MultiPV value 1", "position startpos", "go infinite");
  await until("info depth 8 ");
  send("stop");
  const [move] = (await until("bestmove")).slice(-1);
  expect(move, /^bestmove [a-h][1-8][a-h][1-8]/.test(move));
  send("go infinite", "stop");
  await until("bestmove");
  send("position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "go infinite", "isready");
  await until("readyok");
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect("infinite ends alone", !lines.some((line) => line.startsWith("bestmove")));
  send("stop");
  expect("a mate", /^bestmove g5/.test((await until("bestmove")).slice(-1)[0]));
  send("position startpos moves e2e4", "go ponder wtime 500 btime 500");
  await until("info depth 5 ");
  send("ponderhit");
  await until("bestmove");
  send("position startpos", "go perft 4");
  expect("perft", (await until("Nodes searched")).some((line) => line === "Nodes searched: 197281"));
  send("bench");
  const [total] = (await until(`${nodes} nodes `)).slice(-1);
  // The position stays, although some searches have ended their worker.
  send("d");
  const [fen] = (await until("Fen: ")).slice(-1);
  expect(fen, fen === "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  return total;
}

const { resolve: find } = createRequire(resolve(folder, "package.json"));
const { createEngine } = await import(pathToFileURL(find("bartizan-chess")).href);
const engine = createEngine();
console.log(`npm package in Node.js: ${await check(engine, nodes)}`);
engine.terminate();
if (!program) process.exit();

/** A server of the folder on this machine, whose pages may share memory with their workers or not. */
async function serve(isolated) {
  const types = { ".js": "text/javascript", ".wasm": "application/wasm" };
  const headers = isolated ? { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" } : {};
  const server = createServer(async ({ url }, response) => {
    const path = new URL(url, "http://localhost").pathname;
    const body = path === "/" ? "<!doctype html><title>test</title>" : await readFile(join(folder, path)).catch(() => null);
    response.writeHead(body === null ? 404 : 200, { "Content-Type": types[extname(path)] ?? "text/html", ...headers });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${server.address().port}/`;
}

const { default: puppeteer } = await import("puppeteer-core");
const browser = await puppeteer.launch({ executablePath: program, headless: true, protocolTimeout: 300_000, args: ["--no-sandbox", "--disable-gpu"] });
for (const isolated of [true, false]) {
  const url = await serve(isolated);
  for (const entry of ["index.js", "worker.js"]) {
    const page = await browser.newPage();
    await page.goto(url);
    assert.equal(await page.evaluate("crossOriginIsolated"), isolated);
    const module = `node_modules/bartizan-chess/${entry}`;
    const start = entry === "index.js"
      ? `(await import(new URL("${module}", location.href).href)).createEngine()`
      : `await new Promise((resolve) => {
           const worker = new Worker(new URL("${module}", location.href), { type: "module" });
           const engine = { onmessage: null, postMessage: (line) => worker.postMessage(line) };
           worker.onmessage = ({ data }) => engine.onmessage(data);
           resolve(engine);
         })`;
    const total = await page.evaluate(`(async () => (${check})(${start}, ${nodes}))()`);
    console.log(`npm package in a browser, ${entry}, ${isolated ? "with" : "without"} shared memory: ${total}`);
    await page.close();
  }
}
await browser.close();
process.exit();

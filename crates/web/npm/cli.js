#!/usr/bin/env node
// The engine on standard input and output, as a GUI or python-chess wants it.

import { createInterface } from "node:readline";
import { createEngine } from "./node.js";

const engine = createEngine();
engine.onmessage = (line) => process.stdout.write(`${line}\n`);
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  engine.postMessage(line);
  if (line.trim() === "quit") lines.close();
});
lines.on("close", () => {
  engine.finish();
  // It may stay open, and would keep the process.
  process.stdin.destroy();
});

// Serves a folder on this machine alone: node serve.mjs FOLDER [PORT]. Prints the address; any free
// port is taken where none is given.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const [folder, port = "0"] = process.argv.slice(2);
const types = {
  ".css": "text/css", ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".json": "application/json",
  ".mjs": "text/javascript", ".png": "image/png", ".svg": "image/svg+xml", ".wasm": "application/wasm",
};

const server = createServer(async (request, response) => {
  // A path that begins with a slash has no `..` left that leads out of the folder.
  let path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
  if (path.endsWith("/")) path += "index.html";
  try {
    const body = await readFile(join(folder, path));
    response.writeHead(200, { "Content-Type": types[extname(path)] ?? "application/octet-stream", "Cache-Control": "no-cache" });
    response.end(body);
  } catch {
    response.writeHead(404).end("not found\n");
  }
});
server.listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));

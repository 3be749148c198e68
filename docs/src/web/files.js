// Games in PGN: read from a file, a drop or a text, listed, annotated and written.

import { app, on, schemeName } from "./app.js";
import { $, clearError, element, fail, say } from "./dom.js";
import { plainComment } from "./movetext.js";

/** Rows of the list that are shown at once. */
const ROWS = 200;

export function connectFiles() {
  on(["game"], () => {
    showList().catch(fail);
    showTags();
  });
  on(["position", "game"], showNotes);
  $("read-pgn").onclick = () => readText($("pgn").value).catch(fail);
  $("pgn-file").onchange = () => readFiles($("pgn-file").files);
  $("write-pgn").onclick = () => write(false).then((text) => ($("pgn").value = text)).catch(fail);
  $("save-pgn").onclick = () => write(true).then(save).catch(fail);
  $("game-filter").oninput = () => showList().catch(fail);
  $("games").onclick = (/** @type {MouseEvent} */ event) => {
    const row = event.target instanceof Element ? event.target.closest("[data-game]") : null;
    if (row instanceof HTMLElement) app.game.open({ command: "select-game", index: Number(row.dataset.game) }).then(clearError).catch(fail);
  };
  connectDrop();
  connectNotes();
}

/** @param {string} text */
export async function readText(text) {
  await app.game.open({ command: "open-pgn", text });
  clearError();
  // Moves of people are variations of the game, which no engine answers.
  app.state.mode = $("mode").value = "free";
  const { title, count } = app.game.tree;
  say(`Read: ${title}${count > 1 ? `, one of ${count} games` : ""}`);
}

/** @param {FileList | null | undefined} files */
async function readFiles(files) {
  try {
    for (const file of files ?? []) await readText(decode(await file.arrayBuffer()));
  } catch (error) {
    fail(error);
  }
  $("pgn-file").value = "";
}

/** UTF-8, or what older programs write. @param {ArrayBuffer} bytes */
function decode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function connectDrop() {
  const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.some((type) => type === "Files" || type === "text/plain");
  document.addEventListener("dragover", (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const { dataTransfer } = event;
    if (!dataTransfer || !hasFiles(event)) return;
    event.preventDefault();
    if (dataTransfer.files.length) readFiles(dataTransfer.files);
    else readText(dataTransfer.getData("text/plain")).catch(fail);
  });
  // A PGN that is pasted anywhere but into a field.
  document.addEventListener("paste", (event) => {
    if (event.target instanceof Element && event.target.closest("input, textarea")) return;
    const text = event.clipboardData?.getData("text/plain");
    if (text?.trim()) readText(text).catch(fail);
  });
}

/** The game, or all of them, as PGN. Games that were not read get names of players. @param {boolean} all @returns {Promise<string>} */
async function write(all) {
  const [a, b] = [schemeName("a"), schemeName("b")];
  const players = { white: ["a person", a], black: [a, "a person"], both: [a, b], free: [] }[app.state.mode] ?? [];
  const names = players.map((name, index) => [index ? "Black" : "White", name]);
  const { text } = await app.clients.rules.request({ command: "write-pgn", all, names });
  return text;
}

/** @param {string} text */
function save(text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-chess-pgn" }));
  element("a", { href: address, download: "games.pgn" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function showList() {
  $("game-list").hidden = app.game.tree.count < 2;
  if ($("game-list").hidden) return;
  /** @type {import("./types").GameList} */
  const { current, rows } = await app.clients.rules.request({ command: "list-games" });
  const wanted = $("game-filter").value.trim().toLowerCase();
  const found = rows.map((row, index) => ({ ...row, index })).filter(({ title, error }) => (title ?? error ?? "").toLowerCase().includes(wanted));
  const items = found.slice(0, ROWS).map(({ title, result, plies, error, index }) => {
    const text = error ? `cannot be read: ${error}` : `${title}, ${result}, ${Math.ceil((plies ?? 0) / 2)} moves`;
    const button = element("button", { type: "button", disabled: Boolean(error), data: { game: index } }, `${index + 1}. ${text}`);
    if (index === current) button.setAttribute("aria-current", "true");
    return element("li", {}, button);
  });
  $("games").replaceChildren(...items);
  const shown = found.length > ROWS ? `, the first ${ROWS} shown` : "";
  $("game-count").textContent = `${found.length} of ${rows.length} games${shown}`;
}

function showTags() {
  const rows = app.game.tree.tags.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);
  $("tags").replaceChildren(...rows);
}

// ---- Notes at a move ----

function connectNotes() {
  const edit = (/** @type {Record<string, unknown>} */ change) => app.game.edit(change).then(clearError).catch(fail);
  $("comment-form").onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    edit({ kind: "comment", text: $("comment").value });
  };
  for (const button of document.querySelectorAll("[data-glyph]")) {
    if (button instanceof HTMLElement) button.onclick = () => edit({ kind: "glyph", number: Number(button.dataset.glyph) });
  }
  $("promote").onclick = () => edit({ kind: "promote" });
  $("delete").onclick = () => edit({ kind: "delete" });
}

function showNotes() {
  const { node, path, tree } = app.game;
  const comments = node ? node.comments : tree.comments;
  $("comment").value = plainComment(comments[0] ?? "");
  $("notes-of").textContent = node ? `after ${node.number}${node.white ? "." : "…"} ${node.san}` : "before the first move";
  for (const button of document.querySelectorAll("[data-glyph]")) {
    if (!(button instanceof HTMLButtonElement)) continue;
    button.disabled = !node;
    button.setAttribute("aria-pressed", String(node?.nags.some(([number]) => String(number) === button.dataset.glyph) ?? false));
  }
  $("promote").disabled = !path.includes(".");
  $("delete").disabled = !node;
}

/** Sets an arrow or a mark of the user, or takes it out. @param {string} from @param {string} to @param {string} color */
export function toggleArrow(from, to, color) {
  const { node, tree } = app.game;
  const old = node ? node.arrows : tree.arrows;
  const ends = from === to ? from : from + to;
  const others = old.filter((arrow) => arrow.slice(1) !== ends);
  const had = old.includes(color + ends);
  app.game.edit({ kind: "arrows", arrows: had ? others : [...others, color + ends] }).catch(fail);
}

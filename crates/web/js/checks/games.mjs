// Games: walking, variations, files, notes, what is written.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { square } from "../browser.mjs";

const OPERA = `[Event "Paris"]
[White "Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

{ The opera } 1. e4 e5 $1 { [%clk 0:59:58] [%cal Ge2e4] solid } (1... c5 { or } 2. Nf3 (2. c3 d5) 2... d6 $6) 2. Nf3 d6
3. d4 Bg4 $2 1-0
`;
const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const current = (tab) => tab.text("#moves [aria-current]");

export const checks = {
  async "a game is walked by keys, clicks and buttons, and take back keeps it"(browser) {
    const tab = await browser.open("mode=free");
    await tab.readPgn(OPERA);
    assert.equal(await tab.plies(), 11);
    assert.equal(await tab.fen(), start);
    await tab.evaluate("document.activeElement.blur()");
    await tab.press("ArrowRight", "ArrowRight");
    await tab.until("/e5!/.test(document.querySelector('#moves [aria-current]').textContent)");
    await tab.until("document.querySelectorAll('#marks .arrow').length === 1");
    await tab.press("End");
    await tab.until("/Bg4/.test(document.querySelector('#moves [aria-current]').textContent)");
    await tab.click("#back");
    await tab.until("/d4/.test(document.querySelector('#moves [aria-current]').textContent)");
    assert.equal(await tab.plies(), 11);
    // After a click on the board the arrow keys still walk.
    await tab.click(square("a7"), {});
    await tab.press("ArrowLeft");
    await tab.until("/d6/.test(document.querySelector('#moves [aria-current]').textContent)");
    await tab.click("[data-path='1.0.1.0.1']");
    await tab.until("document.getElementById('fen').value.startsWith('rnbqkbnr/pp2pppp/8/2pp4/4P3/2P5')");
    await tab.press("Home");
    await tab.until(`document.getElementById('fen').value === ${JSON.stringify(start)}`);
    assert.match(await current(tab), /Start/);
    // A move that is there is gone to; another one is a variation.
    await tab.click(square("e2"));
    await tab.click(square("e4"));
    await tab.until("/e4/.test(document.querySelector('#moves [aria-current]').textContent)");
    assert.equal(await tab.plies(), 11);
    await tab.playByClicks("g8", "f6");
    assert.match(await current(tab), /Nf6/);
    const text = await tab.writtenPgn();
    assert.match(text, /\[White "Morphy"\]/);
    assert.match(text.replaceAll("\n", " "), /\{ \[%clk 0:59:58\] \[%cal Ge2e4\] solid \}/);
    assert.match(text.replaceAll("\n", " "), /\(2\. c3 d5\) 2\.\.\. d6 \$6\) \(1\.\.\. Nf6\) 2\. Nf3/);
    assert.doesNotMatch(text, /a person/);
    await tab.close();
  },

  async "notes: comment, glyph, promoted and deleted variation"(browser) {
    const tab = await browser.open("mode=free");
    await tab.readPgn("1. e4 { [%clk 0:01:00] } e5 (1... c5 2. Nf3) 2. Nc3 *");
    await tab.open("notes");
    await tab.click("[data-path='0']");
    await tab.until("/after 1\\. e4/.test(document.getElementById('notes-of').textContent)");
    await tab.fill("comment", "best by test");
    await tab.click("#comment-form button");
    await tab.until("document.querySelector('#moves .comment')?.textContent === 'best by test'");
    await tab.click("[data-glyph='1']");
    await tab.until("/e4!/.test(document.querySelector('#moves').textContent)");
    await tab.click("[data-path='1.0.1']");
    await tab.until("!document.getElementById('promote').disabled");
    await tab.click("#promote");
    await tab.until("document.querySelector('#moves [aria-current]').dataset.path === '2'");
    assert.match((await tab.writtenPgn()).replaceAll("\n", " "), /1\. e4 \$1 \{ \[%clk 0:01:00\] best by test \} 1\.\.\. c5 \(1\.\.\. e5 2\. Nc3\) 2\. Nf3 \*/);
    await tab.click("#delete");
    await tab.until("document.querySelector('#moves [aria-current]').dataset.path === '1'");
    assert.equal(await tab.plies(), 4);
    await tab.close();
  },

  async "a file of many games: list, find, drop, paste, written back"(browser) {
    const tab = await browser.open("mode=free");
    const files = ["python_chess.pgn", "lichess.pgn"].map((name) => new URL(`../../../notation/tests/${name}`, import.meta.url).pathname);
    const input = await tab.page.$("#pgn-file");
    await input.uploadFile(files[0]);
    await tab.until("document.querySelectorAll('#games li').length > 5");
    const first = await tab.count("#games li");
    // Dropped.
    const text = await readFile(files[1], "utf8");
    await tab.evaluate(`(() => { const data = new DataTransfer(); data.items.add(new File([${JSON.stringify(text)}], "x.pgn"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })); })()`);
    await tab.until(`document.querySelectorAll('#games li').length > ${first}`);
    const both = await tab.count("#games li");
    // Pasted.
    await tab.evaluate(`(() => { const data = new DataTransfer(); data.setData("text/plain", ${JSON.stringify(OPERA)});
      const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true });
      // Firefox does not take it from the constructor.
      Object.defineProperty(event, "clipboardData", { value: data });
      document.body.dispatchEvent(event); })()`);
    await tab.until(`document.querySelectorAll('#games li').length === ${both + 1}`);
    assert.match(await tab.text("#game-title"), /Morphy/);
    await tab.fill("game-filter", "morphy");
    await tab.until("document.querySelectorAll('#games li').length === 1");
    await tab.fill("game-filter", "");
    await tab.until(`document.querySelectorAll('#games li').length === ${both + 1}`);
    await tab.click("[data-game='2']");
    await tab.until("document.querySelector('#games [aria-current]').dataset.game === '2'");
    const { text: written } = await tab.evaluate(`import("${browser.url}app.js").then(({ app }) =>
      app.clients.rules.request({ command: "write-pgn", all: true, names: [] }))`);
    const again = await tab.evaluate(`import("${browser.url}app.js").then(async ({ app }) => {
      const { EngineClient, loadAssets } = await import("${browser.url}client.js");
      const other = new EngineClient(await loadAssets());
      await other.request({ command: "open-pgn", text: ${JSON.stringify(written)} });
      return other.request({ command: "write-pgn", all: true, names: [] }); })`);
    assert.equal(again.text, written);
    assert.equal(again.games, both + 1);
    await tab.close();
  },

  async "a new game keeps the one before it; names are those of who played"(browser) {
    const tab = await browser.open("mode=white&level=depth-4");
    await tab.playByClicks("e2", "e4").catch(() => {});
    await tab.untilPlies(2);
    assert.match(await tab.writtenPgn(), /\[White "a person"\]\n\[Black "full, nnue, modern"\]/);
    await tab.click("#back");
    await tab.until("/Start/.test(document.querySelector('#moves [aria-current]').textContent)");
    assert.equal(await tab.plies(), 2);
    await tab.click("#new");
    await tab.untilPlies(0);
    await tab.until("document.querySelectorAll('#games li').length === 2");
    await tab.close();
  },

  async "the weakest and the strongest level of Elo answer"(browser) {
    for (const elo of [400, 2500]) {
      const tab = await browser.open(`mode=white&level=elo-${elo}`);
      assert.equal(await tab.value("level"), `elo-${elo}`);
      await tab.click(square("e2"));
      await tab.click(square("e4"));
      await tab.untilPlies(2);
      await tab.close();
    }
  },

  async "a hint with its plan as arrows"(browser) {
    const tab = await browser.open("mode=free&fen=4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4_w_k_-_1_17");
    await tab.click("#hint");
    await tab.status("/^Hint: Qb8\\+, #2/");
    assert.deepEqual(await tab.texts("#marks .arrow-number"), ["2", "1"]);
    await tab.press("Escape");
    await tab.playByClicks("b3", "b8");
    await tab.until("document.querySelectorAll('#marks .arrow').length === 0");
    await tab.close();
  },

  async "a report of a game, with glyphs"(browser) {
    const tab = await browser.open("mode=free");
    await tab.readPgn("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0");
    await tab.click("#report");
    await tab.until("!document.getElementById('report-box').hidden");
    assert.match(await tab.text("#report-list"), /3… Nf6\?\?: blunder, .* became #1; better /);
    // On a slow machine the report finds other moves too.
    await tab.evaluate("[...document.querySelectorAll('#report-list button')].find((e) => /Nf6/.test(e.textContent)).click()");
    await tab.until("/Nf6/.test(document.querySelector('#moves [aria-current]').textContent)");
    await tab.click("#report-glyphs");
    await tab.until("document.getElementById('report-glyphs').disabled");
    assert.match((await tab.writtenPgn()).replaceAll("\n", " "), /3\. Qh5 Nf6 \$4 4\. Qxf7# 1-0/);
    await tab.close();
  },

  async "wrong texts are told and change nothing"(browser) {
    const tab = await browser.open("mode=free");
    await tab.fill("fen", "8/8/8/8/8/8/8/8 w - - 0 1");
    await tab.click("#fen-form button");
    await tab.told(/invalid position/);
    await tab.fill("pgn", "1. e4 e5 2. Ke3");
    await tab.click("#read-pgn");
    await tab.told(/PGN, line 1: 'Ke3'/);
    await tab.fill("move-text", "Qh5");
    await tab.click("#move-form button");
    await tab.told(/'Qh5': this move is not legal/);
    assert.equal(await tab.plies(), 0);
    await tab.close();
    const wrong = await browser.open("fen=nonsense&tab=nowhere&a=x,y,z");
    assert.equal(await wrong.fen(), start);
    await wrong.told(/invalid position/);
    await wrong.close();
  },
};

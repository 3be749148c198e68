// The page in headless Chromium: node browser-test.mjs CHROMIUM URL NODES [FOLDER].
// NODES is the native node count of `bench 8`. With a folder, pictures of every view are put there.

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Chromium, Tab } from "./chromium.mjs";

const [program, url, nodes, folder] = process.argv.slice(2);
const MANY_MOVES = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
const TABS = ["play", "order", "search", "tree", "lessons"];
const DESKTOP = { width: 1300, height: 950 };
const PHONE = { width: 400, height: 850 };

const problems = [];
const requests = [];
const browser = await Chromium.start(program);
const open = async (address, size = DESKTOP) => {
  const tab = await Tab.open(browser, address, size, problems, requests);
  await tab.until("document.documentElement?.dataset.ready");
  return tab;
};
const text = (tab, selector) => tab.evaluate(`document.querySelector(${JSON.stringify(selector)}).textContent`);
const plies = (tab) => tab.evaluate("document.querySelectorAll('#moves li').length");
const rows = (tab, scheme) => tab.evaluate(`[...document.querySelectorAll("[data-order=${scheme}] li .san")].map((e) => e.textContent)`);
const fen = (tab) => tab.evaluate("document.getElementById('fen').value");
const square = (name) => `[data-square=${name}]`;

async function playByClicks(tab, from, to) {
  const before = await plies(tab);
  await tab.click(square(from));
  await tab.until(`document.querySelector("${square(to)}.target")`);
  await tab.click(square(to));
  await tab.until(`document.querySelectorAll('#moves li').length > ${before}`);
}

async function set(tab, id, value, button) {
  await tab.evaluate(`document.getElementById("${id}").value = ${JSON.stringify(value)}`);
  await tab.click(button);
}

const checks = {
  async "cold load and first move"() {
    const start = performance.now();
    const tab = await open(url);
    const ready = performance.now() - start;
    await playByClicks(tab, "e2", "e4");
    await tab.until("document.querySelectorAll('#moves li').length === 2");
    const size = await tab.evaluate("performance.getEntriesByType('resource').reduce((sum, entry) => sum + entry.encodedBodySize, 0)");
    console.log(`    ready after ${Math.round(ready)} ms, engine's first move after ${Math.round(performance.now() - start)} ms; ${size} bytes`);
    await tab.close();
  },

  async "ten moves by clicks, one by dragging, one by keyboard, one as text"() {
    const tab = await open(`${url}#mode=free`);
    const game = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7"];
    for (const move of game) await playByClicks(tab, move.slice(0, 2), move.slice(2));
    assert.match(await text(tab, "#moves"), /5\. O-O/);
    await tab.drag(square("f1"), square("e1"));
    await tab.until("document.querySelectorAll('#moves li').length === 11");
    await tab.evaluate(`document.querySelector("${square("b7")}").focus()`);
    await tab.click(square("b7"));
    await tab.press("Escape");
    await tab.press("Enter");
    await tab.press("ArrowDown");
    await tab.press("ArrowDown");
    await tab.press("Enter");
    await tab.until("document.querySelectorAll('#moves li').length === 12");
    await tab.click("#move-text");
    await tab.type("Bb3");
    await tab.press("Enter");
    await tab.until("document.querySelectorAll('#moves li').length === 13");
    assert.equal(await fen(tab), "r1bqk2r/2ppbppp/p1n2n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 b kq - 1 7");
    await tab.click("#back");
    await tab.until("document.querySelectorAll('#moves li').length === 12");
    await tab.close();
  },

  async "promotion asks for the piece"() {
    const tab = await open(`${url}#mode=free&fen=8/P3k3/8/8/8/8/8/4K3_w_-_-_0_1`);
    await tab.click(square("a7"));
    await tab.click(square("a8"));
    await tab.until("document.getElementById('promotion').open");
    await tab.click("[data-promotion=n]");
    await tab.until("document.querySelectorAll('#moves li').length === 1");
    assert.match(await text(tab, "#moves"), /a8=N/);
    await tab.close();
  },

  async "orders of two schemes"() {
    const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R_w_KQkq_-_0_1";
    const tab = await open(`${url}#mode=free&tab=order&fen=${kiwipete}`);
    const full = "document.querySelectorAll('[data-order=a] li').length === 48 && document.querySelectorAll('[data-order=b] li').length === 48";
    await tab.until(full);
    const before = await rows(tab, "b");
    await tab.select("b-ordering", "mvv-lva");
    await tab.until(`document.querySelector("[data-order=b] .san").textContent !== ${JSON.stringify(before[0])}`);
    const after = await rows(tab, "b");
    assert.equal(after[0], "Bxa6");
    assert.deepEqual([...after].sort(), [...before].sort());
    await tab.click("#tab-play");
    await set(tab, "fen", MANY_MOVES, "#fen-form button");
    await tab.click("#tab-order");
    await tab.until("document.querySelectorAll('[data-order=b] li').length === 218");
    await tab.close();
  },

  async "comparison, charts, tree, stop"() {
    const tab = await open(`${url}#mode=free&tab=search&a=full,nnue,modern&b=alpha-beta,classical,killers`);
    await tab.click("#both");
    await tab.until("/A: .* nodes; B: .* nodes/.test(document.getElementById('status').textContent)");
    assert.equal(await tab.evaluate("document.querySelectorAll('#charts figure').length"), 3);
    assert.deepEqual(await tab.evaluate("[...document.querySelectorAll('#live tbody th')].map((e) => e.textContent)"), ["A", "B"]);
    await tab.click("#tab-tree");
    await tab.until("document.querySelectorAll('#tree-view > *').length === 20");
    await tab.click("#tree-view details summary .mark:last-child");
    await tab.until("document.querySelector('#tree-view details[open] > :nth-child(2)')");
    await tab.click("#tab-search");
    await tab.select("limit", "stop");
    await tab.click("#both");
    await tab.until("parseInt(document.querySelector('#live tbody td').textContent) >= 7");
    const start = performance.now();
    await tab.click("#search .stop");
    await tab.until("/A: stopped; B: stopped/.test(document.getElementById('status').textContent)");
    console.log(`    stopped within ${Math.round(performance.now() - start)} ms`);
    // Closed while it thinks.
    await tab.click("#both");
    await tab.close();
  },

  async "two schemes play each other"() {
    const tab = await open(`${url}#mode=both&level=depth-4&fen=7k/8/8/8/8/8/5Q2/K5R1_w_-_-_0_1`);
    await tab.until("/checkmate, 1-0/.test(document.getElementById('status').textContent)");
    await tab.close();
  },

  async "lessons"() {
    const tab = await open(`${url}#tab=lessons`);
    await tab.click("[data-lesson='1']");
    await tab.until("document.querySelector('.lesson h2')");
    await tab.click(square("d1"));
    await tab.click(square("d4"));
    await tab.until("/Qxd4 is right/.test(document.querySelector('.result').textContent)");
    for (let lesson = 1; lesson <= 5; lesson++) {
      if (lesson > 1) {
        await tab.evaluate("[...document.querySelectorAll('#lessons button')].find((e) => e.textContent === 'Next lesson').click()");
        await tab.until(`document.querySelector('.lesson h2').textContent.startsWith('${lesson}.')`);
        await tab.evaluate("[...document.querySelectorAll('#lessons button')].find((e) => e.textContent === 'Show without guessing').click()");
      }
      await tab.until("document.querySelectorAll('.result tbody tr').length === 2 && !/Searching/.test(document.querySelector('.result').textContent)");
      console.log(`    ${await text(tab, ".result p")}`);
    }
    await tab.close();
  },

  async "a shared address shows the same"() {
    const tab = await open(`${url}#mode=free`);
    await playByClicks(tab, "d2", "d4");
    await playByClicks(tab, "g8", "f6");
    await tab.select("a-ordering", "classic");
    await tab.click("#flip");
    await tab.click("#tab-order");
    const [address, position] = [await tab.evaluate("location.href"), await fen(tab)];
    await tab.close();
    const again = await open(address);
    assert.equal(await fen(again), position);
    assert.equal(await plies(again), 2);
    assert.equal(await again.evaluate("document.getElementById('a-ordering').value"), "classic");
    assert.equal(await again.evaluate("document.getElementById('order').hidden"), false);
    await again.close();
  },

  async "wrong texts are told and change nothing"() {
    const tab = await open(`${url}#mode=free`);
    const start = await fen(tab);
    const told = async (pattern) => {
      await tab.until("!document.getElementById('error').hidden");
      assert.match(await text(tab, "#error"), pattern);
    };
    await set(tab, "fen", "8/8/8/8/8/8/8/8 w - - 0 1", "#fen-form button");
    await told(/invalid position/);
    await tab.evaluate(`document.getElementById("error").hidden = true`);
    await set(tab, "pgn", "1. e4 e5 2. Ke3", "#read-pgn");
    await told(/PGN, line 1: 'Ke3'/);
    await tab.evaluate(`document.getElementById("error").hidden = true`);
    await set(tab, "move-text", "Qh5", "#move-form button");
    await told(/'Qh5': this move is not legal/);
    assert.equal(await plies(tab), 0);
    await set(tab, "pgn", "1. f3 e5 2. g4 Qh4# 0-1", "#read-pgn");
    await tab.until("document.querySelectorAll('#moves li').length === 4");
    await tab.click("#write-pgn");
    await tab.until("/2\\. g4 Qh4# 0-1/.test(document.getElementById('pgn').value)");
    await tab.close();
    const wrong = await open(`${url}#fen=nonsense&tab=nowhere&a=x,y,z`);
    assert.equal(await fen(wrong), start);
    assert.match(await text(wrong, "#error"), /invalid position/);
    await wrong.close();
  },

  async "bench counts the native nodes"() {
    const tab = await open(url);
    const answer = await tab.evaluate(`import("${url}client.js").then(async ({ EngineClient, loadAssets }) =>
      new EngineClient(await loadAssets()).request({ command: "bench", depth: 8, evaluation: "nnue" }))`);
    assert.equal(answer.nodes, Number(nodes));
    console.log(`    ${answer.nodes} nodes, ${answer.nps} nodes/s`);
    await tab.close();
  },

  async "controls have names, and nothing is wider than the page"() {
    for (const size of [DESKTOP, PHONE]) {
      const tab = await open(`${url}#mode=free&fen=${MANY_MOVES.replaceAll(" ", "_")}`, size);
      for (const view of TABS) {
        await tab.click(`#tab-${view}`);
        if (view === "lessons") await tab.click("[data-lesson='2']");
        const wide = await tab.evaluate("document.scrollingElement.scrollWidth");
        assert.ok(wide <= size.width, `${view}: ${wide} of ${size.width} pixels`);
      }
      const { nodes: tree } = await tab.send("Accessibility.getFullAXTree", {});
      const roles = ["button", "combobox", "textbox", "gridcell", "tab", "grid"];
      const nameless = tree.filter((node) => !node.ignored && roles.includes(node.role?.value) && !node.name?.value);
      assert.deepEqual(nameless.map((node) => node.role.value), []);
      await tab.close();
    }
  },
};

async function takePictures() {
  await mkdir(folder, { recursive: true });
  for (const [name, size] of [["wide", DESKTOP], ["narrow", PHONE]]) {
    for (const dark of [false, true]) {
      const tab = await open(`${url}#mode=free&b=alpha-beta,classical,killers&fen=r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R_w_KQkq_-_0_1`, { ...size, dark });
      await tab.click("#tab-search");
      await tab.select("limit", "depth-4");
      await tab.click("#both");
      await tab.until("/A: .* nodes; B: .* nodes/.test(document.getElementById('status').textContent)");
      for (const view of TABS) {
        await tab.click(`#tab-${view}`);
        if (view === "order") await tab.until("document.querySelectorAll('[data-order=b] li').length === 48");
        if (view === "lessons") {
          await tab.click("[data-lesson='1']");
          await tab.until("document.querySelector('.lesson h2')");
          await tab.evaluate("[...document.querySelectorAll('#lessons button')].find((e) => e.textContent === 'Show without guessing').click()");
          await tab.until("document.querySelectorAll('.result tbody tr').length === 2");
        }
        const height = name === "wide" ? size.height : await tab.evaluate("document.scrollingElement.scrollHeight");
        await tab.size(size.width, Math.min(height, 3000));
        await tab.evaluate("window.scrollTo(0, 0)");
        await writeFile(join(folder, `${name}-${dark ? "dark" : "light"}-${view}.png`), await tab.picture());
        await tab.size(size.width, size.height);
      }
      await tab.close();
    }
  }
}

let failed = false;
try {
  for (const [name, check] of Object.entries(checks)) {
    console.log(`page: ${name}`);
    await check();
  }
  const foreign = requests.filter((request) => !request.startsWith(new URL(url).origin) && !/^(data|blob|about):/.test(request));
  assert.deepEqual(foreign, [], "requests to other hosts");
  assert.deepEqual(problems, [], "errors of the console");
  if (folder) await takePictures();
} catch (error) {
  failed = true;
  console.error(error.stack, problems);
}
await browser.close();
process.exit(failed ? 1 : 0);

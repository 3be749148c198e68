// A scheme of one's own: written, ordered, counted, played; wrong code; what a link brings. Heuristics that are left out.

import assert from "node:assert/strict";
import { inHash, KIWIPETE } from "../browser.mjs";

const VICTIMS = "// victims\nif (!capture) return 0;\nreturn 1000000 + 10 * value(victim) - (piece == king ? 10000 : value(piece));";
const order = (tab, scheme) => tab.texts(`[data-order=${scheme}] li .san`);
const says = (tab, pattern) => tab.until(`${pattern}.test(document.getElementById("a-says").textContent)`);

async function write(tab, code) {
  await tab.fill("a-code", code);
  await tab.click("#a-use");
}

export const checks = {
  async "a scheme of one's own, from nothing to a measured result"(browser) {
    const began = performance.now();
    const tab = await browser.open(`mode=free&tab=order&limit=depth-4&a=alpha-beta,classical,none&b=alpha-beta,classical,formula&fen=${inHash(KIWIPETE)}`);
    await tab.open("schemes-box");
    await tab.fill("a-ordering", "own");
    await says(tab, "/In use/");
    assert.match(await tab.value("a-code"), /return/);
    await write(tab, VICTIMS);
    await says(tab, "/In use/");
    await tab.until("document.querySelectorAll('[data-order=b] li').length === 48");
    const wanted = await order(tab, "b");
    await tab.until(`[...document.querySelectorAll('[data-order=a] li .san')].map((e) => e.textContent).join() === ${JSON.stringify(wanted.join())}`);
    // Counted, beside the other one: the same order has the same nodes and cutoffs.
    await tab.click("#tab-search");
    await tab.fill("limit", "depth-4");
    await tab.click("#both");
    await tab.status("/A: .* nodes; B: .* nodes/");
    const [a, b] = await tab.evaluate("[...document.querySelectorAll('#live tbody tr')].map((row) => [3, 4].map((cell) => row.cells[cell].textContent).join())");
    assert.equal(a, b);
    assert.match(a, /^[\d,]+,\d+\.\d %$/);
    // Played against the other one.
    await tab.click("#tab-play");
    await tab.open("match");
    await tab.fill("match-games", "2");
    await tab.fill("match-nodes", "500");
    await tab.click("#match-go");
    await tab.until("/ of 2 against B .* lost\\.$/.test(document.getElementById('match-score').textContent)");
    assert.equal(await tab.count("#match-list li"), 2);
    console.log(`    ${((performance.now() - began) / 1000).toFixed(1)} s; ${await tab.text("#match-score")}`);
    await tab.click("#match-list button");
    await tab.until("document.querySelectorAll('#moves .move[data-path]').length > 20");
    await tab.close();
  },

  async "wrong code has a clear message and stops nothing"(browser) {
    const tab = await browser.open(`mode=free&tab=order&limit=depth-4&a=full,classical,modern&b=full,classical,modern&fen=${inHash(KIWIPETE)}`);
    await tab.open("schemes-box");
    await tab.open("a-own");
    for (const [code, told] of [
      ["return capture +;", "/Line 1, column 17: a value is missing before `;`/"],
      ["if (capture) {\n  return victm;\n}", "/Line 2, column 10: `victm` has no meaning/"],
      ["while (1) {}", "/Line 1, column 1: there are no loops such as `while`/"],
      ["alert(1)", "/Line 1, column 1: `alert` has no meaning/"],
    ]) {
      await write(tab, code);
      await says(tab, told);
      assert.equal(await tab.value("a-ordering"), "modern");
    }
    assert.equal(await tab.evaluate("(({ id, value, selectionStart, selectionEnd }) => id + value.slice(selectionStart, selectionEnd))(document.activeElement)"), "a-codealert");
    for (const [code, told] of [["return 0 / 0", "/A score failed.*Line|not a number \\(NaN\\)/i"], ["return 1 / victim", "/infinite/"]]) {
      await write(tab, code);
      await says(tab, told);
      assert.equal(await tab.value("a-ordering"), "own");
      await tab.until("document.querySelectorAll('[data-order=a] li').length === 48");
    }
    await tab.click("#tab-search");
    await tab.click("#both");
    await tab.status("/A: .* nodes; B: .* nodes/");
    await tab.click("#tab-play");
    await tab.playByClicks("e1", "f1");
    await tab.close();
  },

  async "the code of a link is shown and not run before a click"(browser) {
    const words = new URLSearchParams({ mode: "free", tab: "order", a: "full,classical,own", "a-code": "return 0 / 0;" });
    const tab = await browser.open(String(words));
    await says(tab, "/not in use/");
    assert.equal(await tab.value("a-ordering"), "modern");
    await tab.until("document.querySelectorAll('[data-order=a] li').length === 20");
    assert.match(await tab.text("#a-says"), /not in use/);
    assert.equal(await tab.value("a-code"), "return 0 / 0;");
    await write(tab, "return -history - value(piece);");
    await says(tab, "/In use/");
    await tab.until("/own/.test(document.getElementById('schemes-now').textContent)");
    const address = await tab.evaluate("location.hash.slice(1)");
    assert.match(address, /a-code=return\+-history/);
    await tab.close();
  },

  async "a heuristic is left out of the search"(browser) {
    const tab = await browser.open(`mode=free&tab=search&limit=depth-6&a=full,classical,modern&b=full,classical,modern,null-move+pruning&fen=${inHash(KIWIPETE)}`);
    assert.equal(await tab.value("b-without"), "null-move pruning");
    await tab.click("#both");
    await tab.status("/A: .* nodes; B: .* nodes/");
    const [a, b] = await tab.evaluate("[...document.querySelectorAll('#live tbody tr')].map((row) => row.cells[3].textContent)");
    assert.notEqual(a, b);
    assert.match(await tab.text("#schemes-now"), /B: full, classical, modern, without null-move pruning/);
    await tab.close();
  },
};

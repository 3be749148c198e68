// The laboratory: orders, searches, trees, lessons, addresses, the engine itself.

import assert from "node:assert/strict";
import { inHash, KIWIPETE, square } from "../browser.mjs";

const MANY_MOVES = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
const rows = (tab, scheme) => tab.texts(`[data-order=${scheme}] li .san`);

export const checks = {
  async "cold load and first move"(browser) {
    const start = performance.now();
    const tab = await browser.open();
    const ready = performance.now() - start;
    await tab.click(square("e2"));
    await tab.click(square("e4"));
    await tab.untilPlies(2);
    const first = performance.now() - start;
    const size = await tab.evaluate("performance.getEntriesByType('resource').reduce((sum, entry) => sum + entry.encodedBodySize, 0)");
    const paint = await tab.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0");
    console.log(`    first paint after ${Math.round(paint)} ms, ready after ${Math.round(ready)} ms, engine's first move after ${Math.round(first)} ms; ${size} bytes`);
    assert.ok(size < 3_500_000, `${size} bytes`);
    await tab.close();
  },

  async "orders of two schemes, as lists and as arrows"(browser) {
    const tab = await browser.open(`mode=free&tab=order&fen=${inHash(KIWIPETE)}`);
    await tab.until("['a', 'b'].every((each) => document.querySelectorAll(`[data-order=${each}] li`).length === 48)");
    await tab.until("document.querySelectorAll('#marks .arrow').length === 10");
    const before = await rows(tab, "b");
    await tab.open("schemes-box");
    await tab.fill("b-ordering", "mvv-lva");
    await tab.until(`document.querySelector("[data-order=b] .san").textContent !== ${JSON.stringify(before[0])}`);
    const after = await rows(tab, "b");
    assert.equal(after[0], "Bxa6");
    assert.deepEqual([...after].sort(), [...before].sort());
    assert.match(await tab.text("[data-order=b] .stage"), /^capture$/);
    await tab.click("#arrows-a");
    await tab.until("document.querySelectorAll('#marks .arrow').length === 5");
    assert.deepEqual(await tab.texts("#marks .arrow-number"), ["5", "4", "3", "2", "1"]);
    await tab.click("#tab-play");
    await tab.until("document.querySelectorAll('#marks .arrow').length === 0");
    await tab.fill("fen", MANY_MOVES);
    await tab.click("#fen-form button");
    await tab.click("#tab-order");
    await tab.until("document.querySelectorAll('[data-order=b] li').length === 218");
    await tab.close();
  },

  async "the order changes while the search deepens, and can be walked"(browser) {
    const tab = await browser.open(`mode=free&tab=order&limit=depth-6&b=full,classical,killers&fen=${inHash(KIWIPETE)}`);
    await tab.click("#deepen");
    await tab.until("document.getElementById('iteration').max === '6' && !document.getElementById('deepen').disabled");
    await tab.until("document.querySelectorAll('#marks .arrow.best').length === 2");
    const deep = await rows(tab, "a");
    await tab.fill("iteration", "0");
    assert.equal(await tab.text("#iteration-now"), "before the search");
    assert.notDeepEqual(await rows(tab, "a"), deep);
    await tab.fill("order-speed", "300");
    await tab.click("#order-play");
    await tab.until("document.getElementById('iteration').value === '6'");
    assert.deepEqual(await rows(tab, "a"), deep);
    assert.match(await tab.text("#order-best-a"), /Best at depth 6: .* tried as number \d+ next time/);
    await tab.close();
  },

  async "comparison for three seconds, charts, tree in words, stop"(browser) {
    const tab = await browser.open(`mode=free&tab=search&fen=${inHash(KIWIPETE)}`);
    assert.equal(await tab.value("limit"), "time-3000");
    const began = performance.now();
    await tab.click("#both");
    await tab.until("!document.getElementById('busy').hidden && document.getElementById('progress').value > 0.1");
    await tab.status("/A: .* nodes; B: .* nodes/");
    const seconds = (performance.now() - began) / 1000;
    assert.ok(seconds < 8, `${seconds} s`);
    await tab.until("document.getElementById('busy').hidden");
    assert.equal(await tab.count("#charts figure"), 3);
    assert.deepEqual(await tab.texts("#live tbody th"), ["A", "B"]);
    await tab.click("#tab-tree");
    await tab.until("document.querySelectorAll('#tree-view > *').length === 48");
    assert.equal(await tab.count("summary a"), 0);
    await tab.until("document.getElementById('busy').hidden");
    await tab.page.focus("#tree-view summary");
    await tab.press("Enter");
    await tab.until("/Tried as number 1 \\(/.test(document.querySelector('#tree-view details[open] .words')?.textContent)");
    assert.doesNotMatch(await tab.text("#tree-view"), /noisy/);
    // A rule is named with what it compared.
    const leftOut = "[...document.querySelectorAll('#tree-view details:not([open])')].find((e) => /not searched|ends:/.test(e.firstChild.textContent))";
    await tab.until(leftOut);
    await tab.evaluate(`${leftOut}.open = true`);
    await tab.until("/(Not searched|The replies were not all searched), by .* Here: [^.]*-?\\d+(\\.\\d\\d)?/.test(document.querySelector('#tree-view').textContent)");
    await tab.click("#tab-search");
    await tab.fill("limit", "stop");
    await tab.click("#both");
    await tab.until("parseInt(document.querySelector('#live tbody td')?.textContent) >= 7");
    const start = performance.now();
    await tab.click("#stop");
    await tab.status("/A: stopped.*; B: stopped/");
    console.log(`    stopped within ${Math.round(performance.now() - start)} ms`);
    // Closed while it thinks.
    await tab.click("#both");
    await tab.close();
  },

  async "a small search, step by step, under both schemes"(browser) {
    const tab = await browser.open("mode=free&tab=tree&a=full,classical,mvv-lva&fen=6k1/1p3ppp/p1n1p3/3q4/8/1B3Q2/PP3PPP/6K1_w_-_-_0_1");
    await tab.fill("steps-depth", "2");
    await tab.click("#steps-record");
    await tab.until("!document.getElementById('steps-box').hidden");
    const [a, b] = (await tab.texts("#steps-name-a, #steps-name-b")).map((text) => Number(text.match(/([\d,]+) nodes/)[1].replace(",", "")));
    assert.ok(a < b, `${a} and ${b} nodes`);
    assert.match(await tab.text("#steps-says-a"), /The search begins/);
    await tab.page.focus("#step-next");
    await tab.press("Enter", "Enter");
    assert.equal(await tab.value("step"), "2");
    assert.match(await tab.text("#steps-says-a"), /Now Bxd5 \S+ \(.*\)\.The position is evaluated/);
    await tab.click("#step-cut");
    assert.match(await tab.text("#steps-says-a, #steps-says-b"), /cut off: \d+ of \d+ replies were looked at/);
    await tab.fill("step-find", "Bxd5");
    assert.match(await tab.text("#step-found"), /A 1 times, B 1 times/);
    await tab.fill("step-speed", "30,40");
    await tab.click("#step-play");
    await tab.until(`document.getElementById("step").value === "${Math.max(a, b)}"`);
    assert.match(await tab.text("#steps-says-a"), /Finished after/);
    const score = async (scheme) => (await tab.text(`#steps-says-${scheme}`)).match(/score (.*)/)[1];
    assert.equal(await score("a"), await score("b"));
    const drawn = await tab.evaluate(`(() => { const c = document.getElementById("steps-a"); const d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
      return d.some((value) => value > 0); })()`);
    assert.ok(drawn);
    await tab.close();
  },

  async "two schemes play each other"(browser) {
    const tab = await browser.open("mode=both&level=depth-4&fen=7k/8/8/8/8/8/5Q2/K5R1_w_-_-_0_1");
    await tab.status("/checkmate, 1-0/");
    await tab.close();
  },

  async "lessons set their schemes, and a link opens one"(browser) {
    const tab = await browser.open("tab=lessons");
    const lessons = await tab.count("[data-lesson]");
    assert.ok(lessons > 20);
    await tab.click("[data-lesson='3']");
    await tab.until("document.querySelector('.lesson h2')");
    assert.equal(await tab.value("b-ordering"), "mvv-lva");
    await tab.click(square("d1"));
    await tab.click(square("d4"));
    await tab.until("/Qxd4 is right/.test(document.querySelector('.result')?.textContent)");
    await tab.status("/^Qxd4 is right\\. The answer is below/");
    const click = (text) => tab.evaluate(`[...document.querySelectorAll('#lessons button')].find((e) => e.textContent === '${text}').click()`);
    await click("All lessons");
    await tab.click("[data-lesson='1']");
    for (let lesson = 1; lesson <= lessons; lesson++) {
      if (lesson > 1) await click("Next lesson");
      await tab.until(`document.querySelector('.lesson h2').textContent.startsWith('${lesson}.')`);
      assert.equal(await tab.text("#live-line"), "", "a report of another position");
      await click("Show without guessing");
      await tab.until("document.querySelector('.result table')");
      const [title, measured] = [await tab.text(".lesson h2"), await tab.text(".measured")];
      console.log(`    ${title}: ${measured}`);
      // A saves nothing beside B, but where the lesson says so.
      const figure = Number(measured.match(/^-?[\d.]+/)?.[0]);
      if (/for one node of B/.test(measured) && !/Threads|price/.test(title)) assert.ok(figure > 1, `${title}: ${measured}`);
      else assert.match(measured, /^[+-]?\d+\.\d/);
      assert.ok(await tab.count("#marks .arrow") >= 1, title);
    }
    await tab.close();
    const linked = await browser.open("tab=lessons&lesson=mvv-lva&depth=2&a=alpha-beta,classical,none&b=alpha-beta,classical,killers");
    await linked.until("/MVV-LVA/.test(document.querySelector('.lesson h2')?.textContent)");
    assert.equal(await linked.value("b-ordering"), "killers");
    await linked.evaluate("[...document.querySelectorAll('#lessons button')].find((e) => e.textContent === 'Show without guessing').click()");
    await linked.until("document.querySelector('.result tbody td')?.textContent === '2'");
    await linked.close();
    // The name of a lesson is enough; its code is in use in every view.
    for (const [address, names] of [["tab=lessons&lesson=killers", "mvv-lva, killers"], ["tab=search&lesson=hash-move&a=full,classical,own&b=full,classical,own", "own, own"]]) {
      const named = await browser.open(address);
      await named.until(`["a", "b"].map((scheme) => document.getElementById(scheme + "-ordering").value).join(", ") === "${names}"`);
      await named.close();
    }
  },

  async "a shared address shows the same"(browser) {
    const tab = await browser.open("mode=free");
    await tab.playByClicks("d2", "d4");
    await tab.playByClicks("g8", "f6");
    await tab.open("schemes-box");
    await tab.fill("a-ordering", "classic");
    await tab.click("#flip");
    await tab.click("#tab-order");
    const [address, position] = [await tab.evaluate("location.hash.slice(1)"), await tab.fen()];
    await tab.close();
    const again = await browser.open(address);
    assert.equal(await again.fen(), position);
    assert.equal(await again.plies(), 2);
    assert.equal(await again.value("a-ordering"), "classic");
    assert.equal(await again.evaluate("document.getElementById('order').hidden"), false);
    await again.close();
  },

  async "opens without a network after a visit"(browser) {
    if (browser.isFirefox) return;
    const tab = await browser.open("mode=free");
    await tab.until("document.documentElement.dataset.kept");
    await tab.page.setOfflineMode(true);
    await tab.page.reload();
    await tab.until("document.documentElement.dataset.ready");
    await tab.playByClicks("e2", "e4");
    await tab.page.setOfflineMode(false);
    await tab.close();
  },

  async "bench counts the native nodes"(browser) {
    const tab = await browser.open();
    const answer = await tab.evaluate(`import("${browser.url}client.js").then(async ({ EngineClient, loadAssets }) =>
      new EngineClient(await loadAssets()).request({ command: "bench", depth: 8, evaluation: "nnue" }))`);
    assert.equal(answer.nodes, browser.nodes);
    console.log(`    ${answer.nodes} nodes, ${answer.nps} nodes/s`);
    await tab.close();
  },
};

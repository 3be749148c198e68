// Who cannot see or point, and small screens: axe, the keyboard alone, widths, the first screen of a phone.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { DESKTOP, inHash, KIWIPETE, PHONE, square, TABS } from "../browser.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Findings that are serious or critical. */
async function findings(tab) {
  await tab.evaluate(axe);
  const { violations } = await tab.evaluate("axe.run(document, { resultTypes: ['violations'] })");
  const bad = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  return bad.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join("; ")}`);
}

async function openAll(tab) {
  await tab.evaluate("document.querySelectorAll('details').forEach((e) => (e.open = true))");
}

export const checks = {
  async "axe has no serious finding, and nothing is wider than the page"(browser) {
    for (const size of [DESKTOP, PHONE]) {
      for (const dark of browser.isFirefox ? [false] : [false, true]) {
        const tab = await browser.open(`mode=free&limit=depth-4&b=alpha-beta,classical,killers&fen=${inHash(KIWIPETE)}&moves=e1g1.b4c3`, { ...size, dark });
        await tab.click("#tab-search");
        await tab.click("#both");
        await tab.status("/A: .* nodes; B: .* nodes/");
        for (const view of TABS) {
          await tab.click(`#tab-${view}`);
          if (view === "lessons") {
            await tab.click("[data-lesson='6']");
            await tab.until("document.querySelector('.lesson h2')");
            await tab.evaluate("[...document.querySelectorAll('#lessons button')].find((e) => e.textContent === 'Show without guessing').click()");
            await tab.until("document.querySelector('.result table')");
          }
          if (view === "order") await tab.until("document.querySelectorAll('[data-order=b] li').length > 9");
          await openAll(tab);
          if (view === "play") {
            await tab.click("#report");
            await tab.until("!document.getElementById('report-box').hidden");
            await tab.readPgn("1. e4 {good} e5 (1... c5) *\n\n1. d4 *");
            await tab.until("document.querySelectorAll('#games li').length === 3");
            await tab.fill("match-games", "2");
            await tab.fill("match-nodes", "500");
            await tab.click("#match-go");
            await tab.until("document.querySelectorAll('#match-list li').length === 2");
            await tab.fill("b-code", "return 1 +;");
            await tab.until("document.querySelector('#b-says.wrong')");
            await tab.click("[data-game='0']");
            await tab.until("document.querySelectorAll('#games li')[0].querySelector('[aria-current]')");
          }
          if (view === "tree") {
            await tab.fill("steps-depth", "2");
            await tab.click("#steps-record");
            await tab.until("!document.getElementById('steps-box').hidden");
          }
          const wide = await tab.evaluate("document.scrollingElement.scrollWidth");
          assert.ok(wide <= size.width, `${view}: ${wide} of ${size.width} pixels`);
          assert.deepEqual(await findings(tab), [], `${view}, ${size.width} pixels, ${dark ? "dark" : "light"}`);
        }
        await tab.close();
      }
    }
  },

  async "by keyboard alone: a game, walking, views, a search"(browser) {
    const tab = await browser.open("mode=free&limit=depth-4");
    /** Presses Tab until the focus is there. */
    const reach = async (selector) => {
      for (let step = 0; step < 60; step++) {
        if (await tab.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return;
        await tab.press("Tab");
      }
      throw new Error(`Tab never reaches ${selector}`);
    };
    await reach(".square");
    assert.equal(await tab.evaluate("document.activeElement.dataset.square"), "e2");
    await tab.press("Enter", "ArrowUp", "ArrowUp", "Enter");
    await tab.untilPlies(1);
    await tab.press("ArrowUp", "ArrowUp", "ArrowUp", "Enter", "ArrowDown", "ArrowDown", "Enter");
    await tab.untilPlies(2);
    await reach("#walk-back");
    await tab.press("Enter");
    await tab.until("/e4/.test(document.querySelector('#moves [aria-current]').textContent)");
    await tab.press("ArrowRight");
    await tab.until("/e5/.test(document.querySelector('#moves [aria-current]').textContent)");
    await reach("[role=tab]");
    await tab.press("ArrowRight", "ArrowRight");
    await tab.until("!document.getElementById('search').hidden");
    await reach("#both");
    await tab.press("Enter");
    await tab.status("/A: .* nodes; B: .* nodes/");
    await tab.close();
  },

  async "a phone has board, answer and tabs in the first screen"(browser) {
    const tab = await browser.open("mode=free&limit=depth-4&tab=search", PHONE);
    await tab.evaluate("document.getElementById('both').click()");
    await tab.status("/A: .* nodes; B: .* nodes/");
    await tab.evaluate("window.scrollTo(0, 0)");
    for (const selector of ["#status", "#board", "#board-buttons", "#live-line", "#tabs", "#both"]) {
      const bottom = await tab.page.$eval(selector, (e) => e.getBoundingClientRect().bottom);
      assert.ok(bottom <= PHONE.height, `${selector} ends at ${bottom}`);
    }
    assert.equal(await tab.evaluate(`document.querySelector("${square("a8")}").getBoundingClientRect().width > 38`), true);
    await tab.close();
  },
};

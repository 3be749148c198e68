// Pictures of every view, light and dark, wide and narrow.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DESKTOP, inHash, KIWIPETE, PHONE, TABS } from "./browser.mjs";

export async function takePictures(browser, folder) {
  await mkdir(folder, { recursive: true });
  for (const [name, size] of [["wide", DESKTOP], ["narrow", PHONE]]) {
    for (const dark of [false, true]) {
      const tab = await browser.open(`mode=free&b=alpha-beta,classical,killers&limit=depth-4&fen=${inHash(KIWIPETE)}`, { ...size, dark });
      await tab.readPgn(`[White "Morphy"]\n[Black "Duke Karl"]\n[FEN "${KIWIPETE}"]\n\n1. O-O {[%clk 0:59:58] castles} (1. Nxf7 $2 {too early} Kxf7) 1... bxc3 2. Bxc3 1-0`);
      await tab.click("#tab-search");
      await tab.click("#both");
      await tab.status("/A: .* nodes; B: .* nodes/");
      for (const view of TABS) {
        await tab.click(`#tab-${view}`);
        if (view === "order") {
          await tab.open("schemes-box");
          await tab.fill("a-ordering", "own");
          await tab.until("document.getElementById('a-says').textContent === 'In use.'");
          await tab.click("#deepen");
          await tab.until("document.getElementById('iteration').max === '4' && !document.getElementById('deepen').disabled");
        }
        if (view === "tree") {
          await tab.fill("steps-depth", "2");
          await tab.click("#steps-record");
          await tab.until("!document.getElementById('steps-box').hidden");
          await tab.fill("step", "40");
        }
        if (view === "tree") await tab.evaluate("document.querySelector('#tree-view details')?.setAttribute('open', '')");
        if (view === "lessons") {
          await tab.click("[data-lesson='1']");
          await tab.until("document.querySelector('.lesson h2')");
          await tab.evaluate("[...document.querySelectorAll('#lessons button')].find((e) => e.textContent === 'Show without guessing').click()");
          await tab.until("document.querySelector('.result table')");
        }
        await tab.evaluate("window.scrollTo(0, 0)");
        await tab.page.screenshot({ path: join(folder, `${name}-${dark ? "dark" : "light"}-${view}.png`), fullPage: name === "narrow" });
      }
      await tab.close();
    }
  }
}

// The page in a browser: node page-test.mjs BROWSER URL NODES [FOLDER]. NODES is the native node count of `bench 8`. With
// a folder, pictures of every view are put there. With the variable BARTIZAN_PAGE_CHECK, only checks run whose names match it.

import assert from "node:assert/strict";
import { Browser, DESKTOP, PHONE } from "./browser.mjs";
import { checks as access } from "./checks/access.mjs";
import { checks as board } from "./checks/board.mjs";
import { checks as games } from "./checks/games.mjs";
import { checks as lab } from "./checks/lab.mjs";
import { checks as own } from "./checks/own.mjs";
import { takePictures } from "./pictures.mjs";

const [program, url, nodes, folder] = process.argv.slice(2);
const wanted = new RegExp(process.env.BARTIZAN_PAGE_CHECK ?? "");
const browser = await Browser.start(program, url);
browser.nodes = Number(nodes);
let failed = false;
// Every check on a wide light page and on a narrow dark one, but those that choose sizes and colours themselves.
const all = { ...lab, ...own, ...board, ...games };
const looks = [["", DESKTOP, { ...all, ...access }], [", narrow and dark", { ...PHONE, dark: true }, all]];
for (const [words, look, checks] of browser.isFirefox ? looks.slice(0, 1) : looks) {
  browser.look = look;
  for (const [name, check] of Object.entries(checks)) {
    if (!wanted.test(name + words)) continue;
    const start = performance.now();
    try {
      await check(browser);
      console.log(`page: ${name}${words} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed = true;
      console.error(`page: ${name}${words} FAILS\n${error.stack}`);
      for (const page of (await browser.inner.pages()).slice(1)) await page.close();
    }
  }
}
try {
  const foreign = browser.requests.filter((request) => !request.startsWith(new URL(url).origin) && !/^(data|blob|about):/.test(request));
  assert.deepEqual(foreign, [], "requests to other hosts");
  assert.deepEqual(browser.problems, [], "errors of the console");
  if (folder) await takePictures(browser, folder);
} catch (error) {
  failed = true;
  console.error(error.stack);
}
await browser.close();
process.exit(failed ? 1 : 0);

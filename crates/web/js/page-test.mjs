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
let failed = false;
async function run(name, check) {
  const start = performance.now();
  try {
    await check();
    console.log(`page: ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed = true;
    console.error(`page: ${name} FAILS\n${error.stack}`);
  }
}
// Every check by mouse on a wide light page, by touch on a narrow dark one and by keyboard, but those that choose sizes
// and colours themselves.
const all = { ...lab, ...own, ...board, ...games };
const looks = [
  ["", DESKTOP, { ...all, ...access }],
  [", narrow, dark, by touch", { ...PHONE, dark: true }, all],
  [", by keyboard", { ...DESKTOP, by: "keyboard" }, all],
];
for (const [words, look, checks] of looks) {
  const browser = await Browser.start(program, url, look);
  browser.nodes = Number(nodes);
  for (const [name, check] of Object.entries(checks)) {
    if (wanted.test(name + words)) await run(name + words, () => check(browser));
    for (const page of (await browser.inner.pages()).slice(1)) await page.close();
  }
  await run("no request to other hosts, no error in the console" + words, () => {
    const foreign = browser.requests.filter((request) => !request.startsWith(new URL(url).origin) && !/^(data|blob|about):/.test(request));
    assert.deepEqual([foreign, browser.problems], [[], []]);
  });
  if (folder && look === DESKTOP) await run("pictures", () => takePictures(browser, folder));
  await browser.close();
}
process.exit(failed ? 1 : 0);

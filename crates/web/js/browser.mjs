// A browser with tabs of the page, and what checks do in them.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";

/** How long anything may take, in ms. */
const PATIENCE = 60_000;

export const DESKTOP = { width: 1300, height: 950 };
export const PHONE = { width: 400, height: 850, hasTouch: true };
export const TABS = ["play", "order", "search", "tree", "lessons"];
export const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

export const square = (name) => `[data-square=${name}]`;
export const inHash = (fen) => fen.replaceAll(" ", "_");

/** A browser, by the path of its program: Chromium or Firefox. */
export class Browser {
  /** Errors of the page and of its workers. */
  problems = [];
  requests = [];
  /** Size and colours of tabs that ask for none. */
  look = DESKTOP;

  static async start(program, url) {
    const browser = new Browser();
    browser.url = url;
    browser.isFirefox = /firefox/.test(program);
    browser.folder = await mkdtemp(join(tmpdir(), "bartizan-page-"));
    const options = { executablePath: program, headless: true, protocolTimeout: 3 * PATIENCE };
    browser.inner = await puppeteer.launch(browser.isFirefox
      ? { ...options, browser: "firefox" }
      : { ...options, userDataDir: browser.folder, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
    return browser;
  }

  /** A tab that is ready; `hash` is the part of its address behind #. */
  async open(hash = "", { dark = false, ...size } = this.look, wait = true) {
    const page = await this.inner.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on("pageerror", (error) => this.problems.push(error?.stack ?? String(error)));
    page.on("console", (message) => message.type() === "error" && this.problems.push(message.text()));
    page.on("request", (request) => this.requests.push(request.url()));
    const { hasTouch, ...viewport } = size;
    await page.setViewport(this.isFirefox ? viewport : size);
    if (!this.isFirefox) await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
    await page.goto(this.url + (hash && `#${hash}`));
    const tab = new Tab(page);
    if (wait) await tab.until("document.documentElement.dataset.ready");
    return tab;
  }

  async close() {
    await this.inner.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A tab with the page. */
export class Tab {
  constructor(page) {
    this.page = page;
    this.keyboard = page.keyboard;
  }

  /** Waits until an expression is true. */
  async until(expression) {
    try {
      await this.page.waitForFunction(`(() => { try { return ${expression}; } catch { return false; } })()`, { polling: 30 });
    } catch (error) {
      const told = await this.evaluate("[document.getElementById('status')?.textContent, document.getElementById('error')?.textContent].join(' / ')");
      throw new Error(`never: ${expression}; the page says: ${told}`, { cause: error });
    }
  }

  evaluate(expression) {
    return this.page.evaluate(expression);
  }

  text(selector) {
    return this.evaluate(`document.querySelector(${JSON.stringify(selector)}).textContent`);
  }

  texts(selector) {
    return this.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].map((e) => e.textContent)`);
  }

  count(selector) {
    return this.evaluate(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
  }

  value(id) {
    return this.evaluate(`document.getElementById("${id}").value`);
  }

  async middle(selector) {
    const box = await this.page.$eval(selector, (e) => {
      e.scrollIntoView({ block: "center" });
      const { x, y, width, height } = e.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    });
    return { x: box[0], y: box[1] };
  }

  async click(selector, options) {
    const { x, y } = await this.middle(selector);
    await this.page.mouse.click(x, y, options);
  }

  async tap(selector) {
    const { x, y } = await this.middle(selector);
    await this.page.touchscreen.tap(x, y);
  }

  /** Drags by mouse; `button` and keys draw arrows. */
  async drag(from, to, options = {}) {
    const start = await this.middle(from);
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down(options);
    const end = await this.middle(to);
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
    await this.page.mouse.move(end.x, end.y);
    await this.page.mouse.up(options);
  }

  /** Drags with a finger. */
  async swipe(from, to) {
    const [start, end] = [await this.middle(from), await this.middle(to)];
    await this.page.touchscreen.touchStart(start.x, start.y);
    await this.page.touchscreen.touchMove((start.x + end.x) / 2, (start.y + end.y) / 2);
    await this.page.touchscreen.touchMove(end.x, end.y);
    await this.page.touchscreen.touchEnd();
  }

  async press(...keys) {
    for (const key of keys) await this.keyboard.press(key);
  }

  /** Sets a field as a person does, all at once. */
  async fill(id, value) {
    await this.evaluate(`(() => { const e = document.getElementById("${id}"); e.value = ${JSON.stringify(value)};
      for (const type of ["input", "change"]) e.dispatchEvent(new Event(type, { bubbles: true })); })()`);
  }

  async open(id) {
    await this.evaluate(`document.getElementById("${id}").open = true`);
  }

  plies() {
    return this.count("#moves .move[data-path]:not([data-path=''])");
  }

  fen() {
    return this.value("fen");
  }

  async playByClicks(from, to) {
    const before = await this.plies();
    await this.click(square(from));
    await this.until(`document.querySelector("${square(to)}.target")`);
    await this.click(square(to));
    await this.untilPlies(before + 1);
  }

  /** Waits until the game with its variations has so many moves, and the position is shown. */
  async untilPlies(number) {
    await this.until(`document.querySelectorAll("#moves .move[data-path]:not([data-path=''])").length === ${number}`);
  }

  async readPgn(text) {
    await this.fill("pgn", text);
    await this.click("#read-pgn");
    await this.until("/^Read: /.test(document.getElementById('status').textContent)");
  }

  async writtenPgn() {
    await this.fill("pgn", "");
    await this.click("#write-pgn");
    await this.until("document.getElementById('pgn').value");
    return this.value("pgn");
  }

  async told(pattern) {
    await this.until("!document.getElementById('error').hidden");
    assert.match(await this.text("#error"), pattern);
    await this.evaluate("document.getElementById('error').hidden = true");
  }

  status(pattern) {
    return this.until(`${pattern}.test(document.getElementById('status').textContent)`);
  }

  close() {
    return this.page.close();
  }
}

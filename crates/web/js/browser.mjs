// A browser with tabs of the page, and what checks do in them.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";

/** How long anything may take, in ms. */
const PATIENCE = 60_000;

export const DESKTOP = { width: 1300, height: 950, by: "mouse" };
export const PHONE = { width: 400, height: 850, by: "touch" };
export const TABS = ["play", "order", "search", "tree", "lessons"];
export const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

export const square = (name) => `[data-square=${name}]`;
export const inHash = (fen) => fen.replaceAll(" ", "_");

/** A browser, by the path of its program: Chromium or Firefox. */
export class Browser {
  /** Errors of the page and of its workers. */
  problems = [];
  requests = [];

  /** `look` is that of tabs that ask for none. The colours of Firefox are set here alone. */
  static async start(program, url, look) {
    const browser = new Browser();
    Object.assign(browser, { url, look });
    browser.isFirefox = /firefox/.test(program);
    browser.folder = await mkdtemp(join(tmpdir(), "bartizan-page-"));
    const options = { executablePath: program, headless: true, protocolTimeout: 3 * PATIENCE };
    browser.inner = await puppeteer.launch(browser.isFirefox
      ? { ...options, browser: "firefox", extraPrefsFirefox: { "layout.css.prefers-color-scheme.content-override": look.dark ? 0 : 1 } }
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
    const { by, ...viewport } = size;
    const hasTouch = by === "touch" && !this.isFirefox;
    await page.setViewport({ ...viewport, hasTouch });
    if (!this.isFirefox) await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
    await page.goto(this.url + (hash && `#${hash}`));
    const tab = new Tab(page, by);
    assert.equal(await tab.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"), dark);
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
  /** `by` is how things are chosen: mouse, touch or keyboard. */
  constructor(page, by) {
    this.page = page;
    this.by = by;
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

  /** Chooses with what the tab is used with; with options by mouse. */
  async click(selector, options) {
    if (this.by === "keyboard" && !options) {
      await this.page.focus(selector);
      assert.ok(await this.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`), `${selector} takes no focus`);
      return this.press(await this.evaluate("document.activeElement.matches('[type=radio], [type=checkbox]')") ? " " : "Enter");
    }
    const { x, y } = await this.middle(selector);
    if (this.by === "touch" && !options) await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y, options);
  }

  /** Drags by mouse or with a finger, by keyboard chooses both; `button` and keys draw arrows. */
  async drag(from, to, options) {
    if (this.by === "keyboard" && !options) {
      await this.click(from);
      return this.click(to);
    }
    const { mouse, touchscreen } = this.page;
    const [down, move, up] = this.by === "touch" && !options
      ? [touchscreen.touchStart, touchscreen.touchMove, touchscreen.touchEnd].map((act) => act.bind(touchscreen))
      : [(x, y) => mouse.move(x, y).then(() => mouse.down(options)), mouse.move.bind(mouse), () => mouse.up(options)];
    const start = await this.middle(from);
    await down(start.x, start.y);
    const end = await this.middle(to);
    await move((start.x + end.x) / 2, (start.y + end.y) / 2);
    await move(end.x, end.y);
    await up();
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

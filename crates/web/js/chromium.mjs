// Drives headless Chromium through its debugging pipe, without a package.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How long anything may take, in ms. */
const PATIENCE = 60_000;

export class Chromium {
  #process;
  #folder;
  #next = 1;
  #pending = new Map();
  #listeners = [];

  static async start(program) {
    const browser = new Chromium();
    browser.#folder = await mkdtemp(join(tmpdir(), "bartizan-page-"));
    const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", `--user-data-dir=${browser.#folder}`, "about:blank"];
    browser.#process = spawn(program, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    let text = "";
    browser.#process.stdio[4].setEncoding("utf8").on("data", (part) => {
      const messages = (text + part).split("\0");
      text = messages.pop();
      for (const message of messages) browser.#receive(JSON.parse(message));
    });
    return browser;
  }

  #receive({ id, result, error, method, params, sessionId }) {
    if (id !== undefined) {
      const { resolve, reject } = this.#pending.get(id);
      this.#pending.delete(id);
      if (error) reject(new Error(error.message));
      else resolve(result);
    } else for (const listener of this.#listeners) listener(method, params, sessionId);
  }

  on(listener) {
    this.#listeners.push(listener);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = this.#next++;
    this.#process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  async close() {
    const ended = new Promise((resolve) => this.#process.on("exit", resolve));
    this.#process.kill();
    await ended;
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** A tab with real mouse and keyboard events. `problems` gets errors of the page and of its workers. */
export class Tab {
  constructor(browser, problems, requests) {
    Object.assign(this, { browser, problems, requests });
  }

  static async open(browser, url, { width, height, dark = false }, problems, requests) {
    const tab = new Tab(browser, problems, requests);
    const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
    tab.target = targetId;
    const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
    tab.session = sessionId;
    const sessions = new Set([sessionId]);
    browser.on((method, params, session) => {
      if (!sessions.has(session)) return;
      if (method === "Target.attachedToTarget") {
        sessions.add(params.sessionId);
        tab.#watch(params.sessionId);
      }
      if (method === "Runtime.exceptionThrown") problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
      if (method === "Runtime.consoleAPICalled" && params.type === "error") problems.push(JSON.stringify(params.args));
      if (method === "Log.entryAdded" && params.entry.level === "error") problems.push(`${params.entry.text} ${params.entry.url}`);
      if (method === "Network.requestWillBeSent") requests.push(params.request.url);
    });
    await tab.#watch(sessionId);
    await tab.send("Page.enable");
    await tab.size(width, height);
    await tab.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
    await tab.send("Page.navigate", { url });
    return tab;
  }

  async #watch(session) {
    const send = (method, params) => this.browser.send(method, params, session).catch(() => {});
    await Promise.all([
      send("Runtime.enable"), send("Log.enable"), send("Network.enable"),
      send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }),
    ]);
  }

  send(method, params) {
    return this.browser.send(method, params, this.session);
  }

  size(width, height) {
    return this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  }

  async evaluate(expression) {
    const answer = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (answer.exceptionDetails) throw new Error(`${expression}: ${answer.exceptionDetails.exception?.description}`);
    return answer.result.value;
  }

  /** Waits until an expression is true. */
  async until(expression) {
    const end = Date.now() + PATIENCE;
    while (!(await this.evaluate(`!!(${expression})`))) {
      if (Date.now() > end) throw new Error(`never: ${expression}; status: ${await this.evaluate("document.getElementById('status')?.textContent")}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async middle(selector) {
    const text = JSON.stringify(selector);
    const box = await this.evaluate(`(() => { const e = document.querySelector(${text}); if (!e) return null; e.scrollIntoView({block: "center"});
      const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`);
    if (!box) throw new Error(`there is no ${selector}`);
    return box;
  }

  async mouse(type, [x, y]) {
    await this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: type === "mouseReleased" ? 0 : 1, clickCount: 1 });
  }

  async click(selector) {
    const at = await this.middle(selector);
    await this.mouse("mousePressed", at);
    await this.mouse("mouseReleased", at);
  }

  async drag(from, to) {
    const start = await this.middle(from);
    await this.mouse("mousePressed", start);
    const end = await this.middle(to);
    await this.mouse("mouseMoved", [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2]);
    await this.mouse("mouseMoved", end);
    await this.mouse("mouseReleased", end);
  }

  async press(key) {
    const codes = { Enter: 13, ArrowUp: 38, ArrowDown: 40, ArrowLeft: 37, ArrowRight: 39, Escape: 27, " ": 32 };
    const event = { key, code: key === " " ? "Space" : key, windowsVirtualKeyCode: codes[key] };
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", ...event, text: key === "Enter" ? "\r" : undefined });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }

  type(text) {
    return this.send("Input.insertText", { text });
  }

  async select(id, value) {
    await this.evaluate(`(() => { const e = document.getElementById("${id}"); e.value = "${value}"; e.dispatchEvent(new Event("change", {bubbles: true})); })()`);
  }

  async picture() {
    const { data } = await this.send("Page.captureScreenshot", { format: "png", captureBeyondViewport: false });
    return Buffer.from(data, "base64");
  }

  close() {
    return this.browser.send("Target.closeTarget", { targetId: this.target });
  }
}

// The board: mouse, touch, keyboard, promotion, arrows, editor.

import assert from "node:assert/strict";
import { square } from "../browser.mjs";

export const checks = {
  async "ten moves by clicks, one by dragging, one by keyboard, one as text"(browser) {
    const tab = await browser.open("mode=free");
    const game = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7"];
    for (const move of game) await tab.playByClicks(move.slice(0, 2), move.slice(2));
    assert.match(await tab.text("#moves"), /5\. O-O/);
    await tab.drag(square("f1"), square("e1"));
    await tab.untilPlies(11);
    await tab.page.focus(square("b7"));
    await tab.press("Enter", "ArrowDown", "ArrowDown", "Enter");
    await tab.untilPlies(12);
    await tab.click("#move-text");
    await tab.keyboard.type("Bb3");
    await tab.press("Enter");
    await tab.untilPlies(13);
    assert.equal(await tab.fen(), "r1bqk2r/2ppbppp/p1n2n2/1p2p3/4P3/1B3N2/PPPP1PPP/RNBQR1K1 b kq - 1 7");
    await tab.close();
  },

  async "promotion asks for the piece, last move and check are shown"(browser) {
    const tab = await browser.open("mode=free&fen=8/P3k3/8/8/8/8/8/4K3_w_-_-_0_1");
    await tab.click(square("a7"));
    await tab.click(square("a8"));
    await tab.until("document.getElementById('promotion').open");
    await tab.click("[data-promotion=n]");
    await tab.untilPlies(1);
    assert.match(await tab.text("#moves"), /a8=N/);
    await tab.until(`document.querySelector("${square("a8")}.last")`);
    await tab.close();
    const check = await browser.open("mode=free&fen=4k3/8/8/8/8/8/4Q3/4K3_b_-_-_0_1");
    await check.until(`document.querySelector("${square("e8")}.check")`);
    assert.match(await check.evaluate(`document.querySelector("${square("e8")}").getAttribute("aria-label")`), /in check/);
    await check.close();
  },

  async "arrows by mouse and keyboard are kept with the move"(browser) {
    const tab = await browser.open("mode=free");
    await tab.playByClicks("e2", "e4");
    await tab.drag(square("g8"), square("f6"), { button: "right" });
    await tab.until("document.querySelectorAll('#marks .arrow').length === 1");
    await tab.click(square("d5"), { button: "right" });
    await tab.until("document.querySelectorAll('#marks .mark-square').length === 1");
    await tab.page.focus(square("d5"));
    await tab.press("Escape", "ArrowUp", "a", "ArrowUp", "a");
    await tab.until("document.querySelectorAll('#marks .arrow').length === 2");
    assert.match(await tab.writtenPgn(), /1\. e4 \{ \[%csl Gd5\] \[%cal Gg8f6,Gd6d7\] \}/);
    // The same arrow again takes it away; other moves have their own.
    await tab.drag(square("g8"), square("f6"), { button: "right" });
    await tab.until("document.querySelectorAll('#marks .arrow').length === 1");
    await tab.click("#walk-back");
    await tab.until("document.querySelectorAll('#marks > *').length === 0");
    await tab.close();
  },

  async "the evaluation bar and the flipped board"(browser) {
    const tab = await browser.open("mode=free&fen=4k3/8/8/8/8/8/3Q4/4K3_w_-_-_0_1");
    await tab.until("Number(document.getElementById('bar').getAttribute('aria-valuenow')) > 80");
    await tab.click("#flip");
    assert.equal(await tab.evaluate("document.querySelector('#board .square').dataset.square"), "h1");
    await tab.close();
  },

  async "the board editor, by mouse and by keyboard"(browser) {
    const tab = await browser.open("mode=free");
    await tab.open("editor");
    await tab.click("#edit-clear");
    for (const [piece, name] of [["K", "e1"], ["k", "e8"], ["R", "b1"], ["P", "c2"]]) {
      await tab.click(`#tools [value=${piece}]`);
      await tab.click(square(name));
      await tab.until(`document.querySelector("${square(name)} svg")`);
    }
    if (tab.by === "keyboard") {
      for (const chosen of ["#tools [value='']", square("b1"), square("c2"), "#tools [value=R]", square("h1")]) await tab.click(chosen);
    } else {
      await tab.drag(square("b1"), square("h1"));
      await tab.drag(square("c2"), "#tools");
    }
    await tab.evaluate("document.querySelector('[data-right=K]').checked = true");
    await tab.page.focus("#tools [value=q]");
    await tab.press(" ");
    await tab.page.focus(square("e8"));
    await tab.press("ArrowLeft", "Enter");
    await tab.click("#edit-use");
    await tab.until("!document.getElementById('editor').open");
    assert.equal(await tab.fen(), "3qk3/8/8/8/8/8/8/4K2R w K - 0 1");
    await tab.open("editor");
    await tab.click("#edit-clear");
    await tab.click("#edit-use");
    await tab.told(/invalid position/);
    await tab.close();
  },
};

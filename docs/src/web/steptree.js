// A recorded search as a tree on a canvas: what was visited so far, the path, cutoffs; with zoom, and moves to be found.

/** @typedef {import("./types").StepNode} StepNode */

/** Height of a ply and room around, in pixels. */
const [PLY, MARGIN] = [72, 18];

export class StepTree {
  #canvas;
  /** @type {StepNode[]} */
  #nodes = [];
  /** Where the nodes lie: 0 to 1 from left to right, and plies. @type {{ x: number, ply: number }[]} */
  #places = [];
  #zoom = 1;
  /** The middle of what is seen, 0 to 1. */
  #middle = 0.5;
  #at = 0;
  #step = 0;
  /** @type {Set<number>} */
  #path = new Set();
  #wanted = "";
  /** @type {Map<number, number>} */
  #pointers = new Map();

  /** @param {HTMLCanvasElement} canvas @param {(node: number) => void} onChoose */
  constructor(canvas, onChoose) {
    this.#canvas = canvas;
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.shiftKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.25 : 0.8);
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      this.#pointers.set(event.pointerId, event.clientX);
      const node = this.#nodeAt(event.offsetX, event.offsetY);
      if (node !== null) onChoose(node);
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = this.#pointers.get(event.pointerId);
      if (before === undefined) return;
      this.#pointers.set(event.pointerId, event.clientX);
      this.#pan((before - event.clientX) / (canvas.clientWidth * this.#zoom * this.#pointers.size));
    });
    for (const type of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
      canvas.addEventListener(type, (event) => void this.#pointers.delete(event.pointerId));
    }
  }

  /** @param {StepNode[]} nodes */
  set nodes(nodes) {
    this.#nodes = nodes;
    this.#places = layout(nodes);
    [this.#zoom, this.#middle] = [1, 0.5];
    const plies = Math.max(0, ...this.#places.map(({ ply }) => ply));
    this.#canvas.style.height = `${2 * MARGIN + plies * PLY}px`;
    this.show(0);
  }

  /** Shows the search when it enters a node. @param {number} at */
  show(at) {
    this.#step = at;
    this.#at = Math.min(at, this.#nodes.length - 1);
    this.#path.clear();
    for (let node = this.#at; node >= 0; node = this.#nodes[node]?.parent ?? -1) this.#path.add(node);
    const place = this.#places[this.#at];
    const half = 0.5 / this.#zoom;
    if (place && Math.abs(place.x - this.#middle) > 0.8 * half) this.#middle = place.x;
    this.#pan(0);
  }

  /** Marks moves by their text. @param {string} text @returns {number[]} the nodes */
  find(text) {
    this.#wanted = text;
    this.draw();
    return this.#nodes.flatMap(({ san }, index) => (this.#isWanted(san) ? [index] : []));
  }

  /** @param {number} factor */
  zoom(factor) {
    this.#zoom = Math.min(200, Math.max(1, this.#zoom * factor));
    const place = this.#places[this.#at];
    if (place && factor > 1) this.#middle = place.x;
    this.#pan(0);
  }

  /** @param {number} by */
  #pan(by) {
    const half = 0.5 / this.#zoom;
    this.#middle = Math.min(1 - half, Math.max(half, this.#middle + by));
    this.draw();
  }

  /** @param {string | null} san */
  #isWanted(san) {
    return this.#wanted !== "" && san !== null && san.replace(/[+#]$/, "") === this.#wanted;
  }

  /** @param {number} node */
  #pixel(node) {
    const { x, ply } = this.#places[node];
    const width = this.#canvas.clientWidth - 2 * MARGIN;
    return { x: MARGIN + (0.5 + (x - this.#middle) * this.#zoom) * width, y: MARGIN + ply * PLY };
  }

  /** @param {number} x @param {number} y @returns {number | null} */
  #nodeAt(x, y) {
    let [best, distance] = [/** @type {number | null} */ (null), 14];
    for (let node = 0; node <= this.#at; node++) {
      const pixel = this.#pixel(node);
      const away = Math.hypot(pixel.x - x, pixel.y - y);
      if (away < distance) [best, distance] = [node, away];
    }
    return best;
  }

  draw() {
    const canvas = this.#canvas;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const context = canvas.getContext("2d");
    if (!context || !width) return;
    const ratio = devicePixelRatio;
    [canvas.width, canvas.height] = [width * ratio, height * ratio];
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const style = getComputedStyle(canvas);
    const color = (/** @type {string} */ name) => style.getPropertyValue(name);
    const colors = { text: color("--text"), line: color("--line"), dim: color("--dim"), mine: color("--scheme"), cut: color("--error") };
    const radius = Math.min(5, Math.max(1.2, (this.#zoom * width) / (2.5 * this.#nodes.length)));
    // What comes later in gray, then what was visited, then the path.
    for (const layer of ["later", "visited", "path"]) {
      for (let node = 0; node < this.#nodes.length; node++) {
        const own = node > this.#at ? "later" : this.#path.has(node) ? "path" : "visited";
        if (own !== layer) continue;
        const { x, y } = this.#pixel(node);
        const { parent, san } = this.#nodes[node];
        if ((x < -20 || x > width + 20) && parent === null) continue;
        context.strokeStyle = layer === "later" ? colors.line : layer === "path" ? colors.mine : colors.dim;
        context.lineWidth = layer === "path" ? 3 : layer === "visited" ? 1 : 0.4;
        if (parent !== null) {
          const above = this.#pixel(parent);
          context.beginPath();
          context.moveTo(above.x, above.y);
          context.lineTo(x, y);
          context.stroke();
        }
        const wanted = this.#isWanted(san);
        context.fillStyle = wanted ? colors.cut : context.strokeStyle;
        context.beginPath();
        context.arc(x, y, layer === "path" || wanted ? Math.max(4, radius) : radius, 0, 7);
        context.fill();
        if (layer !== "later" && this.#isCut(node)) this.#drawCut(context, x, y, colors.cut);
      }
    }
    this.#drawLabels(context, colors.text, radius);
  }

  /** Whether a cutoff of the node has happened by now. @param {number} node */
  #isCut(node) {
    const { cutoff, last } = this.#nodes[node];
    return Boolean(cutoff) && (last ?? node) < this.#step;
  }

  /** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {string} color */
  #drawCut(context, x, y, color) {
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(x + 1, y + 11);
    context.lineTo(x + 11, y + 5);
    context.stroke();
  }

  /** Moves are named where there is room, and along the path. @param {CanvasRenderingContext2D} context @param {string} color @param {number} radius */
  #drawLabels(context, color, radius) {
    context.fillStyle = color;
    context.font = "11px system-ui, sans-serif";
    context.textAlign = "center";
    for (let node = 1; node <= this.#at; node++) {
      const onPath = this.#path.has(node);
      if (!onPath && radius < 5) continue;
      const { x, y } = this.#pixel(node);
      if (x < 0 || x > this.#canvas.clientWidth) continue;
      context.font = onPath ? "bold 12px system-ui, sans-serif" : "11px system-ui, sans-serif";
      context.fillText(this.#nodes[node].san ?? "", x, y - 8);
    }
  }
}

/** Leaves lie side by side, parents above the middle of their children. @param {StepNode[]} nodes */
function layout(nodes) {
  const places = nodes.map(() => ({ x: 0, ply: 0 }));
  /** @type {number[][]} */
  const children = nodes.map(() => []);
  nodes.forEach(({ parent }, index) => {
    if (parent === null) return;
    children[parent].push(index);
    places[index].ply = places[parent].ply + 1;
    for (let above = /** @type {number | null} */ (parent); above !== null; above = nodes[above].parent) nodes[above].last = index;
  });
  const leaves = children.filter((own) => !own.length).length;
  let leaf = 0;
  nodes.forEach((_, index) => {
    if (!children[index].length) places[index].x = (leaf++ + 0.5) / leaves;
  });
  for (let index = nodes.length - 1; index >= 0; index--) {
    const own = children[index];
    if (own.length) places[index].x = (places[own[0]].x + places[own[own.length - 1]].x) / 2;
  }
  return places;
}

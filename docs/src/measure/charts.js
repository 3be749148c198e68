// Draws the results on this page: the JSON in it, as the tasks of `cargo xtask` have written it.

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, ROW, LEFT, RIGHT] = [720, 26, 230, 110];
const round = (value, digits = 1) => (value === null || value === undefined ? "" : Number(value).toFixed(digits));

function element(parent, name, attributes = {}, text = "") {
  const svg = name === "svg" || parent.namespaceURI === SVG;
  const child = svg ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) child.setAttribute(key, value);
  child.textContent = text;
  parent.append(child);
  return child;
}

// A chart with a row for each name: a point with its interval, or a bar from `from`.
function rows(parent, unit, all) {
  const numbers = all.flatMap(({ value, low, high }) => [0, value, low, high]).filter(Number.isFinite);
  const [least, most] = [Math.max(-1000, Math.min(...numbers)), Math.min(1e12, Math.max(...numbers))];
  const x = (value) => LEFT + ((Math.min(most, Math.max(least, value)) - least) / (most - least || 1)) * (WIDTH - LEFT - RIGHT);
  const svg = element(parent, "svg", { viewBox: `0 0 ${WIDTH} ${ROW * (all.length + 1)}`, fill: "currentColor", "font-size": 13 });
  element(svg, "line", { x1: x(0), x2: x(0), y1: 0, y2: ROW * all.length, stroke: "currentColor", "stroke-dasharray": "3 3" });
  all.forEach(({ name, value, low, high, shown }, index) => {
    const y = ROW * (index + 0.5);
    const label = element(svg, "text", { x: LEFT - 8, y: y + 4, "text-anchor": "end" }, name.length > 34 ? `${name.slice(0, 33)}…` : name);
    element(label, "title", {}, name);
    if (low === undefined) {
      element(svg, "rect", { x: Math.min(x(0), x(value)), y: y - 8, width: Math.abs(x(value) - x(0)), height: 16, fill: "#0072b2" });
    } else {
      element(svg, "line", { x1: x(low ?? -Infinity), x2: x(high ?? Infinity), y1: y, y2: y, stroke: "#0072b2", "stroke-width": 3 });
      if (Number.isFinite(value)) element(svg, "circle", { cx: x(value), cy: y, r: 5, fill: "#0072b2" });
    }
    element(svg, "text", { x: WIDTH - RIGHT + 8, y: y + 4 }, shown);
  });
  element(svg, "text", { x: (LEFT + WIDTH - RIGHT) / 2, y: ROW * all.length + 18, "text-anchor": "middle" }, unit);
}

function table(parent, headings, cells) {
  const made = element(element(parent, "div", { class: "table-wrapper" }), "table");
  const head = element(element(made, "thead"), "tr");
  const body = element(made, "tbody");
  for (const row of cells) {
    const line = element(body, "tr");
    row.forEach((cell) => element(line, "td", {}, cell));
  }
  headings.forEach((heading, column) => {
    let direction = -1;
    const button = element(element(head, "th", { scope: "col" }), "button", { type: "button" }, heading);
    button.addEventListener("click", () => {
      const text = (row) => row.cells[column].textContent;
      const sorted = [...body.rows].sort((a, b) => direction * text(a).localeCompare(text(b), "en", { numeric: true }));
      direction = -direction;
      body.append(...sorted);
    });
  });
}

function elo(parent, results) {
  const shown = ({ elo, low, high }) => (elo === null ? "" : `${round(elo)} ± ${round((high - low) / 2)}`);
  rows(parent, "Elo, with 95 % intervals", results.map(([name, { elo }]) => ({ name, value: elo.elo, low: elo.low, high: elo.high, shown: shown(elo) })));
  const cells = results.map(([name, { games, wins, draws, losses, elo }]) => [name, games, wins, draws, losses, round(elo.elo), round(elo.low), round(elo.high)]);
  table(parent, ["", "games", "won", "drawn", "lost", "Elo", "from", "to"], cells);
}

function curve(parent, points) {
  const losses = points.flatMap(({ training, validation }) => [training, validation]).filter(Number.isFinite);
  const [least, most] = [Math.min(...losses), Math.max(...losses)];
  const x = (epoch) => 60 + (epoch / points.at(-1).epoch) * (WIDTH - 200);
  const y = (loss) => 20 + ((most - loss) / (most - least || 1)) * 200;
  const svg = element(parent, "svg", { viewBox: `0 0 ${WIDTH} 260`, fill: "currentColor", "font-size": 13 });
  for (const loss of [least, most]) element(svg, "text", { x: 0, y: y(loss) + 4 }, round(loss, 5));
  for (const [name, color] of [["training", "#0072b2"], ["validation", "#d55e00"]]) {
    const known = points.filter((point) => Number.isFinite(point[name]));
    const line = known.map((point) => `${x(point.epoch)},${y(point[name])}`).join(" ");
    element(svg, "polyline", { points: line, fill: "none", stroke: color, "stroke-width": 2 });
    if (known.length) element(svg, "text", { x: WIDTH - 130, y: y(known.at(-1)[name]) + (name === "training" ? 14 : -4), fill: color }, name);
  }
  element(svg, "text", { x: WIDTH / 2, y: 250, "text-anchor": "middle" }, `loss by epoch, to ${round(points.at(-1).epoch, 2)}`);
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const groups = (all, key) => Map.groupBy?.(all, key) ?? all.reduce((map, one) => map.set(key(one), [...(map.get(key(one)) ?? []), one]), new Map());

function perft(parent, counts) {
  const speeds = [...groups(counts, (one) => one.generator)].map(([name, all]) => {
    const value = median(all.map(({ nodes, seconds }) => nodes / seconds / 1e6));
    return { name, value, shown: round(value, 0) };
  });
  rows(parent, "perft, million nodes a second: the median of all positions and rounds", speeds);
}

function orderings(parent, all) {
  for (const [setting, schemes] of groups(all, (one) => one.setting ?? "")) {
    const ratios = schemes.filter((one) => one.node_ratio).map(({ scheme, node_ratio }) => ({ name: `${scheme} ${setting}`, value: node_ratio, shown: round(node_ratio, 2) }));
    if (ratios.length) rows(parent, "nodes, as a multiple of those with the default ordering", ratios);
    table(parent, ["scheme", "positions", "nodes", "first-move cutoffs, %"], schemes.map((one) => [one.scheme, one.positions, round(one.common_nodes, 0), round(100 * one.cutoffs?.[0])]));
  }
}

const charts = document.getElementById("charts");
charts.textContent = "";
for (const script of document.querySelectorAll("script.result")) {
  const result = JSON.parse(script.textContent);
  element(charts, "h2", {}, script.dataset.name);
  if (result.ladder) elo(charts, result.ladder.map(({ side, result }) => [side, result]));
  if (result.ablations) elo(charts, result.ablations.map(({ heuristic, result }) => [`without ${heuristic}`, result]));
  if (result.result?.elo) elo(charts, [[`${result.settings.a.side} against ${result.settings.b.side}`, result.result]]);
  if (result.curve) curve(charts, result.curve);
  if (result.perft) perft(charts, result.perft);
  if (result.rows) orderings(charts, result.rows);
  const { command, commit, date } = result.origin;
  element(element(charts, "p"), "small", {}, `${command}, commit ${commit}, ${date}`);
}

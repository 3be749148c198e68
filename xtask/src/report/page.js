// A click on a heading sorts its table, a second one the other way round. Cells without a value are last.
const number = (text) => Number.parseFloat(text.replace(/^[<>]/, "").replace(/[,\s]/g, ""));

function compare(a, b, isNumber, direction) {
  if (!isNumber) return direction * a.localeCompare(b, "en", { numeric: true });
  const [x, y] = [number(a), number(b)];
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y);
  return direction * (x - y);
}

for (const table of document.querySelectorAll("table")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      const descending = heading.getAttribute("aria-sort") === "ascending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
      const isNumber = heading.classList.contains("number");
      const text = (row) => row.cells[column].textContent;
      const rows = [...table.tBodies[0].rows];
      rows.sort((a, b) => compare(text(a), text(b), isNumber, descending ? -1 : 1));
      table.tBodies[0].append(...rows);
    });
  });
}

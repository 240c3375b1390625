"use strict";
// Light, dark, or what the system says.
(() => {
  const button = document.getElementById("theme");
  const themes = ["system", "light", "dark"];
  let theme = "system";
  const show = () => {
    if (theme === "system") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.dataset.theme = theme;
    button.textContent = `Theme: ${theme}`;
  };
  // A browser may refuse to remember anything about a file.
  try { theme = localStorage.getItem("kawara-theme") ?? theme; } catch { /* as the system has it */ }
  if (!themes.includes(theme)) theme = "system";
  button.addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    try { localStorage.setItem("kawara-theme", theme); } catch { /* for this time only */ }
    show();
  });
  show();
})();
// Tables are sorted by the heads of their columns: up, down, and as they were.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const given = [...body.rows];
  const value = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.v === undefined ? cell.textContent : Number(cell.dataset.v);
  };
  const compare = (a, b) => {
    if (typeof a === "number" && typeof b === "number") return a - b;
    return String(a).localeCompare(String(b), undefined, { numeric: true });
  };
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const next = { ascending: "descending", descending: "" }[head.getAttribute("aria-sort")] ?? "ascending";
    for (const other of heads) other.removeAttribute("aria-sort");
    const rows = [...given];
    if (next) {
      head.setAttribute("aria-sort", next);
      const way = next === "ascending" ? 1 : -1;
      rows.sort((one, two) => {
        const [a, b] = [value(one, column), value(two, column)];
        if (a === "" || b === "") return (a === "") - (b === "");
        return way * compare(a, b);
      });
    }
    body.append(...rows);
  }));
}

// Pages whose content does not fit, or whose table is cut by a column, are emptied: their truth would be wrong.
for (const section of document.querySelectorAll("section")) {
  const content = section.firstChild;
  const right = section.getBoundingClientRect().right - 20;
  let bad = content.offsetHeight > HEIGHT - 90;
  for (const one of content.querySelectorAll("table, div, p, pre")) {
    bad = bad || one.getBoundingClientRect().right > right;
  }
  for (const table of content.querySelectorAll("table")) {
    const around = table.parentNode.getBoundingClientRect();
    bad = bad || table.getBoundingClientRect().right > around.right + 2 || table.getClientRects().length > 1;
    if (getComputedStyle(table.parentNode).columnCount != "auto") {
      const first = table.rows[0].getBoundingClientRect();
      const last = table.rows[table.rows.length - 1].getBoundingClientRect();
      bad = bad || Math.abs(first.left - last.left) > 3;
    }
  }
  if (bad) content.innerHTML = "SKIPPED";
}

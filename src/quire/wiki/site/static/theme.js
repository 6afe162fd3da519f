"use strict";
// Before anything is shown, so that a page never flashes in the wrong colours.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("quire-theme");
  } catch {
    // a browser that keeps nothing for files
  }
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
})();

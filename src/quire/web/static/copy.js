// Buttons that copy a line: data-copy holds it, or data-copy-of names the element whose text it is.

const SHOWN = 1600; // milliseconds that the button says so

function show() {
  if (!navigator.clipboard) return; // plain http from another machine: the lines can be marked by hand
  document.querySelectorAll("[data-copy], [data-copy-of]").forEach((button) => (button.hidden = false));
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy], [data-copy-of]");
  if (!button) return;
  const text = button.dataset.copy || document.getElementById(button.dataset.copyOf).textContent;
  await navigator.clipboard.writeText(text);
  const before = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => (button.textContent = before), SHOWN);
});
document.addEventListener("quire:fresh", show);
show();

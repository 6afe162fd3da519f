// The box that ticks everything on the page.

const boxes = () => [...document.querySelectorAll(".tick input")];

function count() {
  const [every, ticked] = [boxes(), boxes().filter((box) => box.checked)];
  const all = document.getElementById("tick-all");
  if (all) {
    all.hidden = false;
    all.checked = every.length > 0 && ticked.length === every.length;
    all.indeterminate = ticked.length > 0 && ticked.length < every.length;
  }
  document.querySelectorAll("[data-needs-ticks]").forEach((button) => {
    button.disabled = ticked.length === 0;
  });
  document.querySelectorAll("[data-ticked]").forEach((button) => {
    button.textContent = ticked.length ? button.dataset.ticked.replace("{number}", ticked.length) : button.dataset.none;
  });
}

document.addEventListener("change", ({ target }) => {
  if (target.id === "tick-all") boxes().forEach((box) => (box.checked = target.checked));
  if (target.id === "tick-all" || target.matches(".tick input")) count();
});
document.addEventListener("quire:fresh", count);
document.querySelectorAll("select[data-now]").forEach((one) => one.addEventListener("change", () => one.form.requestSubmit()));
count();

"use strict";
// Where there is room beside the table, what narrows it is open; where there is room above it, what it counts.
for (const one of document.querySelectorAll("details[data-opens]")) one.open = matchMedia(`(min-width: ${one.dataset.opens || 1000}px)`).matches;
// Of a form only what was filled in stands in the address.
for (const form of document.querySelectorAll("form.choose, form.sql")) {
  form.addEventListener("formdata", (event) => { for (const [name, value] of [...event.formData]) if (!value) event.formData.delete(name); });
}
// A file dropped anywhere on the page that takes logs is sent as if it had been chosen.
(() => {
  const form = document.querySelector("form.judge");
  if (!form) return;
  const area = form.querySelector(".drop");
  const file = form.querySelector("input[type=file]");
  addEventListener("dragover", (event) => { event.preventDefault(); area.classList.add("over"); });
  addEventListener("dragleave", () => area.classList.remove("over"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    area.classList.remove("over");
    if (event.dataTransfer.files.length) { file.files = event.dataTransfer.files; form.requestSubmit(); }
  });
  file.addEventListener("change", () => { if (file.files.length) form.requestSubmit(); });
})();

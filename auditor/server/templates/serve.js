"use strict";
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

"use strict";
// Without this everything is shown, one below the other.
document.documentElement.classList.add("script");
const tip = document.getElementById("tip");
document.addEventListener("mousemove", (event) => {
  const whom = event.target.closest ? event.target.closest("[data-tip]") : null;
  tip.style.display = whom ? "block" : "none";
  if (!whom) return;
  tip.textContent = whom.dataset.tip;
  const room = 14;
  const x = Math.min(event.clientX + room, window.innerWidth - tip.offsetWidth - room);
  const below = event.clientY + room + tip.offsetHeight < window.innerHeight;
  tip.style.left = Math.max(0, x) + "px";
  tip.style.top = (below ? event.clientY + room : event.clientY - room - tip.offsetHeight) + "px";
});
for (const tabs of document.querySelectorAll(".tabs")) {
  const buttons = tabs.querySelectorAll(":scope > .buttons > button");
  const show = (button) => {
    for (const other of buttons) {
      other.classList.toggle("on", other === button);
      document.getElementById(other.dataset.tab).classList.toggle("on", other === button);
    }
  };
  for (const button of buttons) button.addEventListener("click", () => show(button));
  show(buttons[0]);
}
for (const chip of document.querySelectorAll(".legend span")) {
  chip.addEventListener("click", () => {
    const chart = chip.parentElement.nextElementSibling;
    const hidden = chip.classList.toggle("off");
    for (const part of chart.querySelectorAll(".s" + chip.dataset.series)) part.style.display = hidden ? "none" : "";
  });
}

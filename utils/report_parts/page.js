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
// A number at an axis: 20k, 5M.
function short(value) {
  for (const [factor, letter] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (Math.abs(value) >= 10 * factor || (Math.abs(value) >= factor && factor > 1e3)) {
      return +(value / factor).toPrecision(4) + letter;
    }
  }
  return String(+value.toPrecision(4));
}
function save(name, type, content) {
  const link = document.createElement("a");
  link.download = name;
  link.href = type === "image/png" ? content : URL.createObjectURL(new Blob([content], {type}));
  link.click();
}
// Whiskers where a point has the ends of its interval, those of several lines side by side around the point.
function whiskers(chart, data) {
  const context = chart.ctx;
  context.save();
  data.series.forEach((line, i) => {
    if (!chart.series[i + 1].show) return;
    context.strokeStyle = line.colour;
    context.lineWidth = uPlot.pxRatio;
    context.beginPath();
    for (const [at, , low, high] of line.points) {
      if (low === undefined || at < chart.scales.x.min || at > chart.scales.x.max) continue;
      const x = chart.valToPos(at, "x", true) + 3 * uPlot.pxRatio * (i - (data.series.length - 1) / 2);
      const least = chart.scales.y.distr === 3 ? Math.max(low, chart.scales.y.min) : low;
      context.moveTo(x, chart.valToPos(least, "y", true));
      context.lineTo(x, chart.valToPos(high, "y", true));
    }
    context.stroke();
  });
  context.restore();
}
function columns(data) {
  const xs = [...new Set(data.series.flatMap((line) => line.points.map((p) => p[0])))].sort((a, b) => a - b);
  const place = new Map(xs.map((x, i) => [x, i]));
  return [xs, ...data.series.map((line) => {
    const column = new Array(xs.length).fill(null);
    for (const p of line.points) column[place.get(p[0])] = p[1];
    return column;
  })];
}
function draw(box, data, logY, width) {
  const ends = data.series.flatMap((line) => line.points.flatMap((p) => p.slice(1)));
  const [least, most] = ends.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);
  const names = data.names && data.names.length ? new Map(data.names) : null;
  const value = (line) => (chart, v, series, place) => {
    if (v == null) return "";
    const point = line.points.find((p) => p[0] === chart.data[0][place]);
    const number = String(+v.toPrecision(6));
    return point && point.length > 2 ? `${number} [${+point[2].toPrecision(4)} to ${+point[3].toPrecision(4)}]` : number;
  };
  const axis = {stroke: "#444", font: "12px system-ui, sans-serif", labelFont: "13px system-ui, sans-serif",
    grid: {stroke: "#e4e4e4", width: 1}, ticks: {stroke: "#e4e4e4", width: 1}, labelSize: 22};
  const options = {
    width, height: Math.round(Math.max(210, Math.min(300, 0.6 * width))),
    scales: {
      x: {time: false, distr: data.logX ? 3 : 1,
        range: (chart, a, b) => names ? (data.logX ? [a / 1.15, b * 1.15] : [a - 0.06 * (b - a || 1), b + 0.06 * (b - a || 1)])
          : [a, b > a ? b : a + 1]},
      y: logY ? {distr: 3, range: (chart, a, b) => uPlot.rangeLog(Math.max(Math.min(a, least), most * 1e-9), Math.max(b, most), 10, false)}
        : {range: [Math.min(0, 1.05 * least), most > 0 ? 1.05 * most : 1]},
    },
    axes: [
      {...axis, label: data.x, space: 55, ...(names ? {splits: [...names.keys()], values: (c, at) => at.map((v) => names.get(v)), filter: (c, at) => at}
        : {values: (c, at) => at.map((v) => v == null ? "" : short(v))})},
      {...axis, label: data.y, size: 52, values: (c, at) => at.map((v) => v == null ? "" : short(v))},
    ],
    series: [
      {label: data.x, value: (c, v) => v == null ? "" : names && names.has(v) ? names.get(v) : String(+v.toPrecision(6))},
      ...data.series.map((line) => ({label: line.name, stroke: line.colour, dash: line.dash, width: 1.8, spanGaps: true,
        points: {show: data.dots, size: 6, fill: line.colour}, value: value(line),
        ...(data.steps ? {paths: uPlot.paths.stepped({align: 1})} : {})})),
    ],
    cursor: {drag: {x: true, y: false}},
    hooks: {draw: [(chart) => whiskers(chart, data)]},
  };
  return new uPlot(options, columns(data), box);
}
for (const place of document.querySelectorAll(".plot")) {
  uPlot.pxRatio = Math.max(2, uPlot.pxRatio); // for print
  const data = JSON.parse(place.firstElementChild.textContent);
  const title = place.closest(".panel").querySelector("figcaption").textContent;
  const box = place.appendChild(document.createElement("div"));
  const row = place.appendChild(document.createElement("div"));
  row.className = "buttons";
  let logY = data.logY;
  const room = () => place.clientWidth || (place.closest(".panels:not(.tab .panels)") || {clientWidth: 500}).clientWidth;
  let chart = draw(box, data, logY, Math.min(700, room()));
  const add = (name, act) => {
    const button = row.appendChild(document.createElement("button"));
    button.type = "button";
    button.textContent = name;
    button.addEventListener("click", act);
    return button;
  };
  if (data.series.every((line) => line.points.every((p) => p[1] > 0))) {
    add("log", (event) => {
      logY = !logY;
      event.target.classList.toggle("on", logY);
      const width = chart.width;
      chart.destroy();
      chart = draw(box, data, logY, width);
    }).classList.toggle("on", logY);
  }
  add("CSV", () => {
    const quote = (text) => '"' + String(text).replaceAll('"', '""') + '"';
    const rows = data.series.flatMap((line) => line.points.map((p) => [quote(line.name), ...p].join(",")));
    save(title + ".csv", "text/csv", ["series", quote(data.x), quote(data.y), "low", "high"].join(",") + "\n" + rows.join("\n") + "\n");
  });
  add("PNG", () => {
    const whole = document.createElement("canvas");
    const from = chart.ctx.canvas;
    const line = 18 * uPlot.pxRatio;
    whole.width = from.width;
    whole.height = from.height + line * (data.series.length + 1.5);
    const context = whole.getContext("2d");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, whole.width, whole.height);
    context.font = 14 * uPlot.pxRatio + "px system-ui, sans-serif";
    context.fillStyle = "#000";
    context.fillText(title, 0.5 * line, line);
    context.drawImage(from, 0, 1.3 * line);
    data.series.forEach((of, i) => {
      context.fillStyle = of.colour;
      context.fillText(of.name, 3 * line, from.height + (i + 2.2) * line);
    });
    save(title + ".png", "image/png", whole.toDataURL("image/png"));
  });
  new ResizeObserver(() => {
    const width = Math.min(700, place.clientWidth);
    if (width > 50 && Math.abs(width - chart.width) > 2 && !window.matchMedia("print").matches) {
      chart.setSize({width, height: Math.round(Math.max(210, Math.min(300, 0.6 * width)))});
    }
  }).observe(place);
}
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

// The diagram of a target. Its SVG is copied element by element, so that only shapes and texts enter the page.

import { h } from "../ui/dom.js";
import { address } from "../router.js";
import { tableNamed } from "../state.js";

const namespace = "http://www.w3.org/2000/svg";
const elements = new Set(["svg", "g", "path", "rect", "circle", "line", "text", "tspan", "title"]);
const attributes = new Set([
  "class", "d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "dx", "dy", "width", "height", "viewBox", "transform", "role", "tabindex",
  "aria-label", "data-table", "stroke-dasharray", "text-anchor", "clip-path",
]);

/** Copies shapes and texts; everything else is left out. */
function copied(node) {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data);
  if (node.nodeType !== Node.ELEMENT_NODE || !elements.has(node.localName)) return null;
  const element = document.createElementNS(namespace, node.localName);
  for (const { name, value } of node.attributes) if (attributes.has(name)) element.setAttribute(name, value);
  element.append(...[...node.childNodes].map(copied).filter(Boolean));
  return element;
}

/** Follows the theme of the page: the style's own media query follows the system. */
function themed(style) {
  const theme = window.postilTheme.current;
  if (theme === "system") return style;
  return style.replaceAll(/@media\s*\(prefers-color-scheme:\s*dark\)/g, theme === "dark" ? "@media all" : "@media not all");
}

/** Tables are titled by their structs; the box has room for the longer of the names. */
function nameStructs(image) {
  for (const box of image.querySelectorAll("[data-table]")) {
    const table = tableNamed(box.getAttribute("data-table"));
    const name = box.querySelector("text.name");
    if (!table || !name) continue;
    if (table.swiftName.length <= Math.max(name.textContent.length, (Number(box.querySelector("rect").getAttribute("width")) - 24) / 8)) name.textContent = table.swiftName;
    box.setAttribute("aria-label", table.swiftName);
  }
}

const [smallest, largest] = [0.1, 3];
/** The smallest size at which names are read at first sight. */
const readable = 0.72;

/**
 * An element with a diagram that is dragged, and zoomed around the pointer. Tables are links.
 * @param extra controls for its bar
 */
export function diagramView({ svg, style, width, height, boxes }, extra = []) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  const image = copied(parsed.documentElement);
  if (!image || image.localName !== "svg") return h("p", { class: "notice error" }, "The diagram can't be read.");
  nameStructs(image);
  const holder = h("div", { class: "diagram-image" });
  const root = holder.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  const setStyle = () => sheet.replaceSync(`${themed(style ?? "")} svg { display: block; width: 100%; height: auto; } .bg { fill: none; } .t { cursor: pointer; } .t:focus-visible { outline: 2px solid #5b7cfa; } .t.found .box, .t:hover .box { stroke: #5b7cfa; stroke-width: 2.5; }`);
  setStyle();
  root.adoptedStyleSheets = [sheet];
  root.append(image);
  const area = h("div", { class: "diagram-area", tabindex: "0", role: "group", "aria-label": "Diagram: drag to move, turn the wheel to zoom" }, holder);
  const label = h("span", { class: "diagram-zoom" });
  let view = { zoom: 1, x: 0, y: 0 };

  function show(next) {
    const zoom = Math.min(largest, Math.max(smallest, next.zoom));
    const [w, hgt] = [width * zoom, height * zoom];
    // Something of the diagram stays in sight.
    const inside = (offset, size, room) => (size <= room ? (room - size) / 2 : Math.min(24, Math.max(room - size - 24, offset)));
    view = { zoom, x: inside(next.x, w, area.clientWidth), y: inside(next.y, hgt, area.clientHeight) };
    holder.style.width = `${w}px`;
    holder.style.transform = `translate(${view.x}px, ${view.y}px)`;
    label.textContent = `${Math.round(zoom * 100)} %`;
  }

  /** Changes the size; the point of the diagram at a place of the area stays there. */
  function zoomAt(zoom, x = area.clientWidth / 2, y = area.clientHeight / 2) {
    const next = Math.min(largest, Math.max(smallest, zoom));
    show({ zoom: next, x: x - ((x - view.x) * next) / view.zoom, y: y - ((y - view.y) * next) / view.zoom });
  }

  const whole = () => Math.min(1, (area.clientWidth - 24) / width, (area.clientHeight - 24) / height);
  const fit = () => show({ zoom: whole(), x: 0, y: 0 });
  // All of it, unless the names were too small to read then.
  const start = () => show({ zoom: Math.max(whole(), Math.min(readable, 1)), x: 0, y: 0 });

  function find(search) {
    const words = search.trim().toLowerCase();
    const groups = [...image.querySelectorAll("[data-table]")];
    const match = words && groups.find((group) => [group.getAttribute("aria-label"), group.getAttribute("data-table")].some((name) => name.toLowerCase().includes(words)));
    for (const group of groups) group.classList.toggle("found", group === match);
    const box = match && boxes?.find(({ table }) => table === match.getAttribute("data-table"));
    if (!box) return;
    const zoom = Math.max(view.zoom, readable);
    show({ zoom, x: area.clientWidth / 2 - (box.x + box.width / 2) * zoom, y: area.clientHeight / 2 - (box.y + box.height / 2) * zoom });
  }

  let wasDragged = false;
  area.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    wasDragged = false;
    const origin = { x: event.clientX, y: event.clientY, from: view };
    const move = (moved) => {
      if (Math.abs(moved.clientX - origin.x) + Math.abs(moved.clientY - origin.y) > 4) {
        wasDragged = true;
        area.classList.add("is-dragged");
      }
      if (wasDragged) show({ ...origin.from, x: origin.from.x + moved.clientX - origin.x, y: origin.from.y + moved.clientY - origin.y });
    };
    const end = () => {
      area.classList.remove("is-dragged");
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
  });
  area.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = area.getBoundingClientRect();
    zoomAt(view.zoom * Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 300), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  area.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
    if (step) show({ ...view, x: view.x + step[0], y: view.y + step[1] });
    else if (event.key === "+" || event.key === "=") zoomAt(view.zoom * 1.25);
    else if (event.key === "-") zoomAt(view.zoom / 1.25);
    else return;
    event.preventDefault();
  });
  const open = (event) => {
    const name = event.target.closest?.("[data-table]")?.getAttribute("data-table");
    if (name && !wasDragged && tableNamed(name)) location.hash = address("table", name);
  };
  image.addEventListener("click", open);
  image.addEventListener("keydown", (event) => { if (event.key === "Enter") open(event); });
  window.addEventListener("themechange", () => { if (area.isConnected) setStyle(); });

  const search = h("input", { class: "field", type: "search", placeholder: "Find a table", "aria-label": "Find a table in the diagram", autocomplete: "off", spellcheck: "false", oninput: () => find(search.value) });
  let isStarted = false;
  const observer = new ResizeObserver(() => {
    if (!area.clientWidth) return;
    if (isStarted) return show(view);
    isStarted = true;
    return start();
  });
  observer.observe(area);
  return h("div", { class: "diagram" },
    h("div", { class: "diagram-bar" }, h("button", { class: "small", "aria-label": "Smaller", onclick: () => zoomAt(view.zoom / 1.25) }, "−"), label,
      h("button", { class: "small", "aria-label": "Larger", onclick: () => zoomAt(view.zoom * 1.25) }, "+"), h("button", { class: "small", onclick: fit }, "Whole"),
      search, extra, h("span", { class: "quiet" }, "A click opens the table")), area);
}

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

/** An element with a diagram: tables are links; the buttons change its size. */
export function diagramView({ svg, style, width, height }) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  const image = copied(parsed.documentElement);
  if (!image || image.localName !== "svg") return h("p", { class: "notice error" }, "The diagram can't be read.");
  const holder = h("div", { class: "diagram-image" });
  const root = holder.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  const setStyle = () => sheet.replaceSync(`${themed(style ?? "")} svg { display: block; width: 100%; height: auto; } .t { cursor: pointer; } .t:focus-visible { outline: 2px solid #5b7cfa; }`);
  setStyle();
  root.adoptedStyleSheets = [sheet];
  root.append(image);
  const open = (event) => {
    const name = event.target.closest?.("[data-table]")?.getAttribute("data-table");
    if (name && tableNamed(name)) location.hash = address("table", name);
  };
  image.addEventListener("click", open);
  image.addEventListener("keydown", (event) => { if (event.key === "Enter") open(event); });

  let zoom = 1;
  const area = h("div", { class: "diagram-area" }, holder);
  const setZoom = (next) => {
    zoom = Math.min(4, Math.max(0.15, next));
    holder.style.width = `${Math.round(width * zoom)}px`;
    label.textContent = `${Math.round(zoom * 100)} %`;
  };
  const fit = () => setZoom(Math.min(1, (area.clientWidth - 24) / width));
  const label = h("span", { class: "diagram-zoom" });
  const element = h("div", { class: "diagram" },
    h("div", { class: "diagram-bar" }, h("button", { class: "small", "aria-label": "Smaller", onclick: () => setZoom(zoom / 1.25) }, "−"), label,
      h("button", { class: "small", "aria-label": "Larger", onclick: () => setZoom(zoom * 1.25) }, "+"), h("button", { class: "small", onclick: fit }, "Fit"),
      h("span", { class: "quiet" }, `${Math.round(width)} × ${Math.round(height)}, tables open with a click`)), area);
  area.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    setZoom(zoom * (event.deltaY < 0 ? 1.1 : 0.9));
  }, { passive: false });
  window.addEventListener("themechange", () => { if (element.isConnected) setStyle(); });
  requestAnimationFrame(fit);
  return element;
}


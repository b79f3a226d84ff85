// The icons: paths on a field of 16 by 16, drawn with the color of the text.

const paths = {
  add: "M8 3v10M3 8h10",
  arrowLeft: "M9.500 3.500 5 8l4.500 4.500",
  arrowRight: "M6.500 3.500 11 8l-4.500 4.500",
  arrowDown: "M3.500 6 8 10.500 12.500 6",
  arrowUp: "M3.500 10 8 5.500 12.500 10",
  calendar: "M2.500 4h11v9.500h-11zM2.500 7h11M5.500 2v3M10.500 2v3",
  check: "M3 8.500 6.500 12 13 4.500",
  close: "M4 4l8 8M12 4l-8 8",
  code: "M5.500 4.500 2 8l3.500 3.500M10.500 4.500 14 8l-3.500 3.500",
  columns: "M2.500 3h11v10h-11zM6.200 3v10M9.800 3v10",
  copy: "M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3",
  database: "M2.500 4c0-2 11-2 11 0s-11 2-11 0zM2.500 4v8c0 2 11 2 11 0V4M2.500 8c0 2 11 2 11 0",
  download: "M8 2.500v8M4.500 7.500 8 11l3.500-3.500M3 13.500h10",
  drag: "M6 3.500v.01M10 3.500v.01M6 8v.01M10 8v.01M6 12.500v.01M10 12.500v.01",
  edit: "M3 13l.6-2.800 7.400-7.400 2.200 2.200-7.400 7.400z",
  filter: "M2 3.500h12L9.500 9v4l-3-1.500V9z",
  join: "M2.500 5.500h4v5h-4zM9.500 5.500h4v5h-4zM6.500 8h3",
  key: "M9.500 6.500a3 3 0 1 0-2.200 2.900L8.500 10.500H10V12h1.500v1.500h2v-2.200L9.300 7.500",
  link: "M6 4h6v6M12 4 4.500 11.500",
  lock: "M4 7.500h8v6H4zM5.500 7.500V5a2.500 2.500 0 0 1 5 0v2.500",
  menu: "M2.500 4h11M2.500 8h11M2.500 12h11",
  minus: "M3 8h10",
  monitor: "M2 3h12v8H2zM6 13.500h4",
  moon: "M13 9.500A5.500 5.500 0 0 1 6.500 3 5.500 5.500 0 1 0 13 9.500z",
  more: "M3.500 8v.01M8 8v.01M12.500 8v.01",
  play: "M4.500 3v10l8-5z",
  refresh: "M13 8a5 5 0 1 1-1.500-3.500L13 6M13 2.500V6H9.500",
  search: "M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM10.500 10.500 14 14",
  stop: "M4 4h8v8H4z",
  sun: "M8 5.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM8 1.500v1.500M8 13v1.500M1.500 8H3M13 8h1.500M3.400 3.400l1 1M11.600 11.600l1 1M12.600 3.400l-1 1M4.400 11.600l-1 1",
  table: "M2.500 3h11v10h-11zM2.500 6.500h11M6.500 6.500V13",
  trash: "M3 4.500h10M6.500 4.500V3h3v1.500M4.500 4.500l.5 9h6l.5-9",
  tree: "M3 3h4v3H3zM9 10h4v3H9zM5 6v5.500h4",
  undo: "M3 6.500h6.500a3.500 3.500 0 0 1 0 7H6M5.500 4 3 6.500 5.500 9",
  redo: "M13 6.500H6.500a3.500 3.500 0 0 0 0 7H10M10.500 4 13 6.500 10.500 9",
  upload: "M8 11V3M4.500 6 8 2.500 11.500 6M3 13.500h10",
  view: "M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8zM8 6.200a1.800 1.800 0 1 0 0 3.600 1.800 1.800 0 0 0 0-3.600z",
  warning: "M8 2.500 14.500 13.500h-13zM8 6.500V10M8 11.800v.01",
};

const namespace = "http://www.w3.org/2000/svg";

/** An icon, hidden from screen readers: its button has a label. */
export function icon(name) {
  const svg = document.createElementNS(namespace, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(namespace, "path");
  path.setAttribute("d", paths[name] ?? paths.more);
  svg.append(path);
  return svg;
}

// Builds elements. Texts become text nodes and never HTML; nothing in this page sets `innerHTML`.

/**
 * An element with properties and children.
 *
 *     h("button", { class: "primary", onclick: save, "aria-label": "Save" }, icon("check"), "Save")
 *
 * Keys that start with `on` are listeners, `true` and `false` add and remove an attribute, `null` leaves one out.
 */
export function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "indeterminate") element[name] = value;
    else if (name === "dataset") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  return add(element, ...children);
}

const present = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

/** Adds children to an element. */
export function add(element, ...children) {
  element.append(...present(children));
  return element;
}

/** Replaces all children of an element. */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

/** Tells screen readers something. */
export function announce(text) {
  document.getElementById("live").textContent = text;
}

/** Calls a function once things have been quiet for some milliseconds. */
export function debounced(milliseconds, body) {
  let timer;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => body(...values), milliseconds);
  };
}

/** A number with separators: 1,000,000. */
export const formatted = (number) => Number(number).toLocaleString("en-US");

/** A size in bytes for people: 1.5 MB. */
export function formattedBytes(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = bytes / 1000;
  while (value >= 1000 && units.length > 1) {
    value /= 1000;
    units.shift();
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[0]}`;
}

export const plural = (count, word, words = `${word}s`) => `${formatted(count)} ${count === 1 ? word : words}`;

/** Values stored in this browser for the database, such as the width of a column. */
export const stored = {
  /** Identifies the database: several can have been shown on the same port. */
  database: "",
  get(name, fallback) {
    try { return JSON.parse(localStorage.getItem(`postil.${this.database}.${name}`)) ?? fallback; } catch { return fallback; }
  },
  set(name, value) {
    try { localStorage.setItem(`postil.${this.database}.${name}`, JSON.stringify(value)); } catch { /* It is only a convenience. */ }
  },
};

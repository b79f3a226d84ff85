// Small windows: menus and pickers at an element, dialogs over the page, short messages at its edge.

import { h, announce } from "./dom.js";
import { icon } from "./icons.js";

let closeOpen = null;

/**
 * Opens a small window below an element; it closes on Escape, or when something else is clicked.
 * @returns a function that closes it
 */
export function popover(anchor, content, { label = "", width = null, onclose = null } = {}) {
  closeOpen?.();
  const before = document.activeElement;
  const host = anchor.closest("dialog") ?? document.body;
  const element = h("div", { class: "popover", role: "dialog", "aria-label": label }, content);
  if (width) element.style.width = `min(${width}px, calc(100vw - 16px))`;
  host.append(element);
  place();

  function place() {
    // An anchor that was drawn again has no place.
    if (!anchor.isConnected) return;
    const box = anchor.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = element;
    const left = Math.max(8, Math.min(box.left, innerWidth - offsetWidth - 8));
    const below = box.bottom + 4;
    const top = below + offsetHeight > innerHeight - 8 ? Math.max(8, Math.min(box.top - offsetHeight - 4, innerHeight - offsetHeight - 8)) : below;
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }
  const observer = new ResizeObserver(place);
  observer.observe(element);
  window.addEventListener("resize", place);
  const outside = (event) => { if (!element.contains(event.target) && !anchor.contains(event.target)) close(); };
  const escape = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close();
    before?.focus?.({ preventScroll: true });
  };
  document.addEventListener("mousedown", outside, true);
  element.addEventListener("keydown", escape);
  function close() {
    if (closeOpen !== close) return;
    closeOpen = null;
    observer.disconnect();
    window.removeEventListener("resize", place);
    document.removeEventListener("mousedown", outside, true);
    element.remove();
    onclose?.();
  }
  closeOpen = close;
  (element.querySelector("[autofocus]") ?? element.querySelector("input, button, select, textarea"))?.focus({ preventScroll: true });
  return close;
}

export const closePopover = () => closeOpen?.();

/** The number of items from which a menu has a field to search in. */
const searchedCount = 12;

/** Opens a menu at a point of the window. */
export function menuAt(x, y, items, label) {
  const anchor = h("span", { class: "menu-point" });
  anchor.style.left = `${x}px`;
  anchor.style.top = `${y}px`;
  document.body.append(anchor);
  return menu(anchor, items, label, () => anchor.remove());
}

/**
 * A menu of commands: `{title, icon?, detail?, run, isDisabled?}` or null for a line between groups. `isChecked` can be a function; an item
 * that `stays` leaves the menu open. A long menu has a field to search in.
 */
export function menu(anchor, items, label, onclose = null) {
  const list = menuList(items);
  list.addEventListener("keydown", (event) => moveFocus(event, list));
  const commands = items.filter((item) => item !== null);
  if (commands.length < searchedCount) return popover(anchor, list, { label, onclose });
  const field = h("input", { class: "field menu-search", type: "search", placeholder: "Search", "aria-label": `Search ${label}`, autofocus: true, autocomplete: "off", spellcheck: "false" });
  field.addEventListener("input", () => {
    const search = field.value.trim().toLowerCase();
    const found = search ? commands.filter(({ title, detail }) => title.toLowerCase().includes(search) || detail?.toLowerCase().includes(search)) : items;
    list.replaceChildren(...menuList(found).childNodes);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") list.querySelector("button:not([disabled])")?.focus();
    else if (event.key === "Enter") list.querySelector("button:not([disabled])")?.click();
    else return;
    event.preventDefault();
  });
  return popover(anchor, h("div", { class: "searched-menu" }, field, list), { label, onclose });
}

function menuList(items) {
  const isChecked = (item) => (typeof item.isChecked === "function" ? item.isChecked() : item.isChecked);
  const list = h("div", { class: "menu", role: "menu" }, items.map((item) => item === null
    ? h("hr")
    : h("button", {
      role: item.isChecked === undefined ? "menuitem" : "menuitemcheckbox", disabled: item.isDisabled,
      "aria-checked": item.isChecked === undefined ? null : String(isChecked(item)),
      onclick: (event) => {
        if (item.stays !== true) closePopover();
        const button = event.currentTarget;
        item.run();
        if (item.stays !== true || typeof item.isChecked !== "function") return;
        button.setAttribute("aria-checked", String(isChecked(item)));
        button.firstChild.replaceChildren(...(isChecked(item) ? [icon("check")] : []));
      },
    }, h("span", { class: "menu-icon" }, isChecked(item) ? icon("check") : item.icon ? icon(item.icon) : null),
      h("span", { class: "menu-title" }, item.title), item.detail ? h("span", { class: "menu-detail" }, item.detail) : null)));
  return list;
}

/** Moves the focus among the buttons of a list with the arrow keys. */
export function moveFocus(event, list, selector = "button:not([disabled])") {
  if (!["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) return;
  const buttons = [...list.querySelectorAll(selector)];
  const index = buttons.indexOf(document.activeElement);
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: buttons.length - 1 }[event.key];
  buttons[(next + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
}

/**
 * Opens a dialog over the page; the browser keeps the focus in it.
 * @returns `{element, close}`
 */
export function dialog(title, content, { footer = [], className = "", onclose = null } = {}) {
  closePopover();
  const close = () => element.close();
  const element = h("dialog", { class: `dialog ${className}`, "aria-label": title },
    h("header", { class: "dialog-head" }, h("h2", null, title),
      h("button", { class: "ghost icon-only", "aria-label": "Close", onclick: close }, icon("close"))),
    h("div", { class: "dialog-body" }, content),
    footer.length ? h("footer", { class: "dialog-foot" }, footer) : null);
  element.addEventListener("close", () => {
    element.remove();
    onclose?.();
  });
  element.addEventListener("mousedown", (event) => { if (event.target === element) close(); });
  document.body.append(element);
  element.showModal();
  return { element, close };
}

/** Asks before something that can't be undone. */
export function confirmation(title, text, action) {
  return new Promise((resolve) => {
    let answer = false;
    const { close } = dialog(title, h("p", null, text), {
      className: "narrow",
      footer: [
        h("button", { onclick: () => close() }, "Cancel"),
        h("button", { class: "danger", autofocus: true, onclick: () => { answer = true; close(); } }, action),
      ],
      onclose: () => resolve(answer),
    });
  });
}

/** Shows a short message at the edge of the page, and tells screen readers; `action` is `{title, run}`. */
export function toast(text, kind = "info", action = null) {
  const element = h("div", { class: `toast ${kind}` }, kind === "error" ? icon("warning") : null, h("span", null, text),
    action ? h("button", { class: "ghost toast-action", onclick: () => { element.remove(); action.run(); } }, action.title) : null,
    h("button", { class: "ghost icon-only", "aria-label": "Close", onclick: () => element.remove() }, icon("close")));
  const list = document.getElementById("toasts");
  list.append(element);
  while (list.children.length > 4) list.firstChild.remove();
  setTimeout(() => element.remove(), kind === "error" || action ? 12_000 : 4_000);
  announce(text);
}

/** Copies a text, and says so. */
export async function copy(text, what = "Copied") {
  try {
    await navigator.clipboard.writeText(text);
    toast(what);
  } catch {
    const area = h("textarea", { class: "unseen", value: text });
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    toast(isCopied ? what : "The browser doesn't allow copying", isCopied ? "info" : "error");
  }
}

/** A button that copies the text that a function returns. */
export const copyButton = (text, label) => h("button", {
  class: "ghost icon-only", "aria-label": label, title: label, onclick: () => copy(text(), `${label}: done`),
}, icon("copy"));

/** Saves a file. */
export function save(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}


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

/** A menu of commands: `{title, icon?, detail?, run, isDisabled?}` or null for a line between groups. */
export function menu(anchor, items, label) {
  const list = h("div", { class: "menu", role: "menu" }, items.map((item) => item === null
    ? h("hr")
    : h("button", {
      role: item.isChecked === undefined ? "menuitem" : "menuitemcheckbox", disabled: item.isDisabled,
      "aria-checked": item.isChecked === undefined ? null : String(item.isChecked),
      onclick: () => {
        if (item.stays !== true) closePopover();
        item.run();
      },
    }, h("span", { class: "menu-icon" }, item.isChecked ? icon("check") : item.icon ? icon(item.icon) : null),
      h("span", { class: "menu-title" }, item.title), item.detail ? h("span", { class: "menu-detail" }, item.detail) : null)));
  list.addEventListener("keydown", (event) => moveFocus(event, list));
  return popover(anchor, list, { label });
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

/** Shows a short message at the edge of the page, and tells screen readers. */
export function toast(text, kind = "info") {
  const element = h("div", { class: `toast ${kind}` }, kind === "error" ? icon("warning") : null, h("span", null, text),
    h("button", { class: "ghost icon-only", "aria-label": "Close", onclick: () => element.remove() }, icon("close")));
  const list = document.getElementById("toasts");
  list.append(element);
  while (list.children.length > 4) list.firstChild.remove();
  setTimeout(() => element.remove(), kind === "error" ? 12_000 : 4_000);
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


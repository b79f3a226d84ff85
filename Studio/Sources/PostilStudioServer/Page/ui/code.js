// A piece of code with its language and a button that copies it.

import { h, fill } from "./dom.js";
import { highlighted } from "./highlight.js";
import { copyButton } from "./popover.js";

/** An element that shows code; `set(text)` replaces it. */
export function codeBlock(language, text = "", { isInline = false, label = language === "sql" ? "SQL" : "Swift" } = {}) {
  let current = text;
  const code = h("code", { class: "code-text", translate: "no" });
  const element = h("div", { class: `code${isInline ? " inline" : ""}` },
    h("span", { class: "code-label" }, label), code, copyButton(() => current, `Copy as ${label}`));
  const set = (next) => {
    current = next;
    fill(code, highlighted(isInline ? next.replace(/\s*\n\s*/g, " ") : next, language));
    code.title = isInline ? next : "";
  };
  set(text);
  return { element, set };
}

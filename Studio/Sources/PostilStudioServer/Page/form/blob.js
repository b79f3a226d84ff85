// A blob: a preview as an image, text or hexadecimal digits, downloading, and replacing it by a file.

import { api } from "../api.js";
import { h, fill, formattedBytes } from "../ui/dom.js";
import { icon } from "../ui/icons.js";
import { blobKind, isNil } from "../values.js";

const maximumUpload = 5_000_000;
const maximumPreview = 64_000;

export function blobControl(column, cell, options) {
  let current = cell;
  const preview = h("div", { class: "blob-preview" });
  const input = h("input", {
    type: "file", class: "unseen", tabindex: "-1", "aria-label": `File for ${column.swiftName}`,
    onchange: () => input.files[0] && replace(input.files[0]),
  });
  const element = h("div", { class: "blob" }, preview, input);
  const message = h("p", { class: "field-error", hidden: true });

  async function replace(file) {
    if (file.size > maximumUpload) {
      message.textContent = `the file has ${formattedBytes(file.size)}; at most ${formattedBytes(maximumUpload)} can be stored here`;
      message.hidden = false;
      return;
    }
    message.hidden = true;
    current = { base64: base64(new Uint8Array(await file.arrayBuffer())) };
    draw();
    element.dispatchEvent(new Event("input", { bubbles: true }));
    options.changed?.();
  }

  function draw() {
    const isStored = current?.blob && options.row && typeof options.row !== "string";
    fill(preview,
      h("div", { class: "blob-line" },
        h("span", { class: "blob-size" }, isNil(current) ? "no bytes" : current.base64
          ? `${formattedBytes(atob(current.base64).length)}, not committed`
          : [blobKind(current.blob.hex), formattedBytes(current.blob.size)].filter(Boolean).join(" · ")),
        isStored ? h("a", {
          class: "button ghost", href: api.blobAddress(options.table.name, options.row, column.name, true), download: "",
        }, icon("download"), "Download") : null,
        options.isReadOnly ? null : h("button", { type: "button", class: "ghost", onclick: () => input.click() }, icon("upload"), "Replace…")),
      message, isNil(current) ? null : view());
  }

  function view() {
    const bytes = current.base64 ? Uint8Array.from(atob(current.base64), (character) => character.charCodeAt(0)) : null;
    const hexStart = bytes ? [...bytes.slice(0, 4)].map((byte) => byte.toString(16).padStart(2, "0")).join("") : current.blob.hex;
    const tabs = [...(blobKind(hexStart) ? ["Image"] : []), "Text", "Hex"];
    const body = h("div", { class: "blob-body" });
    const bar = h("div", { class: "tabs small", role: "tablist", "aria-label": "Preview" });
    const load = async () => {
      if (bytes) return bytes;
      if (!options.row || typeof options.row === "string") return new Uint8Array();
      const response = await fetch(api.blobAddress(options.table.name, options.row, column.name));
      if (!response.ok) throw new Error(`the server answered with status ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    };
    const show = async (tab) => {
      fill(bar, tabs.map((name) => h("button", {
        type: "button", role: "tab", "aria-selected": String(name === tab), onclick: () => show(name),
      }, name)));
      try {
        const data = await load();
        const start = data.slice(0, maximumPreview);
        const rest = data.length > maximumPreview ? `\n… ${formattedBytes(data.length - maximumPreview)} more` : "";
        if (tab === "Image") {
          const image = h("img", { alt: `${column.swiftName}, ${formattedBytes(data.length)}`, src: URL.createObjectURL(new Blob([data])) });
          image.addEventListener("load", () => URL.revokeObjectURL(image.src));
          fill(body, image);
        } else if (tab === "Text") fill(body, h("pre", { dir: "auto" }, new TextDecoder().decode(start) + rest));
        else fill(body, h("pre", { class: "hex" }, hexDump(start.slice(0, 4096)) + (data.length > 4096 ? `\n… ${formattedBytes(data.length - 4096)} more` : "")));
      } catch (error) {
        fill(body, h("p", { class: "field-error" }, error.message));
      }
    };
    show(tabs[0] === "Image" ? "Image" : "Hex");
    return [bar, body];
  }

  draw();
  return {
    element, focus: () => element.querySelector("button")?.focus(),
    read: () => {
      if (isNil(current)) throw new Error("choose a file");
      return current;
    },
  };
}

function base64(bytes) {
  let binary = "";
  for (let index = 0; index < bytes.length; index += 8192) binary += String.fromCharCode(...bytes.subarray(index, index + 8192));
  return btoa(binary);
}

/** Sixteen bytes a line: their place, their digits, and those that are printable in ASCII. */
export function hexDump(bytes) {
  const lines = [];
  for (let offset = 0; offset < bytes.length; offset += 16) {
    const line = [...bytes.slice(offset, offset + 16)];
    const digits = line.map((byte) => byte.toString(16).padStart(2, "0"));
    const characters = line.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·")).join("");
    lines.push(`${offset.toString(16).padStart(6, "0")}  ${digits.slice(0, 8).join(" ").padEnd(23)}  ${digits.slice(8).join(" ").padEnd(23)}  ${characters}`);
  }
  return lines.join("\n");
}

// Files with rows: CSV and JSON of a table with any number of rows, which arrive in parts; other formats with a limit, which is told.

import { api } from "../api.js";
import { h, formatted, formattedBytes, plural } from "../ui/dom.js";
import { dialog, save, toast } from "../ui/popover.js";

const fileEndings = { csv: "csv", json: "json", markdown: "md", swift: "swift" };
const maximumRows = 100_000;
const newline = 10;

/**
 * Exports rows, and shows how far it is if that takes longer.
 * @param request what is exported: `{table, filters, order}`, `{sql}`, or `{query, parameters}`
 * @param count the number of rows, if it is known
 */
export async function exportRows(request, format, name, count = null) {
  const controller = new AbortController();
  const isWhole = "table" in request && ["csv", "json"].includes(format);
  const bar = h("progress", { max: 1, "aria-label": "Progress" });
  const status = h("p", { class: "quiet", role: "status" }, "Reading rows…");
  let shown = null;
  const timer = setTimeout(() => {
    shown = dialog(`Exporting ${name}`, [bar, status], { className: "narrow export", footer: [h("button", { onclick: () => shown.close() }, "Stop")], onclose: () => controller.abort() });
  }, 400);
  try {
    const response = await api.export({ ...request, format, ...(isWhole ? {} : { limit: maximumRows }) }, controller.signal);
    const isTruncated = response.headers.get("X-Postil-Truncated") !== null;
    const file = await read(response, ({ bytes, lines }) => {
      if (count) bar.value = Math.min(0.999, lines / count);
      status.textContent = count ? `about ${formatted(Math.min(lines, count))} of ${plural(count, "row")} · ${formattedBytes(bytes)}` : formattedBytes(bytes);
    });
    save(file, `${name}.${fileEndings[format]}`);
    if (isTruncated) toast(`The file isn't complete: it contains the first rows, at most ${formatted(maximumRows)} or 64 MiB.${"table" in request ? " CSV and JSON contain all." : ""}`, "error");
  } catch (error) {
    if (error.name !== "AbortError") toast(error.message, "error");
    else toast("The export was stopped");
  } finally {
    clearTimeout(timer);
    shown?.close();
  }
}

/** Reads a response, and tells how many bytes and lines have arrived. The browser keeps finished parts on disk. */
async function read(response, progress) {
  const reader = response.body.getReader();
  const type = response.headers.get("Content-Type") ?? "";
  const blobs = [];
  let parts = [];
  let [bytes, kept, lines] = [0, 0, -1];
  while (true) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.length;
    for (const byte of value) if (byte === newline) lines += 1;
    progress({ bytes, lines: Math.max(0, lines) });
    if (bytes - kept > 8_000_000) {
      blobs.push(new Blob(parts));
      [parts, kept] = [[], bytes];
    }
  }
  return new Blob([...blobs, ...parts], { type });
}

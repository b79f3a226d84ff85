// Cells: how they are shown and compared. Their form is described in the server's API.

import { formattedBytes } from "./ui/dom.js";

export const isNil = (cell) => cell === null || cell === undefined;

export const equal = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

/** Identifies a row among those of its table: the text of its key, or the name of a row that isn't inserted yet. */
export const rowID = (row) => (typeof row === "string" ? row : JSON.stringify(Array.isArray(row) ? row : row.key));

/** A key for people: `12`, or `DHL, 400`. */
export const keyText = (key) => (typeof key === "string" ? `new ${key}` : key.map((cell) => text(cell)).join(", "));

const imageNames = [["89504e47", "PNG"], ["ffd8ff", "JPEG"], ["47494638", "GIF"], ["52494646", "WebP"]];

/** The kind of a blob by its first bytes. */
export function blobKind(hex) {
  const found = imageNames.find(([start]) => (hex ?? "").startsWith(start));
  return found ? found[1] : "";
}

/** The text of a cell, as it is. */
export function text(cell) {
  if (isNil(cell)) return "nil";
  if (typeof cell !== "object") return String(cell);
  if ("int" in cell) return cell.int;
  if ("real" in cell) return cell.real;
  if ("new" in cell) return `new ${cell.new}`;
  if ("blob" in cell) return [blobKind(cell.blob.hex), formattedBytes(cell.blob.size)].filter(Boolean).join(", ");
  if ("base64" in cell) return `${formattedBytes(Math.floor((cell.base64.length * 3) / 4))}, new`;
  if ("text" in cell) return `${cell.text.start}…`;
  return JSON.stringify(cell);
}

const pictures = { "\n": "⏎", "\r": "␍", "\t": "⇥", "\0": "␀", "\u007F": "␡" };

/** Text in one line: control characters become visible. */
export const visible = (string) =>
  string.replace(/[\u0000-\u001F\u007F]/g, (character) => pictures[character] ?? String.fromCodePoint(0x2400 + character.charCodeAt(0)));

/** The text of a cell for a grid: short, in one line. */
export function shortText(cell, column) {
  if (isNil(cell)) return "nil";
  const form = column?.form;
  if (form === "date" && typeof cell === "string") return dateText(cell);
  if (form === "enum") {
    const choice = column.choices?.find((candidate) => equal(candidate.value, cell));
    if (choice) return choice.name;
  }
  const string = text(cell);
  return visible(string.length > 300 ? `${string.slice(0, 300)}…` : string);
}

/** An ISO 8601 date without `T` and `Z`: `2026-11-30 08:00:00`. */
export const dateText = (iso) => iso.replace("T", " ").replace(/Z$/, "").replace(/\.000$/, "");

const datePattern = /^(-?\d{4,})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * The cell for a date that somebody typed, in UTC unless it says otherwise. The fraction of the second stays as it is.
 * @throws {Error} if it isn't a date.
 */
export function parsedDate(string) {
  const found = datePattern.exec(string.trim());
  const [year, month, day, hour = "00", minute = "00", second = "00", fraction = "", zone = "Z"] = found?.slice(1).map((part) => part ?? undefined) ?? [];
  const isDay = found && month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000 + (Number(year) % 400), month, 0)).getUTCDate();
  if (!isDay || hour > 23 || minute > 59 || second > 59) throw new Error("write a date, such as 2026-11-30 08:00:00");
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}${zone.toUpperCase()}`;
}

/** A date for a field: `2026-11-30 08:00:00.123456`, as it is stored. Texts that aren't dates stay as they are. */
export const dateForField = (cell) => (isNil(cell) ? "" : dateText(String(cell)));

/**
 * The cell for what somebody typed, or an error.
 * @throws {Error} if the text isn't of the column's type.
 */
export function parsed(string, column) {
  switch (column?.form) {
    case "integer": {
      const digits = string.trim().replace(/_/g, "");
      if (!/^[-+]?\d+$/.test(digits)) throw new Error("write a whole number");
      const number = Number(digits);
      if (Number.isSafeInteger(number)) return number;
      return { int: BigInt(digits.replace(/^\+/, "")).toString() };
    }
    case "real": {
      const trimmed = string.trim();
      if (/^[-+]?(inf|infinity)$/i.test(trimmed)) return { real: trimmed.startsWith("-") ? "-inf" : "inf" };
      const number = Number(trimmed);
      if (trimmed === "" || Number.isNaN(number)) throw new Error("write a number, such as 2.5");
      // Larger than any finite number; JSON has no infinity.
      return Number.isFinite(number) ? number : { real: number < 0 ? "-inf" : "inf" };
    }
    case "decimal":
      if (!/^[-+]?\d+(\.\d+)?$/.test(string.trim())) throw new Error("write a number, such as 2.50");
      return string.trim();
    case "duration":
      return parsed(string, { ...column, form: "integer" });
    case "day":
      if (!/^-?\d{4,}-\d\d-\d\d$/.test(string.trim())) throw new Error("write a day, such as 2026-11-30");
      return string.trim();
    case "uuid":
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(string.trim())) {
        throw new Error("write a UUID: 8-4-4-4-12 hexadecimal digits");
      }
      return string.trim();
    case "boolean":
      if (/^(true|yes|1)$/i.test(string)) return true;
      if (/^(false|no|0)$/i.test(string)) return false;
      throw new Error("write 'true' or 'false'");
    case "date":
      return parsedDate(string);
    case "enum": {
      const choice = column.choices?.find(({ name, value }) => name === string || String(value) === string);
      if (!choice) throw new Error(`write one of: ${column.choices.map(({ name }) => name).join(", ")}`);
      return choice.value;
    }
    case "json":
      JSON.parse(string);
      return string;
    case "any":
      return parsedAny(string);
    default:
      return string;
  }
}

/** The kinds of values that a column for any value can store. */
export const anyKinds = ["integer", "real", "text"];

/** The kind of a cell of such a column; null for `nil` and bytes. */
export function anyKind(cell) {
  if (isNil(cell)) return null;
  if (typeof cell === "object") return "int" in cell ? "integer" : "real" in cell ? "real" : "text" in cell ? "text" : null;
  return typeof cell === "number" ? (Number.isInteger(cell) ? "integer" : "real") : "text";
}

/** The cell of a kind for what somebody typed; by default, what looks like a number is one. */
export function parsedAny(string, kind = null) {
  const isInteger = /^[-+]?\d+$/.test(string);
  const chosen = kind ?? (isInteger ? "integer" : /^[-+]?(\d+\.\d*|\.?\d+)(e[-+]?\d+)?$/i.test(string) ? "real" : "text");
  if (chosen === "text") return string;
  const number = parsed(string, { form: chosen });
  // A whole number would become an integer.
  return chosen === "real" && Number.isInteger(number) ? { real: string.trim() } : number;
}

/** Whether a column's values are written from right to left in a grid: numbers. */
export const isNumeric = (column) => ["integer", "real", "decimal", "duration"].includes(column.form) && !column.references;

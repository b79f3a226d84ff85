// Tables of texts in which tabs or commas separate the values, as spreadsheets copy and save them. Source: RFC 4180.

/** The lines of a table as a text with tabs. A value with a tab, a line break or a quote is quoted. */
export const tabbed = (lines) => lines.map((line) => line.map((value) => (/[\t\r\n"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join("\t")).join("\n");

/**
 * The values of a text.
 * @param separator the character between values; null finds it in the first lines
 * @returns lines of values; each is a string, or null where nothing is between two separators
 */
export function separated(text, separator = null) {
  const source = text.replace(/^\uFEFF/, "");
  const between = separator ?? separatorOf(source);
  const lines = [];
  let line = [];
  let position = 0;
  while (position < source.length) {
    let value;
    if (source[position] === '"') {
      [value, position] = quoted(source, position + 1);
      // What follows the closing quote belongs to the value.
      const end = next(source, position, between);
      value += source.slice(position, end);
      position = end;
    } else {
      const end = next(source, position, between);
      value = end === position ? null : source.slice(position, end);
      position = end;
    }
    line.push(value);
    if (source[position] === between) {
      position += 1;
      if (position < source.length && source[position] !== "\r" && source[position] !== "\n") continue;
      // A separator at the end of a line: an empty value follows.
      line.push(null);
    }
    if (source[position] === "\r") position += 1;
    if (source[position] === "\n") position += 1;
    lines.push(line);
    line = [];
  }
  return lines;
}

function quoted(source, start) {
  let value = "";
  let position = start;
  while (position < source.length) {
    const end = source.indexOf('"', position);
    if (end < 0) return [value + source.slice(position), source.length];
    value += source.slice(position, end);
    if (source[end + 1] !== '"') return [value, end + 1];
    value += '"';
    position = end + 2;
  }
  return [value, position];
}

function next(source, start, between) {
  let position = start;
  while (position < source.length && source[position] !== between && source[position] !== "\n" && source[position] !== "\r") position += 1;
  return position;
}

/** The separator of which the first lines have the most. */
function separatorOf(source) {
  const start = source.slice(0, 10_000).replace(/"[^"]*"/g, "").split("\n").slice(0, 10).join("\n");
  const counts = ["\t", ";", ",", "|"].map((character) => [start.split(character).length, character]);
  const [count, best] = counts.reduce((one, other) => (other[0] > one[0] ? other : one));
  return count > 1 ? best : ",";
}

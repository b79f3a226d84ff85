// Colors SQL and Swift: divides a text into tokens and wraps them in elements. The text itself is never changed.

import { h } from "./dom.js";

const sqlWords = new Set(
  `ABORT ALL ALTER ANALYZE AND AS ASC BEGIN BETWEEN BY CASCADE CASE CAST CHECK COLLATE COLUMN COMMIT CONFLICT CONSTRAINT CREATE CROSS CURRENT
  DATABASE DEFAULT DEFERRABLE DELETE DESC DISTINCT DO DROP EACH ELSE END EXCEPT EXISTS EXPLAIN FILTER FIRST FOLLOWING FOR FOREIGN FROM FULL
  GENERATED GLOB GROUP HAVING IF IN INDEX INNER INSERT INTERSECT INTO IS ISNULL JOIN KEY LAST LEFT LIKE LIMIT MATCH MATERIALIZED NATURAL NO
  NOT NOTHING NOTNULL NULL NULLS OF OFFSET ON OR ORDER OUTER OVER PARTITION PLAN PRAGMA PRECEDING PRIMARY QUERY RAISE RANGE RECURSIVE
  REFERENCES REINDEX RENAME REPLACE RESTRICT RETURNING RIGHT ROLLBACK ROW ROWID ROWS SAVEPOINT SELECT SET STRICT TABLE TEMP THEN TO TRANSACTION
  TRIGGER UNION UNIQUE UPDATE USING VACUUM VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHOUT
  TEXT INTEGER REAL BLOB BIGINT BOOLEAN BYTEA DOUBLE PRECISION TIMESTAMP JSONB UUID NUMERIC FUNCTION LANGUAGE RETURNS`.split(/\s+/));
const swiftWords = new Set("all any as await case else false for func guard if in is let nil return self static struct switch throw true try var where while".split(" "));

const patterns = {
  sql: /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|('(?:[^']|'')*'?)|("(?:[^"]|"")*"?)|(\b\d[\d_.]*\b)|([A-Za-z_]\w*)/g,
  swift: /(\/\/[^\n]*)|("(?:[^"\\]|\\.)*"?)|(\$\d+)|(\b\d[\d_.]*\b)|([A-Za-z_]\w*)/g,
};
const classes = { sql: ["comment", "string", "name", "number"], swift: ["comment", "string", "name", "number"] };
const maximum = 60_000;

/** The elements of a text in a language; the text is only wrapped, and left alone if it is very long. */
export function highlighted(text, language) {
  if (text.length > maximum) return [text];
  const words = language === "sql" ? sqlWords : swiftWords;
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(patterns[language])) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    const kind = match.slice(1, 5).findIndex((group) => group !== undefined);
    const isWord = kind < 0 && words.has(language === "sql" ? match[0].toUpperCase() : match[0]);
    const isType = kind < 0 && language === "swift" && /^[A-Z]/.test(match[0]);
    const name = kind >= 0 ? classes[language][kind] : isWord ? "word" : isType ? "type" : null;
    parts.push(name ? h("span", { class: `t-${name}` }, match[0]) : match[0]);
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}

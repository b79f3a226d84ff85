import PostilSchema
import PostilTranslation
import Testing

@testable import PostilDialects

/// What SQLite's SQL is to PostgreSQL. Tests/PostgreSQL compares what the two servers make of it.
struct PostgreSQLTranslatorTests {
  private static let table = Table(
    name: "item",
    columns: [
      Column(name: "id", type: .integer(bits: 64)), Column(name: "title", type: .text),
      Column(name: "path", type: .text, collation: "BINARY"), Column(name: "nick", type: .text, collation: "NOCASE"),
      Column(name: "done", type: .boolean),
      Column(name: "small", type: .integer(bits: 16)),
      Column(name: "number", type: .integer(bits: 64), isNullable: true),
      Column(name: "weight", type: .real(bits: 64)), Column(name: "price", type: .decimal),
      Column(name: "big", type: .unsignedInteger(bits: 64)), Column(name: "at", type: .timestamp),
      Column(name: "day", type: .day), Column(name: "key", type: .uuid), Column(name: "data", type: .bytes),
      Column(name: "tags", type: .json), Column(name: "ın", type: .text),
    ],
    primaryKey: KeyConstraint(name: "item_pkey", columns: ["id"]))

  private func condition(_ sql: String, needsImmutable: Bool = false) throws(PostgreSQLRefusal) -> String {
    var translator = PostgreSQLTranslator(schema: Schema(tables: [Self.table]))
    translator.needsImmutable = needsImmutable
    return try translator.condition(sql, translator.scope(of: "item"))
  }

  @Test(
    "SQL with an exact equivalent is translated",
    arguments: [
      // Names are written as the table has them.
      ("TITLE = 'a'", #""title" = 'a'"#), ("[title] = `title`", #""title" = "title""#), ("ın = 'a'", #""ın" = 'a'"#),
      // Truth.
      ("done = 0", #""done" = false"#), ("done", #""done""#), ("NOT done AND number", #"NOT "done" AND "number" <> 0"#),
      ("done IS NOT TRUE", #""done" IS NOT TRUE"#), ("done + 1 = 2", #""done"::integer::bigint + 1 = 2"#),
      ("(number IS NULL) + (small > 1) = 1", #"("number" IS NULL)::integer::bigint + ("small" > 1)::integer = 1"#),
      // Integers have 64 bits, and divide by zero to NULL.
      ("small * small > 1", #""small"::bigint * "small" > 1"#),
      ("number / small = 2", #""number" / nullif("small", 0) = 2"#),
      ("number % 2 = 1", #""number" % 2 = 1"#),
      ("number - (small - 1) < -2", #""number" - ("small"::bigint - 1) < -2"#),
      ("number & 4", #""number" & 4 <> 0"#), ("-number << 2 = 4", #"-"number" << 2 = 4"#),
      ("number * 0.5 > 1", #""number" * 0.5::double precision > 1"#), ("price >= '0.50'", #""price" >= 0.50"#),
      ("big < '18446744073709551615'", #""big" < 18446744073709551615"#),
      // NULL.
      ("number IS small", #""number" IS NOT DISTINCT FROM "small""#), ("number ISNULL", #""number" IS NULL"#),
      ("number IS NOT 3", #""number" IS DISTINCT FROM 3"#), ("number NOT NULL", #""number" IS NOT NULL"#),
      // Texts.
      ("title || small = 'a1'", #""title" || "small"::text = 'a1'"#),
      ("title LIKE 'a%'", #""title" COLLATE "C" ILIKE 'a%'"#),
      (#"title LIKE 'a\%'"#, #""title" COLLATE "C" ILIKE 'a\%' ESCAPE ''"#),
      ("nick NOT LIKE 'a%'", #""nick"::text COLLATE "C" NOT ILIKE 'a%'"#), ("path LIKE 'a%'", #""path" ILIKE 'a%'"#),
      ("title GLOB 'a[^b]?*.'", #""title" COLLATE "C" ~ '^a[^b]..*\.$'"#),
      ("nick = 'a'", #""nick" = 'a'"#), ("nick = title", #""nick" = "title"::citext"#),
      ("title = nick", #""title" = "nick"::text"#), ("lower(nick) = 'a'", #"lower("nick"::text COLLATE "C") = 'a'"#),
      ("title COLLATE nocase = 'a'", #""title"::citext = 'a'"#),
      // A collation that is named comes before that of a column.
      ("title = 'a' COLLATE nocase", #""title"::citext = 'a'::citext"#),
      ("nick COLLATE binary = 'a'", #""nick"::text COLLATE "C" = 'a'"#),
      // Order is that of bytes, which PostgreSQL has to be told unless the column is sorted so.
      ("title < 'a'", #""title" COLLATE "C" < 'a'"#), ("path < title", #""path" < "title""#),
      ("nick > 'a'", #""nick" COLLATE "C" > 'a'"#), ("'a' < title", #"'a' < "title" COLLATE "C""#),
      ("title BETWEEN 'a' AND 'b'", #""title" COLLATE "C" BETWEEN 'a' AND 'b'"#),
      ("(title, id) > ('a', 1)", #"("title" COLLATE "C", "id") > ('a', 1)"#),
      ("max(title, 'b') = 'b'", #"greatest("title" COLLATE "C", 'b') = 'b'"#),
      ("instr(title, 'b') > 0", #"strpos("title", 'b') > 0"#),
      ("length(data) = 2", #"octet_length("data") = 2"#), ("data <> x'00FF'", #""data" <> BYTEA '\x00FF'"#),
      // What is computed compares by its bytes, unless it stands beside a column that does not.
      ("lower(nick) = nick", #"lower("nick"::text COLLATE "C")::citext = "nick""#),
      ("lower(nick) IN (nick)", #"lower("nick"::text COLLATE "C") IN ("nick"::text)"#),
      ("coalesce(nick, title) = 'A'", #"coalesce("nick"::text, "title") = 'A'"#),
      ("CAST(small AS TEXT) < '5'", #""small"::text COLLATE "C" < '5'"#),
      ("~small % 2 = 0", #"(~"small")::bigint % 2 = 0"#),
      // Dates, in UTC whatever the session says.
      ("at >= '2026-01-31'", #""at" >= TIMESTAMPTZ '2026-01-31 00:00:00+00'"#),
      ("day < '2026-01-31'", #""day" < DATE '2026-01-31'"#),
      ("date(at) = day", #"("at" AT TIME ZONE 'UTC')::date = "day""#),
      ("CAST(strftime('%Y', at) AS INTEGER) > 1", #"extract(year FROM "at" AT TIME ZONE 'UTC')::integer > 1"#),
      ("key = '123E4567-E89B-12D3-A456-426614174000'", #""key" = UUID '123E4567-E89B-12D3-A456-426614174000'"#),
      // The rest.
      ("title IN ('a', 'b') OR number BETWEEN 1 AND 2", #""title" IN ('a', 'b') OR "number" BETWEEN 1 AND 2"#),
      ("(done OR number = 1) AND NOT (done = 1)", #"("done" OR "number" = 1) AND NOT "done" = true"#),
      ("CASE number WHEN 1 THEN 'a' ELSE title END = 'b'", #"CASE "number" WHEN 1 THEN 'a' ELSE "title" END = 'b'"#),
      ("ifnull(number, 0) > 1", #"coalesce("number", 0) > 1"#),
      ("iif(done, 1, 0)", #"CASE WHEN "done" THEN true ELSE false END"#),
      ("max(small, 3) = 3", #"greatest("small", 3) = 3"#), ("(id, small) = (1, 2)", #"("id", "small") = (1, 2)"#),
      (
        "json_array_length(tags) > 1",
        #"CASE WHEN jsonb_typeof("tags") = 'array' THEN jsonb_array_length("tags") WHEN ("tags") IS NOT NULL THEN 0 END > 1"#
      ),
      // Values in JSON have the type of what they are used with.
      ("json_extract(tags, '$.\"a\".b[0]') = 'x'", #""tags" #>> '{a,b,0}' = 'x'"#),
      ("tags ->> 'a b' = title", #""tags" #>> '{"a b"}' = "title""#),
      (
        "tags ->> 0 > 1",
        #"CASE jsonb_typeof(nullif("tags" #> '{0}', 'null')) WHEN 'number' THEN nullif("tags" #> '{0}', 'null')::numeric "#
          + #"WHEN 'boolean' THEN nullif("tags" #> '{0}', 'null')::boolean::integer END > 1"#
      ),
      ("tags ->> '$.a' IS NULL", #"nullif("tags" #> '{a}', 'null') IS NULL"#),
      // A negative start counts from the end, and a negative length backwards.
      ("substr(title, -2) = 'a'", #"substr("title", length("title") + -2 + 1) = 'a'"#),
      ("substr(title, 2, 3) = 'a'", #"substr("title", 2, 3) = 'a'"#),
      (
        "min(number, 1) = 1", #"CASE WHEN "number" IS NOT NULL THEN least("number", 1) END = 1"#
      ),
      ("round(weight) = 1", #"trunc("weight" + sign("weight") * 0.5) = 1"#),
      ("date(substr(at, 1, 19)) = day", #"(date_trunc('second', "at") AT TIME ZONE 'UTC')::date = "day""#),
      (
        "date(at, '+1 month') = day",
        #"(date_trunc('month', "at" AT TIME ZONE 'UTC') + INTERVAL '1 months' + "#
          + #"("at" AT TIME ZONE 'UTC' - date_trunc('month', "at" AT TIME ZONE 'UTC')))::date = "day""#
      ),
      ("- -1 < 0", "-(-1) < 0"), ("0x10 = 16", "16 = 16"),
      // The negative of the least small integer isn't one.
      ("-small > 1", #"-"small"::bigint > 1"#), ("abs(small) > 1", #"abs("small"::bigint) > 1"#),
      // Each bound has a collation of its own, and the order of the value.
      (
        "title BETWEEN 'a' COLLATE binary AND 'z'",
        #""title" COLLATE "C" BETWEEN ('a' COLLATE "C") AND 'z'"#
      ),
      (
        "nick BETWEEN 'a' COLLATE binary AND 'z'",
        #""nick"::text >= 'a' COLLATE "C" AND "nick" COLLATE "C" <= 'z'"#
      ),
      (
        "nick NOT BETWEEN 'a' AND 'z' COLLATE binary",
        #"NOT ("nick" COLLATE "C" >= 'a' AND "nick"::text <= 'z' COLLATE "C")"#
      ),
      ("'b' BETWEEN path AND title", #"'b' COLLATE "C" BETWEEN "path" AND "title""#),
      // All bits can be shifted out.
      ("1 << 63 = 1", "1::bigint << 63 = 1"),
      (
        "1 << 64 = 0",
        "CASE WHEN 64 >= 64 THEN 1::bigint & 0 WHEN 64 >= 0 THEN 1::bigint << 64::integer "
          + "WHEN 64 > -64 THEN 1::bigint >> -(64::integer) WHEN 64 <= -64 THEN 1::bigint >> 63 END = 0"
      ),
      ("hex(NULL) = ''", "coalesce(upper(encode(convert_to(NULL, 'UTF8'), 'hex')), '') = ''"),
      // It ends with its escape, so nothing matches.
      (#"title LIKE 'a\' ESCAPE '\'"#, #""title" COLLATE "C" <> "title" COLLATE "C""#),
      (#"title LIKE 'a\\' ESCAPE '\'"#, #""title" COLLATE "C" ILIKE 'a\\' ESCAPE '\'"#),
    ])
  func translations(sqlite: String, postgresql: String) throws {
    #expect(try condition(sqlite) == postgresql)
  }

  @Test(
    "SQL without an exact equivalent is refused at its place",
    arguments: [
      ("title > 5", PostgreSQLRefusal.Reason.literal("5", "text"), 8),
      ("number = 'a'", .literal("'a'", "bigint"), 9), ("title = number", .operands("bigint", "beside", "text"), 8),
      ("day < at", .operands("timestamptz", "beside", "date"), 6), ("title", .condition("text"), 0),
      ("at > '2026-02-30'", .literal("'2026-02-30'", "timestamptz"), 5),
      ("price / 2 > 1", .operands("numeric", "/", "integer"), 0),
      ("quote(weight) = 1", .function("quote"), 0), ("1 = random()", .changingFunction("random"), 4),
      ("tags ->> title = 1", .jsonPath, 9), ("json_extract(tags, '$.a[x]') = 1", .jsonPath, 19),
      ("tags = '[]'", .operands("jsonb", "=", "jsonb"), 0),
      ("title || weight = ''", .concatenation("double precision"), 9),
      ("weight || '' = ''", .concatenation("double precision"), 0),
      ("CAST(weight AS TEXT) = 1", .cast("double precision AS TEXT"), 0),
      ("title COLLATE rtrim = ''", .collation("rtrim"), 0),
      ("title GLOB title", .pattern("GLOB"), 11), ("date(at, 'weekday 1') = day", .modifier("date"), 9),
      ("strftime('%W', at) = '1'", .format("%W"), 0), ("rowid = 1", .rowID("rowid"), 0),
      ("nothing = 1", .unknownColumn("nothing"), 0),
      ("title MATCH 'a'", .operands("text", "MATCH", "text"), 0), ("id IN ()", .emptyList, 0),
      ("title = 'a", .unreadable("'"), 8),
    ])
  func refusals(sqlite: String, reason: PostgreSQLRefusal.Reason, offset: Int) {
    #expect(throws: PostgreSQLRefusal(reason, at: offset)) { try condition(sqlite) }
  }

  @Test("indexes and generated columns can't depend on settings or on the time")
  func immutability() throws {
    #expect(throws: PostgreSQLRefusal(.format("text"), at: 0)) {
      try condition("strftime('%Y', at) = '2026'", needsImmutable: true)
    }
    #expect(throws: PostgreSQLRefusal(.changingFunction("datetime"), at: 5)) {
      try condition("at < datetime('now')", needsImmutable: true)
    }
    #expect(
      try condition("hex(title) = '61'", needsImmutable: true)
        == #"upper(encode(replace("title", '\', '\\')::bytea, 'hex')) = '61'"#)
    #expect(throws: PostgreSQLRefusal(.cast("bytea AS TEXT"), at: 0)) {
      try condition("CAST(data AS TEXT) = 'a'", needsImmutable: true)
    }
    #expect(try condition("strftime('%Y', at) = '2026'") == #"to_char("at" AT TIME ZONE 'UTC', 'YYYY') = '2026'"#)
  }

  @Test("SQL that is nested too deeply is refused")
  func depth() {
    let deep = String(repeating: "(", count: 5000) + "1" + String(repeating: ")", count: 5000)
    #expect(throws: PostgreSQLRefusal.self) { try condition(deep) }
    #expect(throws: PostgreSQLRefusal.self) { try condition(String(repeating: "-", count: 5001) + "1 = 1") }
    #expect(throws: PostgreSQLRefusal.self) { try condition(String(repeating: "NOT ", count: 5000) + "done") }
  }

  @Test(
    "no text makes the translator trap",
    arguments: ["", "'", "(", ")", "x'", "1.", "a.", "a..b", "CASE", "CAST(", "f(", "IN", "\u{0}", "é", "1e", "0x"])
  func nonsense(sql: String) {
    _ = try? condition(sql)
    _ = try? SQLParser.select(sql)
    _ = try? SQLParser.statement(sql)
    _ = try? SQLParser.select("SELECT \(sql)")
    _ = try? SQLParser.statement("INSERT INTO \(sql)")
  }
}

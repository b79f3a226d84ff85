import PostilSchema
import PostilTranslation
import Testing

@testable import PostilDialects

/// What the statements of a program are for PostgreSQL.
@Suite("Statements for PostgreSQL")
struct PostgreSQLStatementTests {
  private static let item = Table(
    name: "item",
    columns: [
      Column(name: "id", type: .integer(bits: 64)), Column(name: "title", type: .text),
      Column(name: "nick", type: .text, isNullable: true, collation: "NOCASE"), Column(name: "done", type: .boolean),
      Column(name: "size", type: .integer(bits: 16)), Column(name: "due_at", type: .timestamp, isNullable: true),
      Column(name: "labels", type: .json), Column(name: "price", type: .decimal),
    ],
    primaryKey: KeyConstraint(name: "item_pkey", columns: ["id"]),
    fullText: FullTextIndex(name: "item_fts", key: "id", columns: ["title", "nick"], tokenizer: nil, prefixes: nil))
  private static let links = Table(
    name: "links", columns: [Column(name: "item_id", type: .integer(bits: 64)), Column(name: "key", type: .uuid)],
    primaryKey: KeyConstraint(name: "links_pkey", columns: ["item_id", "key"]))

  private func translated(
    _ sql: String, _ bound: [PostgreSQLType] = []
  ) throws(PostgreSQLRefusal) -> (sql: String, types: [String]) {
    let translator = PostgreSQLTranslator(schema: Schema(tables: [Self.item, Self.links]))
    let statement = try translator.statement(sql, bound: bound)
    return (statement.sql, statement.parameters.map(\.name))
  }

  @Test(
    "A parameter has the type of what it is stored in or compared with",
    arguments: [
      (
        #"INSERT INTO "item" ("title", "done", "due_at") VALUES (?1, ?2, ?3) RETURNING "id""#,
        #"INSERT INTO "item" ("title", "done", "due_at") VALUES ($1, $2, $3) RETURNING "id""#,
        ["text", "boolean", "timestamptz"]
      ),
      (
        #"UPDATE "item" AS t0 SET "size" = 2 * t0."size" WHERE t0."id" = ?1"#,
        #"UPDATE "item" AS "t0" SET "size" = 2 * "t0"."size"::bigint WHERE "t0"."id" = $1"#, ["bigint"]
      ),
      (
        #"DELETE FROM "item" WHERE "due_at" < ?1 AND "nick" = ?2 AND "title" LIKE +?3"#,
        #"DELETE FROM "item" WHERE "due_at" < $1 AND "nick" = $2::citext AND "title" COLLATE "C" ILIKE $3 ESCAPE ''"#,
        ["timestamptz", "text", "text"]
      ),
      (
        #"SELECT t0."id" FROM "item" AS t0 WHERE (t0."title", t0."id") > (?1, ?2) ORDER BY t0."nick" LIMIT ?3 OFFSET ?4"#,
        #"SELECT "t0"."id" FROM "item" AS "t0" WHERE ("t0"."title" COLLATE "C", "t0"."id") > ($1, $2) "#
          + #"ORDER BY "t0"."nick" COLLATE "C" NULLS FIRST LIMIT $3 OFFSET $4"#,
        ["text", "bigint", "bigint", "bigint"]
      ),
      (#"SELECT "id" FROM "item" LIMIT -1 OFFSET ?1"#, #"SELECT "id" FROM "item" OFFSET $1"#, ["bigint"]),
      (
        #"INSERT INTO "item" ("id", "title") VALUES (?1, ?2) ON CONFLICT ("id") DO UPDATE SET "title" = excluded."title""#,
        #"INSERT INTO "item" ("id", "title") VALUES ($1, $2) ON CONFLICT ("id") DO UPDATE SET "title" = "excluded"."title""#,
        ["bigint", "text"]
      ),
    ])
  func types(sqlite: String, postgresql: String, types: [String]) throws {
    let statement = try translated(sqlite)
    #expect(statement.sql == postgresql)
    #expect(statement.types == types)
  }

  private static let bag: Table = {
    var table = Table(
      name: "bag",
      columns: [
        Column(name: "id", type: .integer(bits: 64)), Column(name: "words", type: .json),
        Column(name: "sizes", type: .json, isNullable: true), Column(name: "keys", type: .json),
        Column(name: "weights", type: .json), Column(name: "plain", type: .json),
      ],
      primaryKey: KeyConstraint(name: "bag_pkey", columns: ["id"]))
    for (index, elements) in [(1, ColumnType.text), (2, .integer(bits: 64)), (3, .uuid), (4, .real(bits: 64))] {
      table.columns[index].elements = elements
    }
    return table
  }()

  @Test(
    "An array is stored, searched and changed as such, and read as JSON elsewhere",
    arguments: [
      (
        #"INSERT INTO "bag" ("words", "sizes") VALUES (?1, ?2) ON CONFLICT ("id") DO UPDATE SET "words" = excluded."words" RETURNING "words""#,
        #"INSERT INTO "bag" ("words", "sizes") VALUES ($1, $2) ON CONFLICT ("id") DO UPDATE SET "words" = "excluded"."words" RETURNING "words""#,
        ["text[]", "bigint[]"]
      ),
      (
        #"SELECT t0."words", t0."keys" FROM "bag" AS t0"#,
        #"SELECT to_jsonb("t0"."words") AS "words", to_jsonb(upper("t0"."keys"::text)::text[]) AS "keys" FROM "bag" AS "t0""#,
        []
      ),
      (
        #"SELECT t0."id" FROM "bag" AS t0 WHERE EXISTS (SELECT 1 FROM json_each(t0."words", '$') WHERE "json_each"."value" = ?1)"#,
        #"SELECT "t0"."id" FROM "bag" AS "t0" WHERE "t0"."words" @> ARRAY[$1]"#, ["text"]
      ),
      (
        #"SELECT t0."id" FROM "bag" AS t0 WHERE NOT EXISTS (SELECT 1 FROM json_each(t0."sizes", '$') WHERE "json_each"."value" = ?1)"#,
        #"SELECT "t0"."id" FROM "bag" AS "t0" WHERE NOT ("t0"."sizes" IS NOT NULL AND "t0"."sizes" @> ARRAY[$1])"#,
        ["bigint"]
      ),
      (
        #"DELETE FROM "bag" AS t0 WHERE EXISTS (SELECT 1 FROM json_each(t0."words", '$') AS t1 WHERE t1."value" > ?1)"#,
        #"DELETE FROM "bag" AS "t0" WHERE EXISTS (SELECT 1 FROM unnest("t0"."words") AS "t1" ("value") WHERE "t1"."value" COLLATE "C" > $1)"#,
        ["text"]
      ),
      (
        #"DELETE FROM "bag" WHERE json_array_length("words", '$') = 0 AND json_extract("sizes", '$[1]') = ?1 AND "keys" = ?2 AND "sizes" IS NULL"#,
        #"DELETE FROM "bag" WHERE cardinality("words") = 0 AND "sizes"[2] = $1 AND "keys" = $2 AND "sizes" IS NULL"#,
        ["bigint", "uuid[]"]
      ),
      (
        #"UPDATE "bag" AS t0 SET "sizes" = postil_json_set(t0."sizes", ?1, ?2, 1)"#,
        #"UPDATE "bag" AS "t0" SET "sizes" = CASE WHEN "t0"."sizes" IS NOT NULL THEN array_append("t0"."sizes", ($2 #>> '{}')::bigint) END"#,
        ["jsonb", "jsonb"]
      ),
      (
        #"UPDATE "bag" AS t0 SET "words" = t0."plain", "weights" = '[1.5,"NaN",null]'"#,
        #"UPDATE "bag" AS "t0" SET "words" = ARRAY(SELECT jsonb_array_elements_text("t0"."plain")), "weights" = '{1.5,"NaN",null}'::double precision[]"#,
        []
      ),
    ])
  func arrays(sqlite: String, postgresql: String, types: [String]) throws {
    let statement = try PostgreSQLTranslator(schema: Schema(tables: [Self.bag])).statement(
      sqlite, bound: Array(repeating: .text, count: types.count))
    #expect(statement.sql == postgresql)
    #expect(statement.parameters.map(\.name) == types)
  }

  private static func distance(_ measure: String, from other: String = "?1") -> String {
    "(WITH postil_vector AS MATERIALIZED (SELECT key, value FROM json_each(\(other))) SELECT \(measure) FROM json_each(t0.\"embedding\", "
      + "iif(json_array_length(t0.\"embedding\") <> (SELECT nullif(count(*), 0) FROM postil_vector), 'different vector dimensions', '$')) AS a "
      + "CROSS JOIN postil_vector AS b ON b.key = a.key)"
  }
  private static let cosine =
    "max(0.0, 1 - sum(a.value * b.value) / sqrt(sum(a.value * a.value) * sum(b.value * b.value)))"

  @Test(
    "A distance of vectors is an operator, and an order by it can use an index",
    arguments: [
      (
        "SELECT t0.\"id\" FROM \"passage\" AS t0 WHERE \(distance("sqrt(sum((a.value - b.value) * (a.value - b.value)))")) < ?2",
        #"SELECT "t0"."id" FROM "passage" AS "t0" WHERE "t0"."embedding" <-> $1::vector < $2"#,
        ["text", "double precision"]
      ),
      (
        "SELECT \(distance(cosine)) FROM \"passage\" AS t0 ORDER BY \(distance(cosine, from: "?2")) NULLS LAST LIMIT 3",
        #"SELECT nullif("t0"."embedding" <=> $1::vector, 'NaN') FROM "passage" AS "t0" "#
          + #"ORDER BY "t0"."embedding" <=> $2::vector NULLS LAST LIMIT 3"#, ["text", "text"]
      ),
      (
        "SELECT t0.\"id\" FROM \"passage\" AS t0 ORDER BY \(distance("sum(a.value * b.value)")) DESC",
        #"SELECT "t0"."id" FROM "passage" AS "t0" ORDER BY "t0"."embedding" <#> $1::vector NULLS LAST"#, ["text"]
      ),
      (
        "SELECT \(distance("sum(abs(a.value - b.value))", from: "t1.\"embedding\"")) FROM \"passage\" AS t0 JOIN \"passage\" AS t1 ON t1.\"id\" > t0.\"id\"",
        #"SELECT "t0"."embedding" <+> "t1"."embedding" FROM "passage" AS "t0" JOIN "passage" AS "t1" ON "t1"."id" > "t0"."id""#,
        []
      ),
      (
        "SELECT t0.\"id\" FROM \"passage\" AS t0 ORDER BY \(distance(cosine, from: "t0.\"plain\""))",
        #"SELECT "t0"."id" FROM "passage" AS "t0" ORDER BY "t0"."embedding" <=> "t0"."plain"::text::vector NULLS FIRST"#,
        []
      ),
      (
        #"INSERT INTO "passage" ("embedding") VALUES (?1) RETURNING "id", "embedding""#,
        #"INSERT INTO "passage" ("embedding") VALUES ($1::vector) RETURNING "id", "embedding"::text::jsonb AS "embedding""#,
        ["text"]
      ),
      (
        #"UPDATE "passage" AS t0 SET "embedding" = '[1,2,3]' WHERE t0."embedding" = ?1 AND json_array_length(t0."embedding", '$') > 2"#,
        #"UPDATE "passage" AS "t0" SET "embedding" = '[1,2,3]'::vector WHERE "t0"."embedding" = $1::vector AND vector_dims("t0"."embedding") > 2"#,
        ["text"]
      ),
    ])
  func vectors(sqlite: String, postgresql: String, types: [String]) throws {
    var passage = Table(
      name: "passage",
      columns: [
        Column(name: "id", type: .integer(bits: 64)), Column(name: "embedding", type: .json),
        Column(name: "plain", type: .json),
      ],
      primaryKey: KeyConstraint(name: "passage_pkey", columns: ["id"]))
    passage.columns[1].dimensions = 3
    let bound = types.map { $0 == "text" ? PostgreSQLType.text : .real(bits: 64) }
    let statement = try PostgreSQLTranslator(schema: Schema(tables: [passage])).statement(sqlite, bound: bound)
    #expect(statement.sql == postgresql)
    #expect(statement.parameters.map(\.name) == types)
  }

  @Test("After RETURNING, SQLite names a table with an alias by its own name, and PostgreSQL by the alias")
  func returning() throws {
    let update = try translated(
      #"UPDATE "item" AS t0 SET "size" = ?1 WHERE t0."id" = ?2 RETURNING "item"."title", "#
        + #"(SELECT count(*) FROM "links" AS t1 WHERE t1."item_id" = "item"."id")"#)
    #expect(
      update.sql == #"UPDATE "item" AS "t0" SET "size" = $1 WHERE "t0"."id" = $2 RETURNING "t0"."title", "#
        + #"(SELECT count(*) FROM "links" AS "t1" WHERE "t1"."item_id" = "t0"."id")"#)
    let translator = PostgreSQLTranslator(schema: Schema(tables: [Self.item, Self.links]))
    let delete = try translator.statement(
      #"DELETE FROM "item" AS t0 WHERE t0."done" RETURNING "item"."id", "item"."labels" ->> '$.color'"#, bound: [])
    #expect(
      delete.sql == #"DELETE FROM "item" AS "t0" WHERE "t0"."done" RETURNING "t0"."id", "#
        + #"nullif("t0"."labels" #> '{color}', 'null')"#)
    #expect(delete.jsonValues == [1])
  }

  @Test(
    "Rows that are sorted by the name or the number of a value in JSON have the order of that value",
    arguments: ["x", "1"])
  func jsonOrder(term: String) throws {
    let start = #"SELECT "labels" ->> 'a' AS x FROM "item" ORDER BY "#
    #expect(try translated(start + term).sql == translated(start + #""labels" ->> 'a'"#).sql)
  }

  @Test("An intersection applies to everything before it")
  func intersections() throws {
    let parts = ["1", "2", "3"].map { #"SELECT "id" FROM "item" WHERE "size" = \#($0)"# }
    #expect(
      try translated("\(parts[0]) UNION \(parts[1]) INTERSECT \(parts[2])").sql
        == "(\(parts[0]) UNION \(parts[1])) INTERSECT \(parts[2])")
    let named = "WITH t AS (\(parts[0])) SELECT id FROM t EXCEPT \(parts[1]) INTERSECT \(parts[2]) ORDER BY 1"
    #expect(
      try translated(named).sql
        .contains(#") (SELECT "id" FROM "t" EXCEPT \#(parts[1])) INTERSECT \#(parts[2]) ORDER BY 1"#))
    #expect(
      try translated("\(parts[0]) INTERSECT \(parts[1]) UNION \(parts[2])").sql
        == "\(parts[0]) INTERSECT \(parts[1]) UNION \(parts[2])")
  }

  @Test("A UUID whose bytes are written as hexadecimal digits has no hyphens")
  func uuidDigits() throws {
    #expect(
      try translated(#"SELECT hex("key") FROM "links""#).sql
        == #"SELECT upper(replace("key"::text, '-', '')) FROM "links""#)
  }

  @Test("The parameters of CASE have the type of what the result is used with")
  func choices() throws {
    let statement = try translated(
      #"SELECT coalesce(min("due_at"), CASE WHEN min("done") THEN ?1 ELSE ?2 END) FROM "item""#, [.text, .text])
    #expect(statement.types == ["timestamptz", "timestamptz"])
  }

  @Test("A parameter whose use leaves its type open has the type of the value")
  func openTypes() throws {
    let statement = try translated(
      #"SELECT ?1, "size" + ?2, ?3 FROM "item""#, [.integer(bits: 64), .real(bits: 64), .null])
    #expect(statement.sql == #"SELECT $1, "size" + $2, NULL FROM "item""#)
    #expect(statement.types == ["bigint", "double precision", "text"])
  }

  @Test("A statement whose parameter has the type of the bound value is translated again for values of other types")
  func valueTypes() throws {
    let translator = PostgreSQLTranslator(schema: Schema(tables: [Self.item, Self.links]))
    #expect(try translator.statement(#"SELECT ?1 FROM "item""#, bound: [.null]).dependsOnValues)
    #expect(try translator.statement(#"SELECT ?1 FROM "item""#, bound: [.text]).dependsOnValues)
    #expect(try !translator.statement(#"UPDATE "item" SET "due_at" = ?1"#, bound: [.null]).dependsOnValues)
  }

  @Test("A parameter that is used with two types is cast for the second")
  func twoTypes() throws {
    let statement = try translated(#"SELECT "id" FROM "item" WHERE "title" = ?1 OR "id" = ?1"#)
    #expect(statement.sql == #"SELECT "id" FROM "item" WHERE "title" = $1 OR "id" = $1::bigint"#)
    #expect(statement.types == ["text"])
  }

  @Test(
    "A list of keys is an array, with the type of the column",
    arguments: [
      (
        #"INSERT INTO "links" ("item_id", "key") SELECT ?1, "value" FROM json_each(?2) WHERE true ON CONFLICT DO NOTHING"#,
        #"INSERT INTO "links" ("item_id", "key") SELECT $1, "value" FROM unnest($2) AS "json_each" ("value") WHERE true "#
          + "ON CONFLICT DO NOTHING", ["bigint", "uuid[]"]
      ),
      (
        #"DELETE FROM "item" WHERE "id" NOT IN (SELECT "value" FROM json_each(?1))"#,
        #"DELETE FROM "item" WHERE "id" NOT IN (SELECT "value" FROM unnest($1) AS "json_each" ("value"))"#, ["bigint[]"]
      ),
      (
        #"SELECT 1 FROM json_each(?1) WHERE NOT EXISTS (SELECT 1 FROM "item" WHERE "title" = "json_each"."value")"#,
        #"SELECT 1 FROM unnest($1) AS "json_each" ("value") "#
          + #"WHERE NOT EXISTS (SELECT 1 FROM "item" WHERE "title" = "json_each"."value")"#, ["text[]"]
      ),
      (
        #"SELECT "item"."id" FROM "item" JOIN json_each(?1) AS "each" ON "item"."id" = "each"."value""#,
        #"SELECT "item"."id" FROM "item" JOIN unnest($1) AS "each" ("value") ON "item"."id" = "each"."value""#,
        ["bigint[]"]
      ),
      (
        #"SELECT "Each"."id" FROM "item" JOIN json_each(?1) AS "each" ON "item"."id" = "each"."value""#,
        #"SELECT "each"."id" FROM "item" JOIN (SELECT "value", "number" - 1, "number" FROM unnest($1) WITH ORDINALITY AS "elements" "#
          + #"("value", "number")) AS "each" ("value", "key", "id") ON "item"."id" = "each"."value""#, ["bigint[]"]
      ),
    ])
  func lists(sqlite: String, postgresql: String, types: [String]) throws {
    let statement = try translated(sqlite)
    #expect(statement.sql == postgresql)
    #expect(statement.types == types)
  }

  @Test("The integers of a recursive table have 64 bits, and its columns have one type in all rows")
  func recursion() throws {
    let statement = try translated(
      #"WITH RECURSIVE r ("id", "level") AS (SELECT "size", 0 FROM "item" UNION ALL SELECT "id", "level" + 1 FROM r "#
        + #"WHERE "level" < ?1) SELECT "id" FROM r"#)
    #expect(
      statement.sql == #"WITH RECURSIVE "r" ("id", "level") AS (SELECT "size"::bigint, 0::bigint FROM "item" "#
        + #"UNION ALL SELECT "id", "level" + 1 FROM "r" WHERE "level" < $1) SELECT "id" FROM "r""#)
  }

  @Test("Windows have their own order, in which NULL comes first")
  func windows() throws {
    let statement = try translated(
      #"SELECT sum("size") OVER (PARTITION BY "done" ORDER BY "due_at" ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), "#
        + #"lag("title", 2, ?1) OVER (ORDER BY "id") FROM "item""#)
    #expect(
      statement.sql == #"SELECT sum("size") OVER (PARTITION BY "done" ORDER BY "due_at" NULLS FIRST "#
        + #"ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)::bigint, lag("title", 2::integer, $1) OVER (ORDER BY "id") FROM "item""#
    )
  }

  @Test(
    "A statement without an equivalent is refused",
    arguments: [
      (#"REPLACE INTO "item" ("id") VALUES (1)"#, PostgreSQLRefusal.Reason.conflictWord, 0),
      (#"SELECT "value" FROM json_tree('[1]')"#, .function("json_tree"), 20),
      (#"SELECT "nothing" FROM "item" WHERE "id" = ?1"#, .unknownColumn("nothing"), 7),
      (#"UPDATE "item" SET "done" = ?1 WHERE"#, .unreadable(""), 35), ("PRAGMA foreign_keys", .unreadable("PRAGMA"), 0),
    ])
  func refusals(sqlite: String, reason: PostgreSQLRefusal.Reason, offset: Int) {
    #expect(throws: PostgreSQLRefusal(reason, at: offset)) { try translated(sqlite) }
  }

  @Test("A value whose type only its use decides has that of the other operand, in JSON too")
  func json() throws {
    let text = try translated(#"SELECT 1 FROM "item" WHERE json_extract("labels", '$."city"') = ?1"#, [.text])
    #expect(text.sql == #"SELECT 1 FROM "item" WHERE "labels" #>> '{city}' = $1"#)
    let elements = try translated(
      #"SELECT 1 FROM "item" WHERE ("id", "title") IN (SELECT CAST(value ->> 0 AS INTEGER), value ->> 1 FROM json_each(?1))"#
    )
    #expect(elements.types == ["jsonb[]"])
  }

  @Test("Decimal numbers are computed exactly, as 'numeric'")
  func decimals() throws {
    let statement = try translated(
      #"SELECT postil_decimal_sum("price"), postil_decimal_add("price", ?1) FROM "item" WHERE "price" COLLATE decimal > ?2"#,
      [.text, .text])
    #expect(statement.sql == #"SELECT sum("price"), (array_agg("price"))[1] + $1 FROM "item" WHERE "price" > $2"#)
    #expect(statement.types == ["numeric", "numeric"])
  }

  @Test(
    "What SQLite computes from the text of a value is one operation of PostgreSQL",
    arguments: [
      (
        #"date(substr("due_at", 1, 10), ?1) || substr("due_at", 11)"#,
        #"("due_at" AT TIME ZONE 'UTC' + $1::interval) AT TIME ZONE 'UTC'"#
      ),
      (#"datetime(substr("due_at", 1, 19), ?1) || substr("due_at", 20)"#, #""due_at" + $1::interval"#),
      (
        #"min(date(substr("due_at", 1, 10), ?1), date(substr("due_at", 1, 10), 'start of month', ?2, '-1 day')) || substr("due_at", 11)"#,
        #"("due_at" AT TIME ZONE 'UTC' + $1::interval) AT TIME ZONE 'UTC'"#
      ),
      (#"NOT ("size" BETWEEN 1 AND 2)"#, #""size" NOT BETWEEN 1 AND 2"#),
      (#"NOT ("title" IS ?1)"#, #""title" IS DISTINCT FROM $1"#),
      (#"NOT ("size" IN (1, 2))"#, #""size" NOT IN (1, 2)"#), (#"NOT ("size" < 2)"#, #"NOT ("size" < 2)"#),
      (
        #"substr(CAST("title" AS BLOB), length(CAST("title" AS BLOB)) - length(CAST(?1 AS BLOB)) + 1) = CAST(?2 AS BLOB)"#,
        #"right("title", length($1)) = $2"#
      ),
      // Another text than the one that is measured is compared by bytes, as it is written.
      (
        #"substr(CAST("title" AS BLOB), length(CAST(?1 AS BLOB)) + 1) = CAST(?2 AS BLOB)"#,
        #"substr(convert_to("title", 'UTF8'), CASE WHEN (octet_length(convert_to($1, 'UTF8'))::bigint + 1)::integer < 0 "#
          + #"THEN octet_length(convert_to("title", 'UTF8')) + (octet_length(convert_to($1, 'UTF8'))::bigint + 1)::integer + 1 "#
          + #"ELSE (octet_length(convert_to($1, 'UTF8'))::bigint + 1)::integer END) = convert_to($2, 'UTF8')"#
      ),
      (
        #"EXISTS (SELECT 1 FROM json_each("labels", '$') AS t1 WHERE t1."value" = ?1)"#,
        #"EXISTS (SELECT 1 FROM LATERAL (SELECT nullif("element", 'null') FROM jsonb_path_query("labels", CASE "#
          + #"jsonb_typeof("labels") WHEN 'object' THEN '$.*'::jsonpath ELSE '$[*]' END) AS "elements" ("element")) AS "t1" "#
          + #"("value") WHERE "t1"."value" #>> '{}' = $1)"#
      ),
    ])
  func operations(expression: String, expected: String) throws {
    let statement = try translated("SELECT \(expression) FROM \"item\"", Array(repeating: .text, count: 2))
    #expect(statement.sql == "SELECT \(expected) FROM \"item\"")
  }

  @Test(
    "A parameter has the type of its first use, also if NULL is bound",
    arguments: [PostgreSQLType.integer(bits: 64), .null])
  func repeatedParameter(bound: PostgreSQLType) throws {
    let statement = try translated(
      #"SELECT 1 FROM "item" WHERE "size" = ?1 OR coalesce(?1, 0) = 0 OR ?1 IS NULL"#, [bound])
    #expect(
      statement.sql == #"SELECT 1 FROM "item" WHERE "size" = $1 OR coalesce($1, 0) = 0 OR $1 IS NULL"#)
    #expect(statement.types == ["bigint"])
  }

  @Test("A pattern that is bound is converted when it is bound")
  func patterns() throws {
    let statement = try translated(#"SELECT 1 FROM "item" WHERE "title" GLOB ?1 AND "title" LIKE ?2 ESCAPE ?3"#)
    #expect(
      statement.sql
        == #"SELECT 1 FROM "item" WHERE "title" COLLATE "C" ~ $1 AND "title" COLLATE "C" ILIKE $2 ESCAPE $3"#)
    #expect(PostgreSQLConversion.pattern("[^a-c]*.?") == "^[^aa-c].*\\..$")
    #expect(PostgreSQLConversion.pattern("[]x-]") == "^[\\]x\\-]$")
    #expect(PostgreSQLConversion.pattern("a[b") == "^(?!)")
  }

  @Test("A column that isn't grouped is that of any row, and a repeated expression of a group has the same parameters")
  func groups() throws {
    let statement = try translated(
      #"SELECT ("size" > ?1) IS TRUE, "title", count(*) FROM "item" GROUP BY ("size" > ?2) IS TRUE"#)
    #expect(
      statement.sql
        == #"SELECT ("size" > $2) IS TRUE, (array_agg("title"))[1], count(*) FROM "item" GROUP BY ("size" > $2) IS TRUE"#
    )
    let extreme = try translated(#"SELECT "title", max("size") FROM "item""#)
    #expect(
      extreme.sql == #"SELECT (array_agg("title" ORDER BY "size" DESC NULLS LAST))[1], max("size") FROM "item""#)
  }

  @Test("A search of a full-text index is one of the table, and its words can't become operators")
  func searches() throws {
    let statement = try translated(
      #"SELECT t0."id" FROM "item" AS t0 JOIN "item_fts" AS t1 ON t1."rowid" = t0."id" WHERE t1."item_fts" MATCH ?1"#)
    #expect(
      statement.sql == #"SELECT "t0"."id" FROM "item" AS "t0" JOIN "item" AS "t1" ON "t1"."id" = "t0"."id" WHERE "#
        + #"(setweight(to_tsvector('postil_words'::regconfig, "t1"."title"), 'A') || "#
        + #"setweight(to_tsvector('postil_words'::regconfig, coalesce("t1"."nick"::text, '')), 'B')) "#
        + "@@ to_tsquery('postil_words'::regconfig, $1)")
  }

  @Test("The entries of an index whose table has a key of several columns are the rows of the table")
  func searchesByKeys() throws {
    var index = FullTextIndex(name: "page_fts", key: "entry", columns: ["text"])
    index.keyColumns = ["book", "number"]
    let page = Table(
      name: "page",
      columns: [
        Column(name: "book", type: .text), Column(name: "number", type: .integer(bits: 64)),
        Column(name: "text", type: .text),
      ],
      primaryKey: KeyConstraint(name: "page_pkey", columns: ["book", "number"]), fullText: index)
    let translator = PostgreSQLTranslator(schema: Schema(tables: [page]))
    let vector = #"setweight(to_tsvector('postil_words'::regconfig, "t1"."text"), 'A')"#
    #expect(
      try translator.statement(
        #"SELECT t0."number" FROM "page" AS t0 JOIN "page_fts" AS t1 ON t1."book" = t0."book" AND t1."number" = t0."number" "#
          + #"WHERE t1."page_fts" MATCH ?1"#, bound: [.text]
      ).sql == #"SELECT "t0"."number" FROM "page" AS "t0" JOIN "page" AS "t1" ON "t1"."book" = "t0"."book" AND "#
        + #""t1"."number" = "t0"."number" WHERE \#(vector) @@ to_tsquery('postil_words'::regconfig, $1)"#)
    let inside = try translator.statement(
      #"SELECT count(*) FROM "page" AS t0 WHERE (t0."book", t0."number") IN "#
        + #"(SELECT "book", "number" FROM "page_fts" WHERE "page_fts" MATCH ?1)"#, bound: [.text])
    #expect(
      inside.sql
        == #"SELECT count(*) FROM "page" AS "t0" WHERE ("t0"."book", "t0"."number") IN (SELECT "book", "number" "#
        + #"FROM "page" AS "page_fts" WHERE \#(vector.replacing("t1", with: "page_fts")) @@ to_tsquery('postil_words'::regconfig, $1))"#
    )
    #expect(
      try translator.statement(
        #"INSERT INTO "page_fts_entries" ("book", "number") SELECT "book", "number" FROM "page" WHERE true ON CONFLICT DO NOTHING"#,
        bound: []
      ).sql == "SELECT WHERE false")
  }

  @Test(
    "A full-text expression is converted with its operators and columns",
    arguments: [
      (#""oil" "do"*"#, "('oil' & 'do':*)"),
      (#"oil AND (door OR gate) NOT lamp"#, "('oil' & (('door' | 'gate') & !'lamp'))"),
      (#""front gate""#, "(('front':A <-> 'gate':A) | ('front':B <-> 'gate':B))"),
      (#"{"title"} : ("front gate" oil)"#, "((('front':A <-> 'gate':A)) & 'oil':A)"), (#""""#, ""),
      (#""!" "oil""#, "'oil'"),
      (#""it's" "a & b:*\""#, "((('it':A <-> 's':A) | ('it':B <-> 's':B)) & (('a':A <-> 'b':A) | ('a':B <-> 'b':B)))"),
      ("NEAR(a b)", nil), ("^a", nil), (#""a"#, nil), ("AND", nil), ("a)", nil), ("a:b", ""),
    ] as [(String, String?)])
  func expressions(fts: String, query: String?) {
    #expect(PostgreSQLConversion.search(columns: ["title", "nick"])(fts) == query)
  }
}

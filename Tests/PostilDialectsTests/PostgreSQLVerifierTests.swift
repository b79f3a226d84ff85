import PostilCompiler
import PostilSchema
import PostilTranslation
import Testing

@testable import PostilDialects

/// What PostgreSQL is told of what the compiler itself writes in SQLite's SQL.
struct PostgreSQLVerifierTests {
  /// A model called `Item` with a generated key and another member.
  private func item(_ member: String) -> String {
    "// @table\nstruct Item: Sendable {\n  let id: ID\n  \(member)\n}"
  }

  private func script(_ text: String) throws -> String {
    let result = CompilerPipeline(target: "Tasks").run(
      sources: [.init(path: "Models.swift", bytes: Array(text.utf8))], dialect: .postgresql)
    #expect(result.diagnostics.flatMap(\.lines) == [])
    return try #require(result.graph).schema.script(for: .postgresql).text
  }

  @Test(
    "every clock of a filled column has a PostgreSQL counterpart",
    arguments: [
      ("iso8601", "timestamptz NOT NULL DEFAULT (date_trunc('milliseconds', statement_timestamp()))"),
      ("unixSeconds", "bigint NOT NULL DEFAULT (floor(extract(epoch FROM statement_timestamp()))::bigint)"),
      ("unixMilliseconds", "bigint NOT NULL DEFAULT (floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)"),
      (
        "julianDay",
        "double precision NOT NULL DEFAULT (extract(epoch FROM statement_timestamp())::double precision / 86400 + 2440587.5)"
      ),
      (
        "referenceDate",
        "double precision NOT NULL DEFAULT ((floor(extract(epoch FROM statement_timestamp()) * 1000) - 978307200000)"
          + "::double precision / 1000)"
      ),
    ])
  func clocks(form: String, column: String) throws {
    let script = try script(item("// @createdAt @store(as: \(form))\n  let madeAt: Date"))
    #expect(script.contains("\"made_at\" \(column)"))
  }

  @Test("a property with values of any storage class is refused")
  func anyValue() {
    let text = item("var value: SQLValue\n  var other: SQLValue?")
    let result = CompilerPipeline(target: "Tasks").run(
      sources: [.init(path: "Models.swift", bytes: Array(text.utf8))], dialect: .postgresql)
    #expect(
      result.diagnostics.flatMap(\.lines)
        == ["value", "other"].enumerated().map { index, name in
          "Models.swift:\(4 + index):7: error: a PostgreSQL column holds values of one type, so '\(name)' can't be a 'SQLValue'; "
            + "write the type of its values"
        })
  }

  @Test("what PostgreSQL can't compute from an array, or read as one, is refused at its place")
  func arrays() {
    func refusals(_ index: String, _ value: String) -> [String] {
      let text = """
        // @table
        // @index("\(index)")
        struct Item: Sendable {
          let id: ID
          var labels: [String]  // @json(array) @default(sql: "\(value)")
          let first: String?  // @generated("json_extract(labels, '$[0]')", stored)
        }
        """
      return CompilerPipeline(target: "Tasks").run(
        sources: [.init(path: "Models.swift", bytes: Array(text.utf8))], dialect: .postgresql
      ).diagnostics.flatMap(\.lines)
    }
    #expect(refusals("json_array_length(labels)", #"'[\"a\"]'"#) == [])
    #expect(
      refusals("json_type(labels)", "'[]'") == [
        "Models.swift:2:22: error: PostgreSQL can't read the elements of the array 'labels' in an index or a generated column; use only "
          + "'json_array_length' and paths such as '$[0]', or write '@json' instead of '@json(array)'"
      ])
    #expect(
      refusals("json_array_length(labels)", #"'[\"\\u00e9\"]'"#) == [
        #"Models.swift:5:56: error: '["\u00e9"]' is not a valid 'text[]' in PostgreSQL; write a JSON array of such values, whose texts have "#
          + #"no escapes other than \" and \\"#
      ])
  }

  @Test("an offset in SQL on one line is mapped back to the SQL as written")
  func offsets() {
    let written = "a  >\n    1\n  AND   x"
    let scanned = "a  > 1 AND   x"
    #expect(PostgreSQLVerifier.offset(scanned.utf8.count - 1, in: scanned, as: written) == written.utf8.count - 1)
    #expect(PostgreSQLVerifier.offset(0, in: scanned, as: written) == 0)
    #expect(PostgreSQLVerifier.offset(5, in: scanned, as: written) == 9)
    #expect(PostgreSQLVerifier.offset(99, in: "a", as: "a") == 1)
  }

  @Test("the longest condition that SQLite accepts is translated")
  func length() throws {
    let long = (0..<900).map { "number = \($0)" }.joined(separator: " OR ")
    #expect(try script(item("var number: Int  // @check(\"\(long)\")")).contains("\"number\" = 899)"))
  }

  private func errors(_ text: String, _ dialect: DDLDialect) -> [String] {
    CompilerPipeline(target: "Tasks").run(
      sources: [.init(path: "Models.swift", bytes: Array(text.utf8))], dialect: dialect
    ).diagnostics.flatMap(\.lines)
  }

  @Test("What CockroachDB and YugabyteDB lack is an error at its annotation")
  func otherServers() {
    let triggers =
      "error: Postil writes triggers in PostgreSQL's PL/pgSQL, of which CockroachDB supports a part only; remove '@trigger', 'ordered', "
      + "'min:' and 'max:', and do this in the program"
    let words = "// @fullText(title, tokenize: \"trigram\")\n" + item("var title: String")
    let both = words.replacing("(title,", with: "(title, body,").replacing(
      "title: String", with: "title: String\n  var body: String")
    let ordered = """
      // @table
      // @hasMany(steps: Step, inverse: item, ordered, min: 1)
      struct Item: Sendable {
        let id: ID
      }
      // @table
      struct Step: Sendable {
        let id: ID
        // @references(inverse: steps)
        var itemID: Item.ID
      }
      """
    #expect(errors(words, .postgresql) + errors(both, .postgresql) + errors(ordered, .postgresql) == [])
    #expect(errors(words, .yugabytedb) + errors(ordered, .yugabytedb) == [])
    #expect(
      errors(both, .yugabytedb) == [
        "Models.swift:1:4: error: YugabyteDB has no GIN indexes over several columns, which 'trigram' needs; index one column, or use "
          + "another tokenizer"
      ])
    #expect(
      errors(words, .cockroachdb) == [
        "Models.swift:1:4: error: full-text indexes need text search configurations of their own, which CockroachDB doesn't have; "
          + "remove '@fullText'"
      ])
    #expect(errors(ordered, .cockroachdb).allSatisfy { $0.hasSuffix(triggers) })
    #expect(errors(ordered, .cockroachdb).contains("Models.swift:2:13: \(triggers)"))
    #expect(
      errors("// @trigger(\"AFTER DELETE\", do: \"SELECT RAISE(ABORT, 'no')\")\n" + item("var a: Int"), .cockroachdb)
        == ["Models.swift:1:4: \(triggers)"])
    #expect(
      errors(item("var nick: String  // @collate(nocase)"), .cockroachdb) == [
        "Models.swift:4:24: error: '@collate(nocase)' needs PostgreSQL's extension 'citext', which Postil doesn't use on CockroachDB; "
          + "remove it, and compare 'lower(…)' of the values"
      ])
    let barns = """
      // @table
      // @references(mother: Barn, from: farm, motherNumber, onDelete: nullify)
      struct Barn: Sendable {
        let farm: Int  // @primaryKey
        let number: Int  // @primaryKey
        var motherNumber: Int?
      }
      """
    #expect(errors(barns, .postgresql) + errors(barns, .yugabytedb) == [])
    #expect(
      errors(barns, .cockroachdb) == [
        "Models.swift:2:4: error: CockroachDB can't set only the optional columns of a reference to 'NULL'; write 'onDelete: deny', "
          + "'cascade' or 'noAction'"
      ])
    #expect(
      errors("// @extension(\"pg_trgm\")\n" + item("var a: Int"), .cockroachdb)
        == ["Models.swift:1:4: error: CockroachDB doesn't have PostgreSQL's extensions; remove '@extension'"])
    #expect(errors("// @extension(\"pg_trgm\")\n" + item("var a: Int"), .yugabytedb) == [])
    let vector = errors(item("var a: [Float]  // @vector(3)"), .cockroachdb)
    #expect(
      vector.count == 1
        && vector[0].hasSuffix(
          "error: CockroachDB doesn't have PostgreSQL's extension 'vector'; write '@json' instead of '@vector'")
    )
  }
}

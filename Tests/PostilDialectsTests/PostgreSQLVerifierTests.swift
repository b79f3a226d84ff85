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
}

import PostilQuery
import Testing

@Suite("Multi-column keys")
struct KeyColumnsTests {
  private let first = Release.ID(name: "postil", version: 1)
  private let second = Release.ID(name: "postil", version: 2)

  private func expectReleases<P: SQLExpression<Bool>>(
    _ sql: String, _ rows: [String], sourceLocation: SourceLocation = #_sourceLocation,
    where predicate: (Release.Columns) -> P
  ) throws {
    try expectQuery(
      Release.where(predicate).order { ($0.name, $0.version) },
      sql: #"SELECT t0.* FROM "release" AS t0 WHERE \#(sql) ORDER BY t0."name", t0."version""#, rows: rows,
      sourceLocation: sourceLocation)
  }

  @Test("A key is compared column by column")
  func equality() throws {
    try expectReleases(#"t0."name" = ?1 AND t0."version" = ?2"#, ["postil|1"]) { $0.id == first }
    try expectReleases(#"NOT (t0."name" = ?1 AND t0."version" = ?2)"#, ["other|1", "postil|2"]) { $0.id != first }
    try expectReleases(#"NOT (t0."name" = ?1 AND t0."version" = ?2)"#, ["other|1", "postil|2"]) { !($0.id == first) }
    try expectReleases(
      #"t0."name" = ?1 AND t0."version" = ?2 OR t0."notes" = ?3"#, ["other|1", "postil|1", "postil|2"]
    ) {
      $0.id == second || $0.notes == "first"
    }
    let none: Release.ID? = nil
    try expectReleases(#"t0."name" IS NULL"#, []) { $0.id == none }
  }

  @Test("A key is found in a short list, as values")
  func short() throws {
    try expectReleases(
      #"t0."name" = ?1 AND t0."version" = ?2 OR t0."name" = ?3 AND t0."version" = ?4"#, ["postil|1", "postil|2"]
    ) { $0.id.in([first, second]) }
    try expectReleases(#"NOT (t0."name" = ?1 AND t0."version" = ?2)"#, ["other|1", "postil|2"]) {
      $0.id.notIn([first])
    }
    try expectReleases("FALSE", []) { $0.id.in([]) }
    try expectReleases("TRUE", ["other|1", "postil|1", "postil|2"]) { $0.id.notIn([]) }
    try expectReleases(
      #"NOT (t0."name" = ?1 AND t0."version" = ?2 OR t0."notes" = ?3)"#, ["other|1"]
    ) { !($0.id.in([first]) || $0.notes == "second") }
  }

  @Test("A key is found in a list of any length, as one parameter")
  func long() throws {
    let sql =
      #"(t0."name", t0."version") IN (SELECT CAST(value ->> 0 AS TEXT), CAST(value ->> 1 AS INTEGER) FROM json_each(?1))"#
    for count in [9, 100_000] {
      let keys = (1...count).map { Release.ID(name: "postil", version: $0) }
      try expectReleases(sql, ["postil|1", "postil|2"]) { $0.id.in(keys) }
    }
  }

  @Test("A key is found in a long list with keys that JSON would change")
  func exceptions() throws {
    let keys = (1...20).map { Release.ID(name: "postil", version: $0) } + [Release.ID(name: "a\0b", version: 1)]
    try expectReleases(
      #"((t0."name", t0."version") IN (SELECT CAST(value ->> 0 AS TEXT), CAST(value ->> 1 AS INTEGER) FROM json_each(?1)) "#
        + #"OR (t0."name", t0."version") IN (VALUES (?2, ?3)))"#, ["postil|1", "postil|2"]
    ) { $0.id.in(keys) }
    try expectReleases(
      #"((t0."name", t0."version") NOT IN (SELECT CAST(value ->> 0 AS TEXT), CAST(value ->> 1 AS INTEGER) FROM json_each(?1)) "#
        + #"AND (t0."name", t0."version") NOT IN (VALUES (?2, ?3)))"#, ["other|1"]
    ) { $0.id.notIn(keys) }
  }

  @Test("At the end of a required path, the key is the reference itself")
  func requiredPath() throws {
    try expectQuery(
      Asset.where { $0.release.id == first }.order { $0.id },
      sql:
        #"SELECT t0.* FROM "asset" AS t0 WHERE t0."release_name" = ?1 AND t0."release_version" = ?2 ORDER BY t0."id""#,
      rows: ["1"])
    try expectQuery(
      Asset.where { $0.release == Release(name: first.name, version: first.version, notes: "of another day") },
      sql: #"SELECT t0.* FROM "asset" AS t0 WHERE t0."release_name" = ?1 AND t0."release_version" = ?2"#, rows: ["1"])
    try expectQuery(
      Asset.where { $0.release.id.in([second]) },
      sql: #"SELECT t0.* FROM "asset" AS t0 WHERE t0."release_name" = ?1 AND t0."release_version" = ?2"#,
      rows: ["2", "3"])
  }

  @Test("Two keys can be compared")
  func each() throws {
    try expectReleases(
      #"EXISTS (SELECT 1 FROM "asset" AS t1 WHERE t1."release_name" = t0."name" AND t1."release_version" = t0."version" "#
        + #"AND t1."release_name" = t0."name" AND t1."release_version" = t0."version")"#, ["postil|1", "postil|2"]
    ) { release in release.assets.any { $0.release.id == release.id } }
    try expectReleases(#"NOT (t0."name" = t0."name" AND t0."version" = t0."version")"#, []) { $0.id != $0.id }
  }

  @Test("A key is searched by its index, also in lists")
  func plans() throws {
    func plan(_ query: Query<Release>) throws -> String { try TestDatabase.filled().plan(query.rendered()) }
    let index = "INDEX sqlite_autoindex_release_1 (name=? AND version=?)"
    #expect(try plan(Release.where { $0.id == first }).contains(index))
    #expect(try plan(Release.where { $0.id.in([first, second]) }).contains(index))
    #expect(
      try plan(Release.where { $0.id.in((0..<50).map { Release.ID(name: "postil", version: $0) }) }).contains(index))
  }
}

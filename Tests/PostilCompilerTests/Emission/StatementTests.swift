import PostilSchema
import Testing

@testable import PostilCompiler

@Suite("The SQL of generated code")
struct StatementTests {
  private func sql(
    key: [String] = ["id"], _ columns: RowSQL.Column...
  ) -> RowSQL { RowSQL(table: "item", columns: columns, key: key) }

  private let id = RowSQL.Column(name: "id", isSettable: false, isInDraft: false)
  private let title = RowSQL.Column(name: "title", isSettable: true, isInDraft: true)
  private let code = RowSQL.Column(name: "code", isSettable: false, isInDraft: true)
  private let madeAt = RowSQL.Column(
    name: "made_at", isSettable: true, isInDraft: true, sqlDefault: "CURRENT_TIMESTAMP")

  @Test("A table that only has its key is inserted with default values, and has no update")
  func keyOnly() {
    let sql = sql(id)
    #expect(sql.insert.text == #"INSERT INTO "item" DEFAULT VALUES"#)
    #expect(sql.update == nil)
    #expect(sql.save.text == #"INSERT INTO "item" ("id") VALUES (?1) ON CONFLICT ("id") DO NOTHING"#)
  }

  @Test("An update sets every column except the key")
  func update() {
    #expect(sql(id, title).update?.text == #"UPDATE "item" SET "title" = ?2 WHERE "id" = ?1"#)
  }

  @Test("An update doesn't set a constant column")
  func constants() {
    let sql = sql(id, code, title)
    #expect(!sql.updateBindsAllColumns)
    #expect(sql.update?.text == #"UPDATE "item" SET "title" = ?1 WHERE "id" = ?2"#)
    #expect(
      sql.save.text == """
        INSERT INTO "item" ("id", "code", "title") VALUES (?1, ?2, ?3) \
        ON CONFLICT ("id") DO UPDATE SET "title" = excluded."title"
        """)
  }

  @Test("A composite key is compared column by column")
  func compositeKey() {
    let part = RowSQL.Column(name: "part", isSettable: false, isInDraft: true)
    #expect(
      sql(key: ["code", "part"], code, part, title).fetch.text
        == #"SELECT "code", "part", "title" FROM "item" WHERE "code" = ?1 AND "part" = ?2"#)
  }

  @Test("A column set by the database is filled if the draft has no value, and kept by an upsert")
  func defaults() {
    let sql = sql(id, code, madeAt)
    #expect(
      sql.insert.text == #"INSERT INTO "item" ("code", "made_at") VALUES (?1, coalesce(?2, CURRENT_TIMESTAMP))"#)
    #expect(
      sql.upsert(onConflictOf: [.init(column: "code")], where: nil).text == """
        INSERT INTO "item" ("code", "made_at") VALUES (?1, coalesce(?2, CURRENT_TIMESTAMP)) \
        ON CONFLICT ("code") DO UPDATE SET "made_at" = coalesce(?2, "made_at") RETURNING "id", "code", "made_at"
        """)
  }

  @Test("An upsert without columns to set still returns the row")
  func upsertOfConstants() {
    #expect(
      sql(id, code).upsert(onConflictOf: [.init(column: "code")], where: "code <> ''").text == """
        INSERT INTO "item" ("code") VALUES (?1) \
        ON CONFLICT ("code") WHERE code <> '' DO UPDATE SET "code" = "code" RETURNING "id", "code"
        """)
  }

  @Test("Names are quoted, whatever they contain")
  func quoting() {
    let name = RowSQL.Column(name: #"a"; DROP TABLE b; --"#, isSettable: true, isInDraft: true)
    #expect(sql(id, name).insert.text == #"INSERT INTO "item" ("a""; DROP TABLE b; --") VALUES (?1)"#)
  }

  @Test("Several targets with a composite key are read by JSON paths")
  func compositeTargets() {
    let sql = JoinTableSQL(table: "pairs", near: ["item_id"], far: ["a", "b"])
    #expect(
      sql.addAll.text == """
        INSERT INTO "pairs" ("item_id", "a", "b") SELECT ?1, json_extract("json_each"."value", '$[0]'), \
        json_extract("json_each"."value", '$[1]') FROM json_each(?2) WHERE true ON CONFLICT DO NOTHING
        """)
  }

  @Test("A statement that is too long for a line has one clause per line, and long clauses are filled")
  func layout() {
    let columns = (1...20).map { RowSQL.Column(name: "column_\($0)", isSettable: true, isInDraft: true) }
    let lines = RowSQL(table: "wide", columns: columns, key: ["column_1"]).insert.lines(width: 80)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.first?.hasPrefix(#"INSERT INTO "wide" ("column_1", "#) == true)
    #expect(lines.last?.hasSuffix("?20)") == true)
  }
}

import Foundation
import PostilQuery
import Testing

@Suite("Cases, casts and functions")
struct CaseTests {
  private let transaction: TestTransaction

  init() throws { transaction = try TestDatabase.filled().transaction }

  @Test("A case has the value of its first true condition, otherwise the given one or nil")
  func cases() throws {
    let now = Date(timeIntervalSince1970: 1_769_904_000)
    try expectSelection(
      Item.order { $0.id }.select {
        (
          SQL.when($0.done, then: "done").when($0.dueAt < now, then: "late").otherwise("open"),
          SQL.when($0.count > 2, then: $0.title), SQL.when($0.done, then: $0.note).otherwise($0.title)
        )
      },
      sql: #"SELECT CASE WHEN t0."done" = 1 THEN ?1 WHEN t0."due_at" < ?2 THEN ?3 ELSE ?4 END, "#
        + #"CASE WHEN t0."count" > ?5 THEN t0."title" END, "#
        + #"CASE WHEN t0."done" = 1 THEN t0."note" ELSE t0."title" END FROM "item" AS t0 ORDER BY t0."id""#,
      rows: [
        "late|NULL|Oil the door", "open|NULL|oil the lamp", "done|Paint_wall|a*b?[c]", "open|NULL|Report",
        "done|Robert'); DROP TABLE item;--|NULL",
      ])
    let typed: [(String, String?, String?, Int, Priority)] = try Item.limit(1).select {
      (
        SQL.when($0.done, then: "a").otherwise("b"), SQL.when($0.done, then: "a"),
        SQL.when($0.done, then: "a").otherwise($0.note),
        SQL.when($0.done, then: $0.count).when($0.count < 1, then: 1).otherwise(-$0.count),
        SQL.when($0.done, then: $0.priority).otherwise(.high)
      )
    }.fetchAll(in: transaction)
    #expect(typed[0].0 == "b" && typed[0].1 == nil && typed[0].2 == nil && typed[0].3 == -2 && typed[0].4 == .high)
  }

  @Test("A case can be compared, and its predicates are true or false")
  func compared() throws {
    try expectItems(#" WHERE CASE WHEN t0."done" = 1 THEN ?1 ELSE t0."count" END > ?2"#, [3, 5]) {
      SQL.when($0.done, then: 9).otherwise($0.count) > 3
    }
    let now = Date(timeIntervalSince1970: 1_769_904_000)
    let rows: [Bool] = try Item.order { $0.id }.select {
      SQL.when($0.done, then: SQL.value(true)).otherwise($0.dueAt < now)
    }.fetchAll(in: transaction)
    #expect(rows == [true, false, true, false, true])
  }

  @Test("Casts never fail, and nil stays nil")
  func casts() throws {
    try expectSelection(
      Item.order { $0.id }.select {
        (
          $0.price.cast(to: Int.self), $0.count.cast(to: String.self), $0.note.cast(to: Int.self),
          $0.done.cast(to: Double.self)
        )
      },
      sql: #"SELECT CAST(t0."price" AS INTEGER), CAST(t0."count" AS TEXT), CAST(t0."note" AS INTEGER), "#
        + #"CAST(t0."done" AS REAL) FROM "item" AS t0 ORDER BY t0."id""#,
      rows: ["1|2|NULL|0.0", "20|0|50|0.0", "100|5|0|1.0", "0|-3|0|0.0", "2|7|NULL|1.0"])
    let row: ([UInt8], Int?)? = try Item.select { ($0.title.cast(to: [UInt8].self), $0.note.cast(to: Int.self)) }
      .fetchOne(in: transaction)
    #expect(row?.0 == Array("Oil the door".utf8) && row?.1 == nil)
  }

  @Test("A value can be replaced by nil, and nil by a value")
  func null() throws {
    try expectSelection(
      Item.order { $0.id }.select {
        ($0.note.nilIf(""), $0.count.nilIf($0.count), SQL.coalesce($0.note, $0.title), $0.note.nilIf("") ?? $0.title)
      },
      sql: #"SELECT nullif(t0."note", ?1), nullif(t0."count", t0."count"), coalesce(t0."note", t0."title"), "#
        + #"coalesce(nullif(t0."note", ?2), t0."title") FROM "item" AS t0 ORDER BY t0."id""#,
      rows: [
        "NULL|NULL|Oil the door|Oil the door", "50% done|NULL|50% done|50% done", "a*b?[c]|NULL|a*b?[c]|a*b?[c]",
        "NULL|NULL||Report", "NULL|NULL|Robert'); DROP TABLE item;--|Robert'); DROP TABLE item;--",
      ])
    let now = Date(timeIntervalSince1970: 1_769_904_000)
    let flags: [Bool] = try Node.order { $0.id }.select { $0.parent.isOpen ?? ($0.weight > 5) }.fetchAll(
      in: transaction)
    #expect(flags == [false, true, true, true, true])
    #expect(try Item.where { $0.dueAt.nilIf(now) == nil }.count(in: transaction) == 3)
  }

  @Test("Each function of text and numbers is SQLite's")
  func functions() throws {
    try expectSelection(
      Item.where { $0.id < Item.ID(3) }.order { $0.id }.select {
        (
          $0.title.offset(of: "the"), $0.title.offset(of: "x"), $0.title.unicode, $0.title.hexadecimal,
          SQL.format("%03d/%.2f %s", $0.count, $0.price, $0.title), ($0.count - 1).sign, $0.title.trimmedStart(),
          $0.title.trimmedEnd()
        )
      },
      sql: #"SELECT nullif(instr(t0."title", ?1), 0) - 1, nullif(instr(t0."title", ?2), 0) - 1, unicode(t0."title"), "#
        + #"hex(t0."title"), printf(?3, t0."count", t0."price", t0."title"), sign(t0."count" - ?4), "#
        + #"ltrim(t0."title"), rtrim(t0."title") FROM "item" AS t0 WHERE t0."id" < ?5 ORDER BY t0."id""#,
      rows: [
        "4|NULL|79|4F696C2074686520646F6F72|002/1.50 Oil the door|1|Oil the door|Oil the door",
        "4|NULL|111|6F696C20746865206C616D70|000/20.00 oil the lamp|-1|oil the lamp|oil the lamp",
      ])
    let numbers: [Int64] = try Item.select { _ in SQL.random() }.fetchAll(in: transaction)
    #expect(Set(numbers).count == 5)
    #expect(try Item.order { _ in SQL.random() }.sql.hasSuffix(" ORDER BY random()"))
  }

  @Test("A value can be compared with a range of two expressions")
  func between() throws {
    try expectItems(#" WHERE t0."count" BETWEEN -t0."count" AND t0."count" + ?1"#, [1, 2, 3, 5]) {
      $0.count.between(-$0.count, $0.count + 1)
    }
  }
}

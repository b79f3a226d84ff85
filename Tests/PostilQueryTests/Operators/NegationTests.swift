import Foundation
import PostilQuery
import Testing

@Suite("Negation")
struct NegationTests {
  private var database: TestTransaction { get throws { try TestDatabase.filled().transaction } }

  @Test("For every operator, a row satisfies either a condition or its negation, also if the value is NULL")
  func complements() throws {
    let day = Date(timeIntervalSince1970: 1_769_904_000)
    let db = try database
    func check(_ name: String, _ predicate: @escaping (Item.Columns) -> SQLPredicate, _ ids: [Int64]) throws {
      let (found, others) = (Item.where { predicate($0) }, Item.where { !predicate($0) })
      #expect(try found.order { $0.id }.fetchAll(in: db).map(\.id.rawValue) == ids, "\(name)")
      #expect(
        try others.order { $0.id }.fetchAll(in: db).map(\.id.rawValue) == (1...5).filter { !ids.contains($0) },
        "!\(name)")
      #expect(try Item.where { !(!predicate($0)) }.count(in: db) == ids.count, "!!\(name)")
      #expect(
        try Item.where { predicate($0) == SQLPredicate(false) }.count(in: db) == 5 - ids.count, "\(name) == false")
      #expect(
        try Item.group { predicate($0) }.order { predicate($0) }.select { (predicate($0), SQL.count()) }.fetchAll(
          in: db
        )
        .map(\.1) == [5 - ids.count, ids.count].filter { $0 > 0 }, "group \(name)")
    }
    try check("==", { $0.note == "" }, [4])
    try check("!=", { $0.note != "" }, [1, 2, 3, 5])
    try check("<", { $0.note < "a" }, [2, 4])
    try check("< nil", { $0.count < nil }, [])
    try check("between", { $0.dueAt.in(.distantPast...day) }, [1, 4])
    try check("in range", { $0.dueAt.in(.distantPast..<day) }, [1])
    try check("in", { $0.note.in([""]) }, [4])
    try check("notIn", { $0.note.notIn([""]) }, [1, 2, 3, 5])
    try check("in select", { $0.note.in(Item.select { $0.note }) }, [2, 3, 4])
    try check("contains", { $0.note.contains("") }, [2, 3, 4])
    try check("hasPrefix", { $0.note.hasPrefix("5") }, [2])
    try check("hasSuffix", { $0.note.hasSuffix("]") }, [3])
    try check("hasSuffix of an empty text", { $0.note.hasSuffix("") }, [2, 3, 4])
    try check("hasSuffix of a column", { $0.note.hasSuffix($0.note) }, [2, 3, 4])
    try check("like", { $0.note.like("%") }, [2, 3, 4])
    try check("glob", { $0.note.glob("*") }, [2, 3, 4])
    try check("containsIgnoringCase", { $0.note.containsIgnoringCase("DONE") }, [2])
    try check("&&", { $0.note < "a" && $0.dueAt < day }, [])
    try check("||", { $0.note < "a" || $0.dueAt < day }, [1, 2, 4])
    try check("! in &&", { !($0.note < "a") && $0.count > 0 }, [1, 3, 5])
    try check("! in ||", { !($0.note < "a") || !($0.dueAt < day) }, [1, 2, 3, 4, 5])
    try check("raw", { SQLPredicate(raw: "\($0.note) < 'a'") }, [2, 4])
    try check("any", { $0.tags.any { $0.name == "urgent" } }, [1, 3, 4])
    try check("?? ", { ($0.note ?? "") == "" }, [1, 4, 5])
    try check("isNil", { $0.note.isNil }, [1, 5])
  }

  @Test("A condition on a row that may be missing is false without the row")
  func optionalPath() throws {
    let db = try database
    let heavy = Node.where { $0.parent.weight > 1 }
    let others = Node.where { !($0.parent.weight > 1) }
    #expect(try heavy.fetchAll(in: db).map(\.name) == ["aa"])
    #expect(try others.order { $0.id }.fetchAll(in: db).map(\.name) == ["root", "a", "b", "other"])
    #expect(others.description.hasSuffix(#"WHERE (t1."weight" > ?1) IS NOT TRUE"#))
  }

  @Test("Conditions that can't be NULL are negated without IS TRUE")
  func required() throws {
    try expectItems(#" WHERE NOT (t0."count" < ?1)"#, [1, 3, 5]) { !($0.count < 1) }
    try expectItems(#" WHERE NOT (coalesce(t0."note", ?1) = ?2)"#, [2, 3]) { !(($0.note ?? "") == "") }
    try expectItems(#" WHERE NOT (instr(t0."title", ?1) > 0 OR t0."note" IS NULL)"#, [2, 3, 4]) {
      !($0.title.contains("Oil") || $0.note == nil)
    }
    try expectItems(#" WHERE (t0."note" = ?1 OR t0."due_at" < t0."due_at") IS NOT TRUE"#, [1, 2, 3, 5]) {
      !($0.note == "" || $0.dueAt < $0.dueAt)
    }
  }

  @Test("hasSuffix compares texts with a NUL to their ends")
  func suffix() throws {
    let db = try database
    try db.database.run("UPDATE item SET title = 'a' || char(0) || 'bc', note = 'c' WHERE id = 1")
    func found(_ predicate: (Item.Columns) -> SQLPredicate) throws -> [Int64] {
      try Item.where(predicate).fetchAll(in: db).map(\.id.rawValue)
    }
    #expect(try found { $0.title.hasSuffix("bc") } == [1])
    #expect(try found { $0.title.hasSuffix("\0bc") } == [1])
    #expect(try found { $0.title.hasSuffix("a") } == [])
    #expect(try found { $0.title.hasSuffix("x\0bc") } == [])
    #expect(try found { $0.title.hasSuffix("xa\0bc") } == [])
    #expect(try found { $0.title.hasSuffix($0.note) && $0.note != "" } == [1])
  }
}

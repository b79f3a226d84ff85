import Foundation
import PostilQuery
import Testing

@Suite("Membership")
struct MembershipTests {
  @Test("A short list is a list of parameters")
  func short() throws {
    try expectItems(#" WHERE t0."count" IN (?1, ?2)"#, [2, 3], bindings: [.integer(0), .integer(5)]) {
      $0.count.in([0, 5])
    }
    try expectItems(#" WHERE t0."count" NOT IN (?1, ?2)"#, [1, 4, 5]) { $0.count.notIn([0, 5]) }
    try expectItems(#" WHERE t0."priority" IN (?1, ?2)"#, [1, 3, 4, 5]) { $0.priority.in([.low, .high]) }
    try expectItems(#" WHERE t0."title" IN (?1)"#, [5]) { $0.title.in(["Robert'); DROP TABLE item;--"]) }
    try expectItems(#" WHERE t0."id" IN (?1, ?2)"#, [1, 2]) { $0.id.in([Item.ID(1), Item.ID(2)]) }
  }

  @Test("The empty list contains no value")
  func empty() throws {
    try expectItems(" WHERE FALSE", [], bindings: []) { $0.count.in([]) }
    try expectItems(" WHERE TRUE", [1, 2, 3, 4, 5], bindings: []) { $0.count.notIn([]) }
    try expectItems(" WHERE TRUE", [1, 2, 3, 4, 5]) { !$0.note.in([]) }
    try expectItems(#" WHERE FALSE OR t0."done" = 1"#, [3, 5]) { $0.count.in([]) || $0.done }
  }

  @Test("NULL is in no list, also for negations")
  func null() throws {
    try expectItems(#" WHERE t0."note" IN (?1)"#, [4]) { $0.note.in([""]) }
    try expectItems(#" WHERE (t0."note" IS NULL OR t0."note" NOT IN (?1))"#, [1, 2, 3, 5]) { $0.note.notIn([""]) }
    try expectItems(#" WHERE (t0."note" IS NULL OR t0."note" NOT IN (?1))"#, [1, 2, 3, 5]) { !$0.note.in([""]) }
    try expectItems(#" WHERE NOT ((t0."note" IS NOT NULL AND t0."note" IN (?1)) OR t0."done" = 1)"#, [1, 2]) {
      !($0.note.in([""]) || $0.done)
    }
  }

  @Test("A list can contain nil, which is in the list as in Swift")
  func listsWithNil() throws {
    try expectItems(#" WHERE t0."note" IN (?1) OR t0."note" IS NULL"#, [1, 4, 5]) { $0.note.in(["", nil]) }
    try expectItems(#" WHERE t0."note" IS NULL"#, [1, 5]) { $0.note.in([nil]) }
    try expectItems(#" WHERE NOT ((t0."note" IS NOT NULL AND t0."note" IN (?1)) OR t0."note" IS NULL)"#, [2, 3]) {
      $0.note.notIn(["", nil])
    }
    let notes: [String?] = ["", "50% done"]
    try expectItems(#" WHERE t0."note" IN (?1, ?2)"#, [2, 4]) { $0.note.in(notes) }
    try expectItems(#" WHERE FALSE"#, []) { $0.note.in([String?]()) }
    let many: [String?] = (0..<20).map { "\($0)" } + ["", nil]
    try expectItems(#" WHERE t0."note" IN (SELECT value FROM json_each(?1)) OR t0."note" IS NULL"#, [1, 4, 5]) {
      $0.note.in(many)
    }
  }

  @Test("A long list is one parameter, for any length")
  func long() throws {
    let sql = #" WHERE t0."count" IN (SELECT value FROM json_each(?1))"#
    try expectItems(sql, [1, 2, 3, 5]) { $0.count.in(Array(0..<9)) }
    try expectItems(sql, [1, 2, 3, 5]) { $0.count.in(Array(0..<100)) }
    try expectItems(sql, [1, 2, 3, 5]) { $0.count.in(Array(0..<100_000)) }
  }

  @Test("100,000 values of each storage class are found, with text unchanged")
  func hundredThousand() throws {
    let titles = (0..<100_000).map { "title \($0)" } + ["Oil the door", "Robert'); DROP TABLE item;--"]
    try expectItems(#" WHERE t0."title" IN (SELECT value FROM json_each(?1))"#, [1, 5]) { $0.title.in(titles) }
    let prices = (0..<100_000).map { Double($0) + 0.1 } + [1.5, 2.25]
    try expectItems(#" WHERE t0."price" IN (SELECT value FROM json_each(?1))"#, [1, 5]) { $0.price.in(prices) }
    let dates = (0..<100_000).map { Date(timeIntervalSince1970: 1_767_225_600 + Double($0)) }
    try expectItems(#" WHERE t0."due_at" IN (SELECT value FROM json_each(?1))"#, [1]) { $0.dueAt.in(dates) }
    let bytes = (0..<100_000).map { [UInt8(1), UInt8($0 & 255), UInt8($0 >> 8 & 255)] } + [[], [0, 255]]
    try expectQuery(
      Asset.where { $0.bytes.in(bytes) },
      sql: #"SELECT t0.* FROM "asset" AS t0 WHERE hex(t0."bytes") IN (SELECT value FROM json_each(?1))"#,
      rows: ["1", "3"])
  }

  @Test("NULL is no empty blob")
  func nullAndEmptyBlobs() throws {
    let database = try TestDatabase(PostilQueryTestsSchema.ddl)
    try database.run(
      """
      INSERT INTO mark VALUES (x'', x'01'), (x'01', x'');
      INSERT INTO stamp VALUES (1, x'', x'', x'01'), (2, NULL, NULL, NULL), (3, x'01', x'01', x''), (4, x'02', NULL, NULL);
      """)
    func expect<P: SQLExpression<Bool>>(_ ids: [Int], _ predicate: (Stamp.Columns) -> P) throws {
      let found = try Stamp.where(predicate).order { $0.id }.fetchAll(in: database.transaction)
      #expect(found.map { Int($0.id.rawValue) } == ids)
    }
    for count in [1, 20] {
      let blobs = [[UInt8]](repeating: [], count: count) + [[1]]
      try expect([1, 3]) { $0.bytes.in(blobs) }
      try expect([2, 4]) { !$0.bytes.in(blobs) }
      try expect([2, 4]) { $0.bytes.notIn(blobs) }
      try expect([1, 2, 3]) { $0.bytes.in(blobs + [nil]) }
      try expect([1, 2, 3]) { $0.bytes.in(blobs) || $0.bytes == nil }
      let marks = [Mark.ID](repeating: Mark.ID(front: [], back: []), count: count)
      try expect([]) { $0.mark.id.in(marks) }
      try expect([1, 2, 3, 4]) { !$0.mark.id.in(marks) }
      try expect([3]) { $0.mark.id.in(marks + [Mark.ID(front: [1], back: [])]) }
      try expect([1, 2, 4]) { $0.mark.id.notIn(marks + [Mark.ID(front: [1], back: [])]) }
    }
  }

  @Test("Values that JSON would change stay parameters: floating-point numbers, text with a NUL")
  func exceptions() throws {
    let prices = (0..<10).map { Double($0) / 4 }
    try expectItems(
      #" WHERE t0."price" IN (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"#, [1, 4, 5]
    ) { $0.price.in(prices) }
    let texts = (0..<10).map { "\($0)" } + ["Report\0", ""]
    try expectItems(
      #" WHERE (t0."note" IN (SELECT value FROM json_each(?1)) OR t0."note" IN (?2))"#, [4],
      bindings: [.text(#"["0","1","2","3","4","5","6","7","8","9",""]"#), .text("Report\0")]
    ) { $0.note.in(texts) }
    try expectItems(
      #" WHERE (t0."note" IS NULL OR (t0."note" NOT IN (SELECT value FROM json_each(?1)) AND t0."note" NOT IN (?2)))"#,
      [1, 2, 3, 5]
    ) { $0.note.notIn(texts) }
    let titles = (0..<10).map { "\($0)" } + ["Report\0"]
    try expectItems(
      #" WHERE (t0."title" IN (SELECT value FROM json_each(?1)) OR t0."title" IN (?2))"#, []
    ) { $0.title.in(titles) }
  }

  @Test("A list of names is matched by the column's collation")
  func collation() throws {
    let names = ["OIL", "URGENT"] + (0..<20).map { "\($0)" }
    try expectQuery(
      Tag.where { $0.name.in(names) }.order { $0.id },
      sql: #"SELECT t0.* FROM "tag" AS t0 WHERE t0."name" IN (SELECT value FROM json_each(?1)) ORDER BY t0."id""#,
      rows: ["1", "3"])
  }
}

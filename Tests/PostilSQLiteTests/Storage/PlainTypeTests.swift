import Foundation
import PostilQuery
import PostilSQLite
import Testing

/// A column whose stored form is another type than its property is queried with the property's type, in every place that
/// takes a value.
@Suite struct PlainTypeTests {
  let store: SQLiteStore
  private let early = Date(timeIntervalSince1970: 1_000)
  private let middle = Date(timeIntervalSince1970: 2_000)
  private let late = Date(timeIntervalSince1970: 3_000)

  init() throws {
    store = try .cells()
    try store.write { db in
      for (value, optional) in [(early, nil), (middle, early), (late, late)] {
        try Cell<UnixSeconds>.Draft(value: value, optional: optional).insert(in: db)
      }
    }
  }

  private func ids(_ query: Query<Cell<UnixSeconds>>) throws -> [Int64] {
    try store.read { db in try query.order { $0.id }.fetchAll(in: db) }.map(\.id.rawValue)
  }

  @Test func aRowIsReadAsThePropertysType() throws {
    let rows: [(Date, Date?)] = try store.read { db in try Cell<UnixSeconds>.all.fetchAll(in: db) }
      .map { ($0.value, $0.optional) }
    #expect(rows.map(\.0) == [early, middle, late])
    #expect(rows.map(\.1) == [nil, early, late])
  }

  @Test func operatorsTakeThePropertysType() throws {
    typealias Row = Cell<UnixSeconds>
    let none: Date? = nil
    #expect(try ids(Row.where { $0.value == middle }) == [2])
    #expect(try ids(Row.where { middle != $0.value }) == [1, 3])
    #expect(try ids(Row.where { $0.optional == none }) == [1])
    #expect(try ids(Row.where { $0.optional != early }) == [1, 3])
    #expect(try ids(Row.where { $0.optional == nil }) == [1])
    #expect(try ids(Row.where { $0.value < late && $0.optional < late }) == [2])
    #expect(try ids(Row.where { middle <= $0.value }) == [2, 3])
    #expect(try ids(Row.where { $0.value.between(early, middle) }) == [1, 2])
    #expect(try ids(Row.where { $0.value.in([early, late]) }) == [1, 3])
    #expect(try ids(Row.where { $0.optional.notIn([early]) }) == [1, 3])
    #expect(try ids(Row.where { $0.value.in(early...middle) }) == [1, 2])
    #expect(try ids(Row.where { $0.optional.in(early..<late) }) == [2])
    #expect(try ids(Row.where { ($0.optional ?? late) == late }) == [1, 3])
    #expect(try ids(Row.where { min($0.value, middle) == middle }) == [2, 3])
    #expect(try ids(Row.where { $0.value == $0.optional }) == [3])
  }

  @Test func aSelectionGivesThePropertysType() throws {
    let rows: [(Date, Date?, Bool)] = try store.read { db in
      try Cell<UnixSeconds>.order { $0.value.descending }
        .select { ($0.value, $0.optional, $0.value > middle) }.fetchAll(in: db)
    }
    #expect(rows.map(\.0) == [late, middle, early])
    #expect(rows.map(\.1) == [late, early, nil])
    #expect(rows.map(\.2) == [true, false, false])
    let first: Date? = try store.read { db in try Cell<UnixSeconds>.select { $0.value }.fetchOne(in: db) }
    #expect(first == early)
    var dates: [Date] = []
    try store.read { db in try Cell<UnixSeconds>.select { $0.value }.forEach(in: db) { dates.append($0) } }
    #expect(dates == [early, middle, late])
  }

  @Test func anUpdateSetsThePropertysType() throws {
    try store.write { db in
      try Cell<UnixSeconds>.where { $0.value == early }.update(in: db) {
        [$0.value.set(late), $0.optional.set(middle)]
      }
      try Cell<UnixSeconds>.where { $0.value == middle }.update(in: db) { [$0.optional.set(nil)] }
      try Cell<UnixSeconds>.where { $0.id == RowID(3) }.update(in: db) { [$0.optional.set($0.value)] }
    }
    #expect(try ids(Cell.where { $0.value == late && $0.optional == middle }) == [1])
    #expect(try ids(Cell.where { $0.optional.isNil }) == [2])
  }
}

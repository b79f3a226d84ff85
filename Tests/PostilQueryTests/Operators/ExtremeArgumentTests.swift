import Foundation
import PostilQuery
import Testing

/// Numbers come from outside: an index, the size of a page, a number of days.
@Suite("Extreme arguments")
struct ExtremeArgumentTests {
  @Test(
    "The largest and smallest numbers are arguments or errors, never a trap",
    arguments: [Int.min, .min + 1, -1, 0, 1, .max - 1, .max])
  func numbers(_ number: Int) throws {
    let database = try TestDatabase.filled()
    let db = database.transaction
    /// Runs a query; a number that is refused is a `QueryError`.
    func run<Value>(_ body: () throws -> Value) throws {
      do { _ = try body() } catch is QueryError {} catch is ColumnDecodingError {}
    }
    let items = Item.order { $0.id }
    try run { try items.limit(number).fetchAll(in: db) }
    try run { try items.limit(number, offset: number).fetchAll(in: db) }
    try run { try items.limit(nil, offset: number).select { $0.title }.fetchAll(in: db) }
    try run { try items.page(size: number).fetch(in: db) }
    try run { try items.page(before: nil, size: number).fetch(in: db) }
    try run { try items.select { $0.title.substring(from: number, length: number) }.fetchAll(in: db) }
    try run { try items.select { $0.title.substring(from: number) }.fetchAll(in: db) }
    try run { try items.select { $0.price.rounded(toDigits: number) }.fetchAll(in: db) }
    try run { try items.select { $0.count.lag(number).over(orderBy: $0.id) }.fetchAll(in: db) }
    try run { try items.select { $0.count.lead(number, default: number).over(orderBy: $0.id) }.fetchAll(in: db) }
    try run { try items.select { $0.count.nthValue(number).over(orderBy: $0.id) }.fetchAll(in: db) }
    try run { try items.select { _ in SQL.ntile(number).over() }.fetchAll(in: db) }
    for frame: SQL.Frame in [
      .rows(.preceding(number), .following(number)), .groups(.preceding(number), .following(number)),
      .range(.preceding(Double(number)), .following(.infinity)), .range(.preceding(.nan)),
      .range(.preceding(.greatestFiniteMagnitude)),
    ] {
      try run { try items.select { $0.count.sum().over(orderBy: $0.count, frame: frame) }.fetchAll(in: db) }
    }
    try run { try items.select { $0.dueAt.adding(years: number) }.fetchAll(in: db) }
    try run { try items.select { $0.dueAt.adding(months: number, days: number) }.fetchAll(in: db) }
    try run { try items.select { $0.dueAt.adding(hours: number, minutes: number, seconds: number) }.fetchAll(in: db) }
    try run { try items.where { $0.count.in(number...number) }.fetchAll(in: db) }
    try run { try items.where { $0.count == number || $0.count < number }.fetchAll(in: db) }
  }
}

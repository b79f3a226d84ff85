/// A choice about the written Swift, which is kept unless the compiler or the comparison with the database rejects it.
enum PlannedConstruct: Hashable {
  /// A table is described only by annotations, without its statement.
  case notes(table: String)
  case table(String)
  case view(String)
  case index(String)
  case trigger(String)
  case fullText(String)
  /// A foreign key, by its index among those of the table.
  case reference(table: String, Int)
  case inverse(table: String, Int)
  case manyToMany(table: String)
  /// A join table is created only by a `@manyToMany`.
  case joinTable(String)
  case property(table: String, column: String)
  case defaultValue(table: String, column: String)
  /// `@createdAt` or `@updatedAt` on a column.
  case clock(table: String, column: String)
  case enumeration(table: String, column: String)
  /// A view's result is never `NULL`.
  case required(view: String, column: String)
}

/// The rejected choices and the reasons.
struct Refusals {
  private(set) var reasons: [PlannedConstruct: String] = [:]

  func contains(_ choice: PlannedConstruct) -> Bool { reasons[choice] != nil }

  mutating func add(_ choice: PlannedConstruct, _ reason: String) {
    if reasons[choice] == nil { reasons[choice] = reason }
  }
}

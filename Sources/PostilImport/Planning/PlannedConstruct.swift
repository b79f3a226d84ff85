/// A construct that an import writes in Swift, unless the compiler or a comparison with the database refutes it.
enum PlannedConstruct: Hashable {
  /// A table described by annotations alone, without its statement.
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
  /// A join table created by a `@manyToMany` alone.
  case joinTable(String)
  case property(table: String, column: String)
  case defaultValue(table: String, column: String)
  case enumeration(table: String, column: String)
  /// A result of a view is never `NULL`.
  case required(view: String, column: String)
}

/// The refused choices and the reasons.
struct Refusals {
  private(set) var reasons: [PlannedConstruct: String] = [:]

  func contains(_ choice: PlannedConstruct) -> Bool { reasons[choice] != nil }

  mutating func add(_ choice: PlannedConstruct, _ reason: String) {
    if reasons[choice] == nil { reasons[choice] = reason }
  }
}

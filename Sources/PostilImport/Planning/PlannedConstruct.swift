/// A construct that an import writes in Swift, unless the compiler or a comparison with the database refutes it.
enum PlannedConstruct: Hashable {
  /// A table whose notes say all of it, so that no statement is quoted.
  case notes(table: String)
  case table(String)
  case view(String)
  case index(String)
  case trigger(String)
  case fullText(String)
  /// A foreign key, by its place among those of the table.
  case reference(table: String, Int)
  case inverse(table: String, Int)
  case manyToMany(table: String)
  /// A join table that a `@manyToMany` alone makes.
  case joinTable(String)
  case property(table: String, column: String)
  case defaultValue(table: String, column: String)
  case enumeration(table: String, column: String)
  /// That a result of a view is never `NULL`.
  case required(view: String, column: String)
}

/// What was not to be, and why.
struct Refusals {
  private(set) var reasons: [PlannedConstruct: String] = [:]

  func contains(_ choice: PlannedConstruct) -> Bool { reasons[choice] != nil }

  mutating func add(_ choice: PlannedConstruct, _ reason: String) {
    if reasons[choice] == nil { reasons[choice] = reason }
  }
}

/// Something that an import says in Swift unless the compiler, or a comparison with the database, speaks against it.
enum Choice: Hashable {
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
  private(set) var reasons: [Choice: String] = [:]

  func contains(_ choice: Choice) -> Bool { reasons[choice] != nil }

  mutating func add(_ choice: Choice, _ reason: String) {
    if reasons[choice] == nil { reasons[choice] = reason }
  }
}

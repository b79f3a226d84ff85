import CSQLite
import PostilQuery

// `min:` and `max:` in the words of the model. Nothing here runs unless a statement or a commit was refused.

extension SQLiteConnection {
  /// The owner that keeps the open transaction from being committed, for it has too few members; `nil` if there is none.
  func unmetArity() -> ConstraintViolation? {
    for check in arityChecks {
      guard let statement = try? Self.prepare(check.owner.description, on: handle, path: path) else { continue }
      defer { sqlite3_finalize(statement) }
      guard sqlite3_step(statement) == SQLITE_ROW else { continue }
      let key = (1..<sqlite3_column_count(statement)).map { Self.binding(statement, $0) }
      return .arity(
        relationship: check.relationship, count: Int(clamping: sqlite3_column_int64(statement, 0)),
        bound: .minimum(check.minimum), owner: key)
    }
    return nil
  }

  private static func binding(_ statement: OpaquePointer, _ column: Int32) -> BoundValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT: .text(text(statement, column) ?? "")
    case SQLITE_BLOB:
      .blob(
        sqlite3_column_blob(statement, column).map {
          Array(UnsafeRawBufferPointer(start: $0, count: Int(sqlite3_column_bytes(statement, column))))
        } ?? [])
    default: .null
    }
  }
}

extension ConstraintViolation {
  /// The message of a trigger that refuses an excess member, `MAX constraint failed: Item.steps, 20`, or a range that overlaps another:
  /// `EXCLUDE constraint failed: booking_excl`.
  @_spi(Bridges) public static func refused(by message: String) -> ConstraintViolation? {
    if let name = ConstraintMessage.names(in: message, after: "EXCLUDE constraint failed: ") {
      return .exclusion(name: name)
    }
    guard let text = ConstraintMessage.names(in: message, after: "MAX constraint failed: "),
      let comma = text.lastIndex(of: ","),
      let maximum = Int32(text[comma...].dropFirst(2)).map({ Int($0) })
    else { return nil }
    return .arity(relationship: String(text[..<comma]), count: maximum + 1, bound: .maximum(maximum), owner: [])
  }
}

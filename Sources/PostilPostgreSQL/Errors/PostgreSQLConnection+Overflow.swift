#if PostgreSQL
  import PostilQuery
  import PostilTranslation

  extension PostgreSQLConnection {
    /// The violation that SQLite reports if a computed value is too large for an integer column; `nil` for other errors, and if it isn't
    /// certain which column is meant.
    ///
    /// The server doesn't name the column, but the type: `smallint out of range`, in the language of its messages.
    func overflow(_ error: any Error, _ statement: PreparedStatement.Translation) -> ConstraintViolation? {
      let columns = statement.computedColumns
      guard let error = error as? PostgreSQLError, error.code == "22003", !columns.isEmpty else { return nil }
      if error.message.contains("bigint") {
        // The value itself has more than 64 bits, which is a floating-point number in SQLite.
        guard columns.count == 1, statement.computesOnlyColumns else { return nil }
        let (table, column) = (columns[0].table, columns[0].column)
        return .datatype(table: schema.name(of: table), column: schema.column(column, of: table), found: .real)
      }
      let bits = error.message.contains("smallint") ? 16 : error.message.contains("integer") ? 32 : 0
      let stored = columns.filter { $0.bits == bits }
      return stored.count == 1 ? .check(name: "\(stored[0].table)_\(stored[0].column)_range") : nil
    }
  }
#endif

#if PostgreSQL
  import PostilQuery
  import PostilSQLite

  extension PostgreSQLConnection {
    /// The owner that keeps the open transaction from being committed, because it has too few members; `nil` if there is none.
    func unmetArity() throws -> ConstraintViolation? {
      guard let serial = transaction else { return nil }
      for check in settings.arityChecks {
        let found = try fetchFirst(bound(use(check.owner, in: serial)) { _ in }) { row in
          let count = Int(try row.readInt64())
          var owner: [BoundValue] = []
          while row.column < row.columnCount { owner.append(try row.readBoundValue()) }
          return ConstraintViolation.arity(
            relationship: check.relationship, count: count, bound: .minimum(check.minimum), owner: owner)
        }
        if let found { return found }
      }
      return nil
    }
  }

  extension _PostgreSQLRow {
    /// Reads the next column in the storage class that SQLite has for it.
    fileprivate mutating func readBoundValue() throws -> BoundValue {
      switch nextStorageClass() {
      case .null:
        skip(1)
        return .null
      case .integer: return .integer(try readInt64())
      case .real: return .real(try readDouble())
      case .text: return .text(try readString())
      case .blob: return .blob(try readBytes { Array($0) })
      }
    }
  }
#endif

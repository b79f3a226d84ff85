extension RawSQL {
  /// A whole number as SQL, for the bodies of triggers, which can't have parameters.
  package static func number(_ number: Int) -> RawSQL {
    let digits: [RawSQL] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
    return String(number).compactMap(\.wholeNumberValue).map { digits[$0] }.joined(separator: "")
  }

  /// A name in quotes: `"title"`.
  package static func name(_ name: String) -> RawSQL { "\(identifier: name)" }

  /// Names in quotes, separated by commas.
  package static func names(_ names: some Sequence<String>) -> RawSQL { names.map { name($0) }.joined(separator: ", ") }

  /// Names of one table's columns, separated by commas: `t."id", t."title"`.
  package static func names(_ names: some Sequence<String>, of table: RawSQL) -> RawSQL {
    names.map { "\(table).\(identifier: $0)" }.joined(separator: ", ")
  }

  /// Values as parameters, separated by commas.
  package static func values(_ values: some Sequence<SyncValue>) -> RawSQL {
    values.map { .value($0) }.joined(separator: ", ")
  }

  /// A value as a parameter.
  package static func value(_ value: SyncValue) -> RawSQL { "\(value.stored, as: SQLValue.self)" }

  /// `"a" = ?1 AND "b" = ?2`
  package static func equal(_ names: [String], _ values: [SyncValue]) -> RawSQL {
    zip(names, values).map { name, value in
      switch value {
      case .null: "\(identifier: name) IS NULL"
      default: "\(identifier: name) = \(.value(value))"
      }
    }.joined(separator: " AND ")
  }

  /// `a."id" = ?1 AND …`, for values that aren't `NULL`.
  package static func equal(_ names: [String], of table: RawSQL, _ values: [SyncValue]) -> RawSQL {
    zip(names, values).map { name, value in "\(table).\(identifier: name) = \(.value(value))" as RawSQL }
      .joined(separator: " AND ")
  }

  /// `a."id" = b."id" AND …`
  package static func equal(_ columns: [String], _ left: RawSQL, _ right: RawSQL) -> RawSQL {
    columns.map { "\(left).\(identifier: $0) = \(right).\(identifier: $0)" }.joined(separator: " AND ")
  }
}

extension SyncedTable {
  /// Whether a row only says that two others belong together.
  package var isPair: Bool { model == nil }
  /// The names of all columns.
  package var columnNames: [String] { columns.map(\.name) }

  /// The key of a row with values of these columns.
  package func key(of row: [SyncValue], _ columns: [String]) -> [SyncValue] {
    key.map { name in columns.firstIndex(of: name).map { row[$0] } ?? .null }
  }
}

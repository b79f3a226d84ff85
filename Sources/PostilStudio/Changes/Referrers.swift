import PostilQuery
import PostilRows
import PostilSQL

/// The rows that refer to a row and keep it from being deleted.
struct Referrers: Sendable {
  /// Rows are counted up to this number.
  private static let maximumCount = 1000

  private let key: StudioKey
  private let references: [(table: ModelTable, relationship: ModelRelationship)]

  init(of key: StudioKey, in schema: ModelSchema) {
    self.key = key
    references = schema.tables.filter { $0.kind != .view }.flatMap { table in
      table.relationships.filter {
        $0.kind == .toOne && $0.table == key.table.name && ![.cascade, .nullify].contains($0.resolved?.onDelete)
      }.map { (table, $0) }
    }
  }

  /// `Project 3 can't be deleted, because 12 rows of Item (project) refer to it`; `nil` if no row does.
  func refusal(_ db: any RowTransaction) throws -> String? {
    let found = try references.compactMap { table, relationship -> String? in
      let sql =
        "SELECT count(*) FROM (SELECT 1 AS \"one\" FROM \(SQLText.identifier(table.name)) "
        + "WHERE \(relationship.condition(of: key)) LIMIT \(Self.maximumCount)) AS r"
      guard case .integer(let count)? = try db.first(sql, key.bindings, columns: 1)?[0], count > 0 else { return nil }
      let number = count == Self.maximumCount ? "at least \(count)" : "\(count)"
      return "\(number) row\(count == 1 ? "" : "s") of \(table.swiftName) (\(relationship.name))"
    }
    guard !found.isEmpty else { return nil }
    let row = "\(key.table.swiftName) \(key.bindings.map(\.description).joined(separator: ", "))"
    let isOne = found.count == 1 && found[0].hasPrefix("1 ")
    return
      "\(row) can't be deleted, because \(found.joined(separator: ", ")) refer\(isOne ? "s" : "") to it; delete or change "
      + "\(isOne ? "that row" : "these rows") first"
  }
}

extension ModelRelationship {
  /// Whether a row of this side refers to the row with a key.
  func condition(of key: StudioKey) -> String {
    zip(near, far).map { near, far in
      "\(SQLText.identifier(near)) = (SELECT \(SQLText.identifier(far)) FROM \(SQLText.identifier(key.table.name)) "
        + "WHERE \(key.condition()))"
    }.joined(separator: " AND ")
  }
}

extension ModelTable {
  /// The first column that an expression names. SQLite reports a check without a name by its expression.
  func firstColumn(in expression: String) -> String? {
    let names = SQLLexer.tokens(of: expression).names.map(\.foldedName)
    return names.lazy.compactMap { name in columns.first { $0.name.foldedName == name }?.name }.first
  }
}

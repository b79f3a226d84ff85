/// The columns with `@secret` of a program's tables.
package struct SecretColumns: Sendable {
  private let names: [String]

  package init(of tables: some Sequence<_TableDescription>) {
    names = Array(Set(tables.flatMap(\.secret).map { $0.lowercased() }))
  }

  /// Whether a statement may contain their values: it names one of the columns.
  package func areIn(_ sql: String) -> Bool {
    guard !names.isEmpty else { return false }
    let sql = sql.lowercased()
    return names.contains { sql.contains($0) }
  }
}

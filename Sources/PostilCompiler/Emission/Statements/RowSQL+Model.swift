import PostilSchema

extension ResolvedModel {
  /// The statements for rows.
  package var rowSQL: RowSQL {
    RowSQL(
      table: table.name,
      columns: properties.flatMap { property in
        property.columnNames.map {
          RowSQL.Column(
            name: $0, isSettable: isSettable(property), isInDraft: isInDraft(property),
            sqlDefault: property.sqlDefault, role: property.role,
            insertExpression: isSingleton && isKey(property) ? "1" : missingDefault(of: property),
            emptyValue: property.role == .lazy && !property.isOptional
              ? Self.emptyValue(of: property, in: table) : property.role.isBound ? nil : missingDefault(of: property))
        }
      },
      key: keyColumns, orders: table.members.compactMap(MemberOrder.init))
  }

  /// The time that an insert writes, because the statement of `@table(sql:)` has no default that does. An upsert sets the same time.
  private func missingDefault(of property: ResolvedProperty) -> String? {
    let given = table.columns.first { $0.name == property.column }?.defaultExpression
    if case .updatedAt(let clock) = property.role { return given == clock.sql ? nil : clock.sql }
    return given == nil ? property.role.columnDefault : nil
  }

  private static func emptyValue(of property: ResolvedProperty, in table: Table) -> String {
    table.columns.contains { $0.name == property.column && $0.type == .text } ? "''" : "x''"
  }

  func isKey(_ property: ResolvedProperty) -> Bool { key.properties.contains(property.name) }
  /// Whether the property is a key that the database assigns when a row is inserted.
  func isAssigned(_ property: ResolvedProperty) -> Bool { key.isAssigned && isKey(property) }
  /// Whether a draft holds the property: everything that the database doesn't fill.
  package func isInDraft(_ property: ResolvedProperty) -> Bool {
    !isAssigned(property) && [.stored, .lazy].contains(property.role)
  }
  /// Whether an update may set the property.
  func isSettable(_ property: ResolvedProperty) -> Bool {
    !isView && !property.isLet && !isKey(property) && [.stored, .lazy].contains(property.role)
  }
}

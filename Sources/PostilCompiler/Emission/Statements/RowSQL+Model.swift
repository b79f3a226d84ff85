extension ResolvedModel {
  /// The statements for rows.
  var rowSQL: RowSQL {
    RowSQL(
      table: table.name,
      columns: properties.flatMap { property in
        property.columnNames.map {
          RowSQL.Column(
            name: $0, isSettable: isSettable(property), isInDraft: isInDraft(property),
            sqlDefault: property.sqlDefault, role: property.role,
            insertExpression: isSingleton && isKey(property) ? "1" : nil)
        }
      },
      key: keyColumns)
  }

  func isKey(_ property: ResolvedProperty) -> Bool { key.properties.contains(property.name) }
  /// Whether the property is a key that the database assigns when a row is inserted.
  func isAssigned(_ property: ResolvedProperty) -> Bool { key.isAssigned && isKey(property) }
  /// Whether a draft holds the property: everything that the database doesn't fill.
  func isInDraft(_ property: ResolvedProperty) -> Bool { !isAssigned(property) && property.role == .stored }
  /// Whether an update may set the property.
  func isSettable(_ property: ResolvedProperty) -> Bool {
    !isView && !property.isLet && !isKey(property) && property.role == .stored
  }
}

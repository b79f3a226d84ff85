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
  /// Whether the database gives the property its value when a row is inserted, and that value is the key.
  func isAssigned(_ property: ResolvedProperty) -> Bool { key.isAssigned && isKey(property) }
  /// Whether a draft holds the property: everything that the database does not fill.
  func isInDraft(_ property: ResolvedProperty) -> Bool { !isAssigned(property) && property.role == .stored }
  /// Whether an update may set the property.
  func isSettable(_ property: ResolvedProperty) -> Bool {
    !isView && !property.isLet && !isKey(property) && property.role == .stored
  }
}

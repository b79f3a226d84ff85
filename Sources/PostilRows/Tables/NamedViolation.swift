import PostilQuery
import PostilSQL

/// A violated constraint with the names of the models, for stores that were opened without a schema.
package struct NamedViolation: Sendable {
  /// What is wrong, and what to do.
  package var message: String
  /// The table and the column that it applies to, if they are known.
  package var table: String?
  package var column: String?

  package init(_ violation: ConstraintViolation, in schema: ModelSchema) {
    func named(_ name: TableName) -> (TableName, ModelTable?) {
      let table = schema.table(named: name.name)
      return (TableName(name.name, model: table?.swiftName ?? name.model), table)
    }
    func named(_ column: ColumnName, in table: ModelTable?) -> ColumnName {
      ColumnName(column.name, property: table?.column(named: column.name)?.swiftName ?? column.property)
    }
    message = "\(violation)"
    switch violation {
    case .unique(let table, let columns):
      let (name, model) = named(table)
      (self.table, column) = (name.name, columns.first?.name)
      message = "\(ConstraintViolation.unique(table: name, columns: columns.map { named($0, in: model) }))"
    case .notNull(let table, let column):
      let (name, model) = named(table)
      (self.table, self.column) = (name.name, column.name)
      message = "\(ConstraintViolation.notNull(table: name, column: named(column, in: model)))"
    case .datatype(let table, let column, let found):
      let (name, model) = named(table)
      (self.table, self.column) = (name.name, column.name)
      message = "\(ConstraintViolation.datatype(table: name, column: named(column, in: model), found: found))"
    case .foreignKey(let table):
      let (name, _) = named(table)
      self.table = name.name
      message = "\(ConstraintViolation.foreignKey(table: name.with(table.cause)))"
    case .check(let name):
      // The columns of a check are those that its expression names.
      guard
        let (model, check) = schema.tables.lazy.compactMap({ table in
          table.checks.first { $0.name == name }.map { (table, $0) }
        }).first
      else { return }
      let names = Set(SQLLexer.tokens(of: check.expression).names.map(\.foldedName))
      table = model.name
      column = model.columns.first { names.contains($0.name.foldedName) }?.name
    case .arity, .exclusion, .trigger: break
    }
  }
}

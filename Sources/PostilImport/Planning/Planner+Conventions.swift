import PostilCatalog
import PostilSQL

/// What a framework does with its tables.
extension Planner {
  /// Whether the framework that created the table sets this column to the time of the insert or of the last change, and a `Date` can
  /// read its values. Postil never writes the value that it has read, so a `Date` may represent fewer digits.
  func isSetByClock(_ column: String, of table: CatalogTable) -> Bool {
    guard conventions.clockAnnotation(ofColumn: column) != nil, let found = table.column(column) else { return false }
    let isReference = table.foreignKeys.contains { $0.columns.contains { same($0, column) } }
    let sample = sample(column, of: table)
    return !isReference && !table.primaryKey.contains { same($0, column) } && found.constraint(.generation) == nil
      && found.defaultExpression.map(TypeGuess.isClock) != false
      && (sample.values == 0 || !sample.isAll(sample.texts) || sample.isTimestamps)
      && !refusals.contains(.clock(table: table.name, column: column))
  }

  /// The name of the annotation of a column that the framework sets; `nil` for other columns.
  func clockAnnotation(of column: String, in table: CatalogTable) -> String? {
    guard isSetByClock(column, of: table), guess(column, of: table).type.text == "Date" else { return nil }
    return conventions.clockAnnotation(ofColumn: column)
  }

  /// Adds the comments about columns that the framework uses in its own way.
  func tellConventions(of table: CatalogTable) {
    let names = table.columns.map(\.name)
    let clocks = names.filter { clockAnnotation(of: $0, in: table) != nil }
    if let framework = conventions.timestampFramework, !clocks.isEmpty {
      tell(
        table,
        "\(Remark.list(clocks)) \(clocks.count == 1 ? "is" : "are") set by the database, because \(framework) sets such columns; "
          + "if the program sets \(clocks.count == 1 ? "it" : "them"), write 'var' and remove the annotation")
    }
    if conventions.isFluent {
      let dates = names.filter { name in
        guess(name, of: table).type.text == "Double" && TypeGuess.meansTime(name, "", nil)
      }
      if !dates.isEmpty {
        tell(
          table,
          "\(Remark.list(dates)) \(dates.count == 1 ? "is" : "are") 'Double', because Fluent stores a date as seconds since 1970 with "
            + "a fraction: 'Date(timeIntervalSince1970:)' converts it")
      }
    }
    for pair in conventions.polymorphicReferences(of: table.name) { tell(table, pair.remark) }
  }
}

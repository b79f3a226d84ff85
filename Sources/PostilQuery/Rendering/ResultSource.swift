/// The results of a statement, as the columns of a table.
@usableFromInline
struct ResultSource {
  let statement: SelectStatement
  let table: TableDescription
  let source: Source
  /// How many columns were named.
  @usableFromInline var index = 0

  @usableFromInline
  init(_ statement: SelectStatement) {
    self.statement = statement
    table = statement.resultTable
    source = Source(table)
  }

  /// The next column.
  @usableFromInline
  mutating func next() -> ExpressionNode {
    defer { index += 1 }
    return .column(table.columns[index].name, of: source)
  }
}

extension ResultColumn {
  @usableFromInline
  init(next results: inout ResultSource) { node = results.next() }
}

import PostilSchema

/// The code for `@fullText`: an enum of the indexed columns, and the index.
struct FullTextEmission {
  var context: ModelContext
  private var names: RuntimeNames { context.names }
  private var access: String { context.access.prefix }

  /// - Returns: `nil` for a model without the annotation.
  init?(_ context: ModelContext) {
    guard context.model.table.fullText != nil else { return nil }
    self.context = context
  }

  /// `Item.FullTextColumn` and `Item.fullText`
  var code: [Code] {
    guard let index = context.model.table.fullText else { return [] }
    return [
      [
        .documentation(["The columns that `@fullText` indexes."]),
        .type("\(access)nonisolated enum FullTextColumn: \(names[.string]), \(names[.fullTextColumns])") {
          for column in index.columns { Code.line("case \(enumCase(column))") }
        },
      ],
      [
        .documentation(["The full-text index of `\(context.table)`, kept up to date by triggers."]),
        .call(
          "\(access)static let fullText = \(names[.fullTextIndex])<FullTextColumn>(",
          [
            .line(SwiftLiteral.string(index.name)), .line("of: table"),
            .line(
              index.keyColumns.isEmpty
                ? "key: \(SwiftLiteral.string(index.key))"
                : "keys: [\(index.keyColumns.map(SwiftLiteral.string).joined(separator: ", "))]"),
          ]),
      ],
    ].separatedByBlanks()
  }

  /// The property of the model's `Columns`.
  var column: [Code] {
    [
      .documentation(["Full-text search (`@fullText`)."]),
      .function("\(access)var fullText: \(names[.fullText])<FullTextColumn>") {
        "\(names[.fullText])(\(context.type).fullText, of: _rowSource)"
      },
    ]
  }

  private func enumCase(_ column: String) -> String {
    let property = context.model.properties.first { $0.columnNames == [column] }?.name ?? column
    let name = SwiftNames.declared(property)
    return property == column ? name : "\(name) = \(SwiftLiteral.string(column))"
  }
}

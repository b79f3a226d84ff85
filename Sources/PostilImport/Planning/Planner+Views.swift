import PostilCatalog
import PostilCompiler
import PostilSQL
import PostilSchema

/// Views.
extension Planner {
  /// - Returns: `nil` if the statement can't be parsed.
  func view(_ view: CatalogView, _ structs: [ImportedStruct]) -> ImportedStruct? {
    guard let text = ViewText(view.sql), !view.columns.isEmpty else { return nil }
    var result = ImportedStruct(name: names.structName(of: view.name), object: view.name, isView: true)
    let isNamed = SnakeCase.tableName(result.name) == view.name
    let end = (isNamed ? "" : ", name: \(SwiftLiteral.string(view.name))") + (text.isListed ? "" : ", unlisted") + ")"
    result.notes = [
      ImportedStruct.Note(lines: SwiftText.note("@view(", sql: text.select, end), .view(view.name))
    ]
    result.protocols = ["Hashable", "Sendable"]
    for (index, column) in view.columns.enumerated() {
      let name = names.propertyName(of: column)
      let origin = origins.origin(of: index, in: view.name)
      let source = origin.flatMap { origin in structs.first { same($0.object, origin.table) && !$0.isView } }
      let sourceProperty = origin.flatMap { source?.property(of: $0.column) }
      let sample = samples[view.name][column] ?? ColumnSample()
      let guess = TypeGuess(
        name: column, declaredType: "", isStrict: false, collation: nil, checked: nil, sample: sample,
        timestamps: timestamps)
      let required = PlannedConstruct.required(view: view.name, column: column)
      let isRequired = sourceProperty?.isOptional == false && sample.nulls == 0 && !refusals.contains(required)
      var property = ImportedStruct.Property(
        name: names.takeFirst(of: [name, name + "Value"], in: view.name), column: column,
        type: type(of: sourceProperty, in: source) ?? guess.type, isOptional: !isRequired, isLet: true)
      if sourceProperty == nil {
        if sample.values == 0 {
          result.remarks.append(
            "'\(column)' is '\(guess.type.text)', because no row has a value in it")
        } else if let remark = guess.remark {
          result.remarks.append(remark)
        }
      }
      if SnakeCase.name(property.name) != column {
        property.notes.append(ImportedStruct.Note("@column(\(SwiftLiteral.string(column)))"))
      }
      if let form = property.type.form { property.notes.append(ImportedStruct.Note("@store(as: \(form))")) }
      property.choices = (isRequired ? [required] : []) + [.view(view.name)]
      result.properties.append(property)
    }
    return result
  }

  /// The type of a property, as written in another struct: `Track.ID`, `Track.State`.
  private func type(of property: ImportedStruct.Property?, in source: ImportedStruct?) -> SwiftType? {
    guard let property, let source else { return nil }
    let isNested = property.type.text == "ID" || source.enumerations.contains { $0.name == property.type.text }
    return isNested ? SwiftType("\(source.name).\(property.type.text)") : property.type
  }
}

/// A `CREATE VIEW` statement, split into the arguments of `@view`.
struct ViewText {
  /// The `SELECT`, without comments.
  var select: String
  /// Whether the statement lists the columns.
  var isListed: Bool

  /// - Returns: `nil` for any other statement.
  init?(_ sql: String) {
    let tokens = SQLLexer.tokens(of: sql)
    guard tokens.count > 4, tokens[0].is("create"), tokens[1].is("view") else { return nil }
    var index = 3
    isListed = tokens[index].is("(")
    if isListed {
      guard let close = tokens.closing(of: index) else { return nil }
      index = close + 1
    }
    guard index + 1 < tokens.endIndex, tokens[index].is("as") else { return nil }
    let rest = tokens[(index + 1)...]
    select = ""
    for (index, token) in zip(rest.indices, rest) {
      if index > rest.startIndex {
        select += Self.space(sql[rest[index - 1].source.endIndex..<token.source.startIndex])
      }
      select += token.source
    }
    if select.isEmpty { return nil }
  }

  /// The space between two tokens, without comments: the last line break and the text after it, or one space.
  private static func space(_ gap: Substring) -> String {
    if gap.isEmpty { return "" }
    guard let lineBreak = gap.lastIndex(where: \.isNewline) else { return " " }
    let indentation = gap[gap.index(after: lineBreak)...].prefix { $0 == " " || $0 == "\t" }
    return "\n" + indentation
  }
}

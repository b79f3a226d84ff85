import PostilCatalog
import PostilSQL
import PostilSchema

/// The checks of a table, and what they imply about its columns.
struct TableChecks {
  /// A check with its name; `nil` if it has none.
  struct Entry {
    var name: String?
    /// The expression in the parentheses.
    var tokens: ArraySlice<SQLToken>
    /// The column whose definition contains it; `nil` for a table constraint.
    var column: String?

    var text: String { tokens.onOneLine }
  }

  /// A value in a list.
  enum Literal: Hashable {
    case text(String), integer(Int64)
  }

  private(set) var entries: [Entry] = []

  init(of table: CatalogTable) {
    for column in table.columns {
      for constraint in column.constraints { add(constraint, column: column.name) }
    }
    for constraint in table.definition?.constraints.compactMap(\.constraint) ?? [] { add(constraint, column: nil) }
  }

  private mutating func add(_ constraint: ConstraintDefinition, column: String?) {
    let tokens = constraint.tokens
    guard constraint.kind == .check, let open = tokens.firstIndex(where: { $0.is("(") }),
      let close = tokens.closing(of: open)
    else { return }
    entries.append(Entry(name: constraint.name, tokens: tokens[(open + 1)..<close], column: column))
  }

  /// The check that lists the values of a column, `column IN ('a', 'b')`, with these values.
  func list(of column: String) -> (entry: Int, values: [Literal])? {
    for (index, entry) in entries.enumerated() {
      var tokens = entry.tokens
      guard tokens.popFirst().map({ $0.name.foldedName == column.foldedName }) == true,
        tokens.popFirst()?.is("in") == true, tokens.first?.is("(") == true,
        tokens.closing(of: tokens.startIndex) == tokens.endIndex - 1
      else { continue }
      let values = tokens.dropFirst().dropLast().splitAtCommas.map(Self.literal)
      let known = values.compactMap { $0 }
      if !known.isEmpty, known.count == values.count, Set(known).count == known.count { return (index, known) }
    }
    return nil
  }

  /// The type whose check exists for a column: `"age" BETWEEN 0 AND 255` is `UInt8`.
  func type(of column: String) -> (entry: Int, type: ColumnType)? {
    for type in Self.checkedTypes {
      let meaning = Self.check(of: type, column: column)
      if let index = entries.firstIndex(where: { $0.tokens.meaning == meaning }) { return (index, type) }
    }
    return nil
  }

  /// The check that limits the digits of a decimal number.
  func digits(of column: String) -> (entry: Int, digits: DecimalDigits)? {
    entries.indices.lazy.compactMap { index in
      DecimalDigits(check: entries[index].tokens, of: column).map { (index, $0) }
    }.first
  }

  /// The check that a column contains JSON.
  func json(of column: String, isNullable: Bool) -> Int? {
    let meaning = Self.check(of: .json, column: column, isNullable: isNullable)
    return entries.firstIndex { $0.tokens.meaning == meaning }
  }

  /// The check of a vector, and the number of its numbers.
  func dimensions(of column: String, isNullable: Bool) -> (entry: Int, count: Int)? {
    for (index, entry) in entries.enumerated() {
      for count in entry.tokens.compactMap({ Int($0.text) }) {
        let meaning = Self.check(of: .json, column: column, isNullable: isNullable, dimensions: count)
        if entry.tokens.meaning == meaning { return (index, count) }
      }
    }
    return nil
  }

  private static let checkedTypes: [ColumnType] =
    [.boolean, .day, .uuidBytes] + [8, 16, 32].flatMap { [.integer(bits: $0), .unsignedInteger(bits: $0)] }
    + [.unsignedInteger(bits: 64)]

  /// Postil's own check of a type, in a comparable form.
  private static func check(
    of type: ColumnType, column: String, isNullable: Bool = false, dimensions: Int? = nil
  ) -> String? {
    var table = Table(
      name: "t", columns: [Column(name: column, type: type, isNullable: isNullable)],
      primaryKey: KeyConstraint(name: "k", columns: [column]))
    table.columns[0].dimensions = dimensions
    let sql = Schema(tables: [table]).script().statements.first?.sql ?? ""
    let constraint = TableDefinition(sql)?.constraints.compactMap(\.constraint).first { $0.kind == .check }
    return constraint.flatMap { constraint in
      let tokens = constraint.tokens
      guard let open = tokens.firstIndex(where: { $0.is("(") }), let close = tokens.closing(of: open) else {
        return nil
      }
      return tokens[(open + 1)..<close].meaning
    }
  }

  private static func literal(_ tokens: ArraySlice<SQLToken>) -> Literal? {
    let text = tokens.map { String($0.source) }.joined()
    if let number = Int64(text) { return .integer(number) }
    guard tokens.count == 1, let token = tokens.first, text.hasPrefix("'"), text.count > 1 else { return nil }
    return .text(token.name)
  }
}

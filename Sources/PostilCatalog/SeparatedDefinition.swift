import PostilSQL

/// A `CREATE TABLE` statement with every key, check and reference among the constraints of the table, wherever it was written.
///
/// `ALTER TABLE … ADD COLUMN` takes constraints behind the column only; a table that grew so and one that was made whole mean
/// the same. Source: SQLite, "CREATE TABLE", section 3 ("column-constraint" and "table-constraint").
package struct SeparatedDefinition {
  /// A column with what is its own alone: type, `NOT NULL`, collation, default, generation.
  package struct Column {
    /// The name as it is written, without quotes.
    package var name: String
    /// The type as it is written; empty where there is none.
    package var declaredType: String
    package var isNotNull: Bool
    /// The name of the collation, as it is written.
    package var collation: String?
    /// What the default means, without parentheses around it.
    package var defaultMeaning: String?
    /// The default as it is written, without parentheses around it.
    package var defaultText: String?
    /// The value that the column has in rows which are older than it, as it is written; see ``initialValueName``. `NULL` is never
    /// stored in such a column, so nothing else depends on the value, and ``meaning`` leaves it out.
    package var initialText: String?
    /// The expression of a generated column.
    package var generation: ArraySlice<SQLToken>?
    /// Whether a generated column is kept in the row.
    package var isStored: Bool
    /// Everything behind the name: equal for two columns that mean the same.
    package var meaning: String
    /// The definition as it is written, without its keys, checks and references, on one line.
    package var text: String
    /// The definition as it is written, on one line.
    package var written: String
  }

  /// A key, a check or a reference.
  package struct Constraint {
    /// The name as it is written, without quotes; `nil` where there is none.
    package var name: String?
    package var kind: ConstraintDefinition.Kind
    /// As a constraint of the table is written, without its name.
    package var tokens: ArraySlice<SQLToken>
    /// Equal for two constraints that mean the same, whatever their names: `ALTER TABLE … RENAME` leaves the names as they were.
    package var meaning: String
    /// With its name, on one line.
    package var text: String
    /// The column behind which it stands; `nil` for one of the table.
    package var inlineColumn: String?

    /// What stands in it, read by ``ConstraintDefinition``.
    package var definition: ConstraintDefinition? { ConstraintDefinition(tokens) }
  }

  /// The name of the default that `ALTER TABLE … ADD COLUMN` needs for a required column, where the models have none:
  /// `"done" INTEGER NOT NULL CONSTRAINT "postil_initial_value" DEFAULT 0`.
  package static let initialValueName = "postil_initial_value"

  package var columns: [Column] = []
  package var constraints: [Constraint] = []

  /// Separates what a definition says.
  package init(_ definition: TableDefinition) {
    for part in definition.columns {
      let name = part.tokens.first?.name ?? ""
      var own: [String] = []
      var texts = [part.tokens.prefix(1).onOneLine, part.declaredType].filter { !$0.isEmpty }
      var column = Column(
        name: name, declaredType: part.declaredType, isNotNull: false, collation: nil, defaultMeaning: nil,
        defaultText: nil, initialText: nil, generation: nil, isStored: false, meaning: "", text: "", written: part.text)
      let initial = part.columnConstraints.initialValue
      for constraint in part.columnConstraints {
        switch constraint.kind {
        case .primaryKey, .unique, .check, .foreignKey:
          constraints.append(Constraint(constraint, behind: name))
          continue
        case .null: continue
        case .notNull: column.isNotNull = true
        case .collation: column.collation = constraint.content
        case .default:
          let value = constraint.tokens.dropFirst().withoutParentheses
          if initial != nil {
            column.initialText = value.onOneLine
            texts.append("CONSTRAINT \"\(Self.initialValueName)\" \(constraint.text)")
            continue
          }
          column.defaultMeaning = value.meaning
          column.defaultText = value.onOneLine
        case .generation:
          if let open = constraint.tokens.firstIndex(where: { $0.is("(") }),
            let close = constraint.tokens.closing(of: open)
          {
            column.generation = constraint.tokens[(open + 1)..<close]
          }
          column.isStored = constraint.isStored
        }
        own.append(constraint.ownMeaning)
        texts.append(constraint.text)
      }
      column.meaning = ([part.declaredType.foldedName] + own.sorted()).joined(separator: " ")
      column.text = texts.joined(separator: " ")
      columns.append(column)
    }
    constraints += definition.constraints.compactMap { part in part.constraint.map { Constraint($0, behind: nil) } }
  }
}

extension SeparatedDefinition.Constraint {
  /// Reads a constraint; that of a column is written as the table's.
  fileprivate init(_ constraint: ConstraintDefinition, behind column: String?) {
    var tokens = constraint.tokens
    if let column {
      let name = SQLText.identifier(column)
      let rest = constraint.tokens
      switch constraint.kind {
      case .primaryKey: tokens = SQLLexer.tokens(of: "PRIMARY KEY (\(name)) \(rest.dropFirst(2).onOneLine)")[...]
      case .unique: tokens = SQLLexer.tokens(of: "UNIQUE (\(name)) \(rest.dropFirst().onOneLine)")[...]
      case .foreignKey: tokens = SQLLexer.tokens(of: "FOREIGN KEY (\(name)) \(rest.onOneLine)")[...]
      default: break
      }
    }
    name = constraint.name
    kind = constraint.kind
    self.tokens = tokens
    meaning = tokens.meaning
    text = (constraint.name.map { "CONSTRAINT \(SQLText.identifier($0)) " } ?? "") + tokens.onOneLine
    inlineColumn = column
  }
}

extension [ConstraintDefinition] {
  /// The default that is named ``SeparatedDefinition/initialValueName``, of a column that is required: where `NULL` can be stored, it
  /// is a default like any other.
  var initialValue: ConstraintDefinition? {
    guard contains(where: { $0.kind == .notNull }) else { return nil }
    return first { $0.kind == .default && $0.name?.foldedName == SeparatedDefinition.initialValueName }
  }
}

extension ConstraintDefinition {
  /// What a constraint that is a column's own means, however it is written: `GENERATED ALWAYS` and the parentheses around a
  /// default can be left out.
  fileprivate var ownMeaning: String {
    switch kind {
    case .default: "default \(tokens.dropFirst().withoutParentheses.meaning)"
    case .generation:
      "as \(tokens.drop { !$0.is("(") }.prefix { !$0.is("stored") && !$0.is("virtual") }.meaning) "
        + (isStored ? "stored" : "virtual")
    default: tokens.meaning
    }
  }
}

extension ArraySlice<SQLToken> {
  /// The tokens without the parentheses that enclose all of them.
  fileprivate var withoutParentheses: ArraySlice<SQLToken> {
    var tokens = self
    while let first = tokens.first, first.is("("), tokens.closing(of: tokens.startIndex) == tokens.endIndex - 1 {
      tokens = tokens.dropFirst().dropLast()
    }
    return tokens
  }
}

extension SeparatedDefinition.Column {
  /// Whether both have one name, whatever its case.
  func isNamesake(of other: Self) -> Bool { name.isSameName(as: other.name) }
}

extension SeparatedDefinition.Constraint {
  /// Whether both have one name, whatever its case; those without have none in common.
  func isNamesake(of other: Self) -> Bool {
    if let name, let other = other.name { name.isSameName(as: other) } else { false }
  }
}

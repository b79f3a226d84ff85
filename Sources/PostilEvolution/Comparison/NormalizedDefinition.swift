import PostilSQL

/// A `CREATE TABLE` statement with every key, check and foreign key as a table constraint, wherever it was written.
///
/// `ALTER TABLE … ADD COLUMN` accepts only column constraints, but the table has the same meaning as one created with
/// table constraints. Source: SQLite, "CREATE TABLE", section 3 ("column-constraint" and "table-constraint").
package struct NormalizedDefinition {
  /// A column without its keys, checks and foreign keys: type, `NOT NULL`, collation, default, generated value.
  package struct Column {
    /// The name as written, without quotes.
    package var name: String
    /// The type as written; empty for a column without a type.
    package var declaredType: String
    package var isNotNull: Bool
    /// The name of the collation, as written.
    package var collation: String?
    /// Equal for two defaults with the same meaning.
    package var defaultMeaning: String?
    /// The default as written, without parentheses around it.
    package var defaultText: String?
    /// The value of the column in rows that are older than the column; see `ConstraintDefinition.initialValueName`. The
    /// column never stores `NULL`, so nothing else depends on this value, and ``meaning`` doesn't contain it.
    package var initialText: String?
    /// The expression of a generated column.
    package var generation: ArraySlice<SQLToken>?
    /// Whether a generated column is stored in the row.
    package var isStored: Bool
    /// Everything after the name; equal for two columns with the same meaning.
    package var meaning: String
    /// The definition without keys, checks and foreign keys, on one line.
    package var text: String
    /// The definition as written, on one line.
    package var written: String
  }

  /// A key, a check or a foreign key.
  package struct Constraint {
    /// The name without quotes; `nil` for a constraint without a name.
    package var name: String?
    package var kind: ConstraintDefinition.Kind
    /// The tokens of the table constraint, without its name.
    package var tokens: ArraySlice<SQLToken>
    /// Equal for two constraints with the same meaning. It doesn't contain the name, because `ALTER TABLE … RENAME`
    /// keeps the old names.
    package var meaning: String
    /// The constraint with its name, on one line.
    package var text: String
    /// The column of a column constraint; `nil` for a table constraint.
    package var inlineColumn: String?

    package var definition: ConstraintDefinition? { ConstraintDefinition(tokens) }
  }

  package var columns: [Column] = []
  package var constraints: [Constraint] = []

  fileprivate init(_ definition: TableDefinition) {
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
        case .primaryKey, .unique, .check, .foreignKey, .exclusion:
          constraints.append(Constraint(constraint, ofColumn: name))
          continue
        case .null: continue
        case .notNull: column.isNotNull = true
        case .collation: column.collation = constraint.content
        case .default:
          let value = constraint.tokens.dropFirst().withoutParentheses
          if initial != nil {
            column.initialText = value.onOneLine
            texts.append("CONSTRAINT \"\(ConstraintDefinition.initialValueName)\" \(constraint.text)")
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
    constraints += definition.constraints.compactMap { part in part.constraint.map { Constraint($0, ofColumn: nil) } }
  }
}

extension NormalizedDefinition.Constraint {
  /// Converts a column constraint to a table constraint.
  fileprivate init(_ constraint: ConstraintDefinition, ofColumn column: String?) {
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

extension TableDefinition {
  package var normalized: NormalizedDefinition { NormalizedDefinition(self) }
}

extension ConstraintDefinition {
  /// The meaning of a column constraint. `GENERATED ALWAYS` and the parentheses around a default are optional.
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
  var withoutParentheses: ArraySlice<SQLToken> {
    var tokens = self
    while let first = tokens.first, first.is("("), tokens.closing(of: tokens.startIndex) == tokens.endIndex - 1 {
      tokens = tokens.dropFirst().dropLast()
    }
    return tokens
  }
}

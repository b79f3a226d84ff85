/// A piece of PostgreSQL's SQL, with what is known about its value.
package struct PostgreSQLFragment {
  /// The binding strength of the outermost operator. Source: PostgreSQL 15, "Operator Precedence".
  package enum Strength: Int, Comparable {
    case or, and, not, identity, comparison, membership, other, sum, product, collation, sign, cast, atom

    package static func < (left: Strength, right: Strength) -> Bool { left.rawValue < right.rawValue }
  }

  package var sql: String
  package var strength: Strength
  package var type: PostgreSQLType
  package var isNullable: Bool
  /// The collation that SQLite uses to compare a text: a column's, or an explicit one. It is `nil` for a computed text,
  /// which is compared by bytes unless the other operand has a collation. A text with `nocase` is a `citext`. Source:
  /// SQLite, "Datatypes In SQLite", section 7.1.
  package var collation: PostgreSQLCollation?
  /// Whether the collation is explicit (`COLLATE`) and therefore takes precedence over a column's.
  package var isCollationNamed = false
  /// Whether PostgreSQL sorts the text by bytes instead of using the collation of the database.
  package var isSortedByBytes = false
  /// Whether the number is an unsigned integer, which SQLite stores as one up to its greatest, and as text beyond.
  package var isUnsigned = false
  /// Whether the text is that of a date or a time, which PostgreSQL can read as one.
  package var isDateText = false
  /// The document and the path of a value in JSON.
  package var json: (document: String, path: String)?
  /// A distance of vectors as an operator alone, for which an index can be used, and whether a greater one is nearer.
  var nearest: (sql: String, isDescending: Bool)?
  /// Whether the value can change from one statement to the next.
  package var isVolatile = false

  package init(
    _ sql: String, _ strength: Strength = .atom, _ type: PostgreSQLType, isNullable: Bool,
    collation: PostgreSQLCollation? = nil
  ) {
    self.sql = sql
    self.strength = strength
    self.type = type
    self.isNullable = isNullable
    self.collation = collation
  }

  /// The SQL as an operand, in parentheses if it binds more weakly than `strength`.
  package func operand(_ strength: Strength) -> String { self.strength >= strength ? sql : "(\(sql))" }

  /// The text sorted by bytes. A `citext` is sorted by the bytes of its lowercase text.
  package var sortedByBytes: PostgreSQLFragment {
    guard type == .text, !isSortedByBytes else { return self }
    var result = self
    result.sql = "\(operand(.collation)) COLLATE \"C\""
    result.strength = .collation
    result.isSortedByBytes = true
    return result
  }

  /// The text with the type for comparisons by a collation.
  package func compared(by collation: PostgreSQLCollation) -> PostgreSQLFragment {
    guard type == .text, (self.collation == .nocase) != (collation == .nocase) else { return self }
    var result = self
    result.sql = "\(operand(.cast))::\(collation == .nocase ? "citext" : "text")"
    result.strength = .cast
    result.collation = collation
    result.isSortedByBytes = false
    return result
  }

  /// Whether it is a string literal, which has no collation.
  package var isLiteralText: Bool { type == .text && strength == .atom && sql.hasPrefix("'") }

  /// The piece, cast to another type.
  package func cast(to type: PostgreSQLType) -> PostgreSQLFragment {
    var result = PostgreSQLFragment("\(operand(.cast))::\(type.name)", .cast, type, isNullable: isNullable)
    result.isVolatile = isVolatile
    return result
  }
}

/// A piece of PostgreSQL's SQL, with what is known about its value.
struct PostgreSQLFragment {
  /// The binding strength of the outermost operator. Source: PostgreSQL 15, "Operator Precedence".
  enum Strength: Int, Comparable {
    case or, and, not, identity, comparison, membership, other, sum, product, collation, sign, cast, atom

    static func < (left: Strength, right: Strength) -> Bool { left.rawValue < right.rawValue }
  }

  var sql: String
  var strength: Strength
  var type: PostgreSQLType
  var isNullable: Bool
  /// The collation that SQLite uses to compare a text: a column's, or an explicit one. It is `nil` for a computed text,
  /// which is compared by bytes unless the other operand has a collation. A text with `nocase` is a `citext`. Source:
  /// SQLite, "Datatypes In SQLite", section 7.1.
  var collation: PostgreSQLCollation?
  /// Whether the collation is explicit (`COLLATE`) and therefore takes precedence over a column's.
  var isCollationNamed = false
  /// Whether PostgreSQL sorts the text by bytes instead of using the collation of the database.
  var isSortedByBytes = false
  /// Whether the value can change from one statement to the next.
  var isVolatile = false

  init(
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
  func operand(_ strength: Strength) -> String { self.strength >= strength ? sql : "(\(sql))" }

  /// The text sorted by bytes. A `citext` is sorted by the bytes of its lowercase text.
  var sortedByBytes: PostgreSQLFragment {
    guard type == .text, !isSortedByBytes else { return self }
    var result = self
    result.sql = "\(operand(.collation)) COLLATE \"C\""
    result.strength = .collation
    result.isSortedByBytes = true
    return result
  }

  /// The text with the type for comparisons by a collation.
  func compared(by collation: PostgreSQLCollation) -> PostgreSQLFragment {
    guard type == .text, (self.collation == .nocase) != (collation == .nocase) else { return self }
    var result = self
    result.sql = "\(operand(.cast))::\(collation == .nocase ? "citext" : "text")"
    result.strength = .cast
    result.collation = collation
    result.isSortedByBytes = false
    return result
  }

  /// Whether it is a string literal, which has no collation.
  var isLiteralText: Bool { type == .text && strength == .atom && sql.hasPrefix("'") }

  /// The piece, cast to another type.
  func cast(to type: PostgreSQLType) -> PostgreSQLFragment {
    var result = PostgreSQLFragment("\(operand(.cast))::\(type.name)", .cast, type, isNullable: isNullable)
    result.isVolatile = isVolatile
    return result
  }
}

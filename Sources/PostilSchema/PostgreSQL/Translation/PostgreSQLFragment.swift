/// A piece of PostgreSQL's SQL with what is known of its value.
struct PostgreSQLFragment {
  /// How strongly the outermost operator of a piece binds. Source: PostgreSQL 15, "Operator Precedence".
  enum Strength: Int, Comparable {
    case or, and, not, identity, comparison, membership, other, sum, product, collation, sign, cast, atom

    static func < (left: Strength, right: Strength) -> Bool { left.rawValue < right.rawValue }
  }

  var sql: String
  var strength: Strength
  var type: PostgreSQLType
  var isNullable: Bool
  /// The collation of a text that a column has or somebody named; `nil` for what is computed, which compares by its bytes
  /// unless it stands beside one that has. Source: SQLite, "Datatypes In SQLite", section 7.1.
  var collation: String?
  /// Whether the value can change from one statement to the next.
  var isVolatile = false

  init(
    _ sql: String, _ strength: Strength = .atom, _ type: PostgreSQLType, isNullable: Bool, collation: String? = nil
  ) {
    self.sql = sql
    self.strength = strength
    self.type = type
    self.isNullable = isNullable
    self.collation = collation
  }

  /// The SQL as an operand of something that binds more weakly than `strength`, in parentheses otherwise.
  func operand(_ strength: Strength) -> String { self.strength >= strength ? sql : "(\(sql))" }

  /// The piece with its collation named.
  func collated(_ collation: String) -> PostgreSQLFragment {
    if strength == .collation, sql.hasSuffix(" COLLATE \(SQLText.identifier(collation))") { return self }
    var result = self
    result.sql = "\(operand(.collation)) COLLATE \(SQLText.identifier(collation))"
    result.strength = .collation
    return result
  }

  /// Whether it is a text that stands there, which has no collation to contradict with.
  var isLiteralText: Bool { type == .text && strength == .atom && sql.hasPrefix("'") }

  /// Whether a collation is named somewhere in it, which PostgreSQL takes for the whole.
  var namesCollation: Bool { type == .text && sql.contains("COLLATE \"") }

  /// The piece as another type.
  func cast(to type: PostgreSQLType) -> PostgreSQLFragment {
    var result = PostgreSQLFragment("\(operand(.cast))::\(type.name)", .cast, type, isNullable: isNullable)
    result.isVolatile = isVolatile
    return result
  }
}

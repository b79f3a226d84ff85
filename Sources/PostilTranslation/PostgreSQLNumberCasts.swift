/// Casts to numbers. None fails: the result of one that is too large is the largest number of its type, as in SQLite. Source: SQLite,
/// "SQL Language Expressions", section 8, "CAST expressions".
extension PostgreSQLTranslator {
  private static let integer = PostgreSQLType.integer(bits: 64)
  private static let real = PostgreSQLType.real(bits: 64)

  /// The number that a text starts with, 0 if there is none.
  func number(startOf text: Fragment, isInteger: Bool) -> Fragment {
    let digits = isInteger ? "[-+]?\\d+" : "[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?"
    let found = "coalesce(substring(\(text.sql) FROM '^[ \\t\\n\\v\\f\\r]*(\(digits))'), '0')"
    var number: Fragment
    if isInteger {
      number = Fragment(
        "least(greatest(\(found)::numeric, \(Int64.min)), \(Int64.max))::bigint", .cast, Self.integer, isNullable: false
      )
    } else {
      // A 'numeric' has fewer than 131,073 digits, so a longer exponent becomes one beyond the range of floating-point numbers.
      let bounded = "regexp_replace(\(found), '([eE][-+]?)0*[1-9]\\d{4,}$', '\\19999')"
      number = real(of: Fragment("\(bounded)::numeric", .cast, .numeric, isNullable: false))
    }
    guard text.isNullable else { return number }
    number.sql = "CASE WHEN \(text.operand(.comparison)) IS NOT NULL THEN \(number.sql) END"
    (number.strength, number.isNullable) = (.atom, true)
    return number
  }

  /// A value in JSON as a number: a text is the number that it starts with, and a truth value is 0 or 1.
  func number(inJSON value: Fragment, isInteger: Bool) -> Fragment {
    let known = typed(value, as: .numeric)
    let number = isInteger ? integer(of: known) : real(of: known)
    let read = self.number(startOf: typed(value, as: .text), isInteger: isInteger)
    return Fragment("coalesce(\(number.sql), \(read.sql))", .atom, number.type, isNullable: true)
  }

  /// A number without its fraction, at most the largest integer.
  func integer(of number: Fragment) -> Fragment {
    // A floating-point number would lose digits as a 'numeric', and the largest integer isn't one.
    let value = number.operand(.membership)
    return Fragment(
      "CASE WHEN \(value) >= 9223372036854775808 THEN \(Int64.max) WHEN \(value) < \(Int64.min) THEN \(Int64.min) "
        + "ELSE trunc(\(number.sql))::bigint END", .atom, Self.integer, isNullable: number.isNullable)
  }

  /// The floating-point number that is next to a 'numeric': infinite beyond the largest, 0 beyond the smallest.
  private func real(of number: Fragment) -> Fragment {
    let size = "abs(\(number.sql))"
    return Fragment(
      "CASE WHEN \(size) >= 1.7976931348623158e308 THEN sign(\(number.sql))::double precision * 'Infinity' "
        + "WHEN \(size) < 2.5e-324 THEN 0 ELSE \(number.operand(.cast))::double precision END", .atom, Self.real,
      isNullable: number.isNullable)
  }
}

import PostilSQL

/// Distances of vectors, which are subqueries over JSON in SQLite: `(WITH postil_vector AS MATERIALIZED (SELECT key, value FROM
/// json_each(?1)) SELECT … FROM json_each(embedding, …) AS a CROSS JOIN postil_vector AS b ON b.key = a.key)`.
///
/// | what SQLite computes | PostgreSQL |
/// |---|---|
/// | `sqrt(sum((a.value - b.value) * (a.value - b.value)))` | `"embedding" <-> $1::vector` |
/// | `max(0.0, 1 - sum(a.value * b.value) / sqrt(…))` | `nullif("embedding" <=> $1::vector, 'NaN')`, and without `nullif` in an order |
/// | `sum(a.value * b.value)` | `-("embedding" <#> $1::vector)`; descending, it is an order by `"embedding" <#> $1::vector` |
/// | `sum(abs(a.value - b.value))` | `"embedding" <+> $1::vector` |
///
/// Source: pgvector 0.8, "Querying" and "Vector Functions".
extension PostgreSQLTranslator {
  /// The distance of two vectors; `nil` for other subqueries.
  func distance(_ select: SQLSelect, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment? {
    guard select.named.count == 1, select.named[0].name == "postil_vector", select.cores.count == 1,
      case .function(let other)? = select.named[0].select.cores.first?.sources.first?.form, other.arguments.count == 1,
      case .function(let call)? = select.cores[0].sources.first?.form, call.arguments.count == 2,
      case .expression(let measure, _)? = select.cores[0].results.first, case .call(let outer) = measure.form,
      let left = try vector(call.arguments[0], scope), let right = try vector(other.arguments[0], scope)
    else { return nil }
    func made(_ symbol: String) -> String { "\(left.operand(.sum)) \(symbol) \(right.operand(.sum))" }
    var (sql, strength) = ("", Fragment.Strength.other)
    var nearest: (sql: String, isDescending: Bool)?
    switch (outer.name, outer.arguments.first?.form) {
    case ("sqrt", _): sql = made("<->")
    case ("max", _):
      nearest = (made("<=>"), false)
      (sql, strength) = ("nullif(\(made("<=>")), 'NaN')", .atom)
    case ("sum", .call?): sql = made("<+>")
    case ("sum", _):
      nearest = (made("<#>"), true)
      (sql, strength) = ("-(\(made("<#>")))", .sign)
    default: return nil
    }
    var result = Fragment(sql, strength, .real(bits: 64), isNullable: true)
    result.nearest = nearest
    return result
  }
  /// A column or parameter as a vector, also one that is JSON; `nil` for other values.
  private func vector(_ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment? {
    if let column = try array(node, scope), column.type == .vector { return column }
    return assigned(try fragment(node, scope, as: .vector), to: .vector)
  }
}

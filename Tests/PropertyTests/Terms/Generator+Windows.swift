import Postil

extension Generator {
  /// A window function over the rows that a query returns.
  mutating func windowTerm<M: Subject & Model>(_ type: M.Type) -> any AnyTerm {
    let (partition, order) = (required(Int.self, 1), optional(Int.self, 1))
    let (isDescending, place) = (chance(50), tables - 1)
    let parts = "partition \(partition.text) order \(order.text)\(isDescending ? ".descending" : "")"
    func ordering(_ scopes: Scopes) -> Ordering {
      isDescending ? order.sql(scopes).descending : order.sql(scopes).ascending
    }
    func keyOrder(_ scopes: Scopes) -> Ordering { M.keyOrder(scopes.columns(place, as: M.Columns.self)) }
    /// The rows of the partition that come before this one, are no different from it, and come behind it.
    func split(_ moment: Moment, byKey: Bool) throws -> (before: [Moment], same: [Moment], behind: [Moment]) {
      var parts: (before: [Moment], same: [Moment], behind: [Moment]) = ([], [], [])
      let (part, value) = (try partition.value(moment), try order.value(moment))
      for other in moment.window ?? [] where try partition.value(other) == part {
        var result = try order.value(other).compared(with: value)
        if isDescending { result = -result }
        if result == 0, byKey { result = Self.key(of: other).compared(with: Self.key(of: moment)) }
        if result < 0 {
          parts.before.append(other)
        } else if result == 0 {
          parts.same.append(other)
        } else {
          parts.behind.append(other)
        }
      }
      return parts
    }
    switch roll(5) {
    case 0:
      return Term<Int>("rowNumber(\(parts), key)") { scopes in
        SQL.rowNumber().over(partitionBy: partition.sql(scopes), orderBy: ordering(scopes), keyOrder(scopes))
      } value: {
        .integer(Int64(try split($0, byKey: true).before.count + 1))
      }
    case 1:
      return Term<Int>("rank(\(parts))") { scopes in
        SQL.rank().over(partitionBy: partition.sql(scopes), orderBy: ordering(scopes))
      } value: {
        .integer(Int64(try split($0, byKey: false).before.count + 1))
      }
    case 2:
      let operand = optional(Int.self, 1)
      return Term<Int?>("sum \(operand.text) (\(parts))") { scopes in
        operand.sql(scopes).sum().over(partitionBy: partition.sql(scopes), orderBy: ordering(scopes))
      } value: { moment in
        // Up to the rows that are no different in order.
        let rows = try split(moment, byKey: false)
        return try NumberRules.sum(try (rows.before + rows.same).map { try operand.value($0) }.filter { !$0.isNull })
      }
    case 3:
      return Term<Int>("count(partition \(partition.text))") { scopes in
        SQL.count().over(partitionBy: partition.sql(scopes))
      } value: { moment in
        let rows = try split(moment, byKey: false)
        return .integer(Int64(rows.before.count + rows.same.count + rows.behind.count))
      }
    default:
      let operand = required(String.self, 1)
      return Term<String?>("lag \(operand.text) (\(parts), key)") { scopes in
        operand.sql(scopes).lag().over(partitionBy: partition.sql(scopes), orderBy: ordering(scopes), keyOrder(scopes))
      } value: { moment in
        let before = try split(moment, byKey: true).before
        let last = try before.max { one, other in
          let order = try order.value(one).compared(with: order.value(other))
          return order == 0
            ? Self.key(of: one).compared(with: Self.key(of: other)) < 0 : isDescending ? order > 0 : order < 0
        }
        return try last.map { try operand.value($0) } ?? .null
      }
    }
  }

  private static func key(of moment: Moment) -> Cell { moment.rows.last??.cells[0] ?? .null }
}

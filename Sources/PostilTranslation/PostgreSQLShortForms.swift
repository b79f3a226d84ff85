/// Expressions of Postil's own queries that take several of SQLite's functions, and a single operation in PostgreSQL. Others, and those over
/// other types, are translated function by function.
///
/// | SQLite | PostgreSQL |
/// |---|---|
/// | `date(substr(lent_at, 1, 10), ?1) \|\| substr(lent_at, 11)` | `("lent_at" AT TIME ZONE 'UTC' + $1::interval) AT TIME ZONE 'UTC'` |
/// | `min(date(day, ?1), date(day, 'start of month', ?2, '-1 day'))` | `("day" + $1::interval)::date` |
/// | `substr(CAST(title AS BLOB), length(CAST(title AS BLOB)) - length(CAST(?1 AS BLOB)) + 1) = CAST(?2 AS BLOB)` | `right("title", length($1)) = $2` |
/// | `CAST((strftime('%s', substr(…)) - strftime('%s', substr(…)) + …) / 86400 AS INTEGER)` | `trunc(extract(epoch FROM "returned_at" - "lent_at") / 86400)::bigint` |
extension PostgreSQLTranslator {
  // MARK: Sums of times

  /// The sum of a time and an interval; `nil` for the concatenation of other texts.
  func sum(_ left: SQLNode, _ right: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment? {
    guard parameters != nil, let shift = Self.shift(left), case (let start, 1, let length?)? = Self.part(shift.value),
      case (let rest, let next, nil)? = Self.part(right), length == next - 1, next == (shift.isDay ? 11 : 20)
    else { return nil }
    let time = try fragment(start, scope)
    guard time.type == .timestamp, try fragment(rest, scope).sql == time.sql,
      let interval = try interval(shift, scope)
    else { return nil }
    // Hours have the same length in every time zone; days and months are UTC's.
    let sql =
      shift.isDay
      ? "(\(time.operand(.collation)) AT TIME ZONE 'UTC' + \(interval.sql)) AT TIME ZONE 'UTC'"
      : "\(time.operand(.sum)) + \(interval.sql)"
    return Fragment(
      sql, shift.isDay ? .product : .sum, .timestamp, isNullable: time.isNullable || interval.isNullable)
  }

  /// The sum of a day and a number of months; `nil` for other least values.
  func sum(_ call: SQLCall, _ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment? {
    guard parameters != nil, call.name == "min", let shift = Self.shift(node) else { return nil }
    let day = try fragment(shift.value, scope)
    guard day.type == .date, let interval = try interval(shift, scope) else { return nil }
    return Fragment(
      "(\(day.operand(.sum)) + \(interval.sql))::date", .cast, .date, isNullable: day.isNullable || interval.isNullable)
  }

  /// A time to which an interval is added.
  private struct Shift {
    var value: SQLNode
    var modifier: SQLNode
    /// The modifier for the end of the month, which PostgreSQL doesn't need.
    var other: SQLNode?
    var isDay = true
  }

  /// `date(…, ?1)`, `datetime(…, ?1)`, and a sum of months that isn't after the end of the month.
  private static func shift(_ node: SQLNode) -> Shift? {
    guard case .call(let call) = node.form, call.arguments.count == 2 else { return nil }
    switch call.name {
    case "date", "datetime":
      return Shift(value: call.arguments[0], modifier: call.arguments[1], isDay: call.name == "date")
    case "min":
      guard var shift = shift(call.arguments[0]), shift.isDay, case .call(let end) = call.arguments[1].form,
        end.name == "date", end.arguments.count == 4, case .text("start of month") = end.arguments[1].form,
        case .text("-1 day") = end.arguments[3].form
      else { return nil }
      shift.other = end.arguments[2]
      return shift
    default: return nil
    }
  }

  private func interval(_ shift: Shift, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment? {
    let value = try fragment(shift.modifier, scope, as: .text)
    // The server needs the type of each parameter, also of one that it doesn't use.
    if let other = shift.other, try fragment(other, scope, as: .text).type != .text { return nil }
    guard value.type == .text else { return nil }
    return Fragment("\(value.operand(.cast))::interval", .cast, .text, isNullable: value.isNullable)
  }

  /// `substr(lent_at, 1, 10)`
  private static func part(_ node: SQLNode) -> (value: SQLNode, from: Int, length: Int?)? {
    guard case .call(let call) = node.form, call.name == "substr", 2...3 ~= call.arguments.count,
      case .integer(let from) = call.arguments[1].form, let start = Int(from)
    else { return nil }
    guard call.arguments.count == 3 else { return (call.arguments[0], start, nil) }
    guard case .integer(let digits) = call.arguments[2].form, let length = Int(digits) else { return nil }
    return (call.arguments[0], start, length)
  }

  // MARK: Differences of times

  /// The number of whole days between two times; `nil` for other numbers.
  func days(_ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment? {
    guard parameters != nil, case .binary("/", let seconds, let length) = node.form,
      case .integer("86400") = length.form,
      case .binary("+", let whole, let rest) = seconds.form, case .binary("-", let end, let start) = whole.form,
      case .binary("-", let endFraction, let startFraction) = rest.form,
      let ends = Self.seconds(end), let starts = Self.seconds(start),
      let endRest = Self.fraction(endFraction), let startRest = Self.fraction(startFraction)
    else { return nil }
    let (from, to) = (try fragment(starts, scope), try fragment(ends, scope))
    guard from.type == .timestamp, to.type == .timestamp, try fragment(startRest, scope).sql == from.sql,
      try fragment(endRest, scope).sql == to.sql
    else { return nil }
    return Fragment(
      "trunc(extract(epoch FROM \(to.operand(.sum)) - \(from.operand(.product))) / 86400)::bigint", .cast,
      .integer(bits: 64), isNullable: from.isNullable || to.isNullable)
  }

  /// `CAST(strftime('%s', substr(lent_at, 1, 19)) AS INTEGER)`
  private static func seconds(_ node: SQLNode) -> SQLNode? {
    guard case .cast(let operand, "INTEGER") = node.form, case .call(let call) = operand.form, call.name == "strftime",
      call.arguments.count == 2, case .text("%s") = call.arguments[0].form,
      case (let value, 1, 19?)? = part(call.arguments[1])
    else { return nil }
    return value
  }

  /// `CAST('0' || substr(lent_at, 20) AS REAL)`
  private static func fraction(_ node: SQLNode) -> SQLNode? {
    guard case .cast(let operand, "REAL") = node.form, case .binary("||", let zero, let text) = operand.form,
      case .text("0") = zero.form, case (let value, 20, nil)? = part(text)
    else { return nil }
    return value
  }

  // MARK: Ends of texts

  /// Whether a text ends with another one, which SQLite compares by bytes; `nil` for other comparisons.
  func suffix(_ left: SQLNode, _ right: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment? {
    guard parameters != nil, case .cast(let end, "BLOB") = right.form, case .call(let call) = left.form,
      call.name == "substr", call.arguments.count == 2, case .cast(let start, "BLOB") = call.arguments[0].form,
      case .binary("+", let lengths, let one) = call.arguments[1].form, case .integer("1") = one.form,
      case .binary("-", let whole, let part) = lengths.form,
      let measured = Self.measured(whole), let ending = Self.measured(part)
    else { return nil }
    var texts: [Fragment] = []
    for node in [start, measured, ending, end] { texts.append(plain(try fragment(node, scope, as: .text))) }
    guard texts.allSatisfy({ $0.type == .text }), texts[0].sql == texts[1].sql else { return nil }
    return Fragment(
      "right(\(texts[0].sql), length(\(texts[2].sql))) = \(texts[3].operand(.membership))", .comparison, .boolean,
      isNullable: texts.contains(where: \.isNullable))
  }

  /// `length(CAST(title AS BLOB))`
  private static func measured(_ node: SQLNode) -> SQLNode? {
    guard case .call(let call) = node.form, call.name == "length", call.arguments.count == 1,
      case .cast(let text, "BLOB") = call.arguments[0].form
    else { return nil }
    return text
  }
}

extension SQLNode {
  /// The opposite of a condition whose operator has one: `x NOT BETWEEN 1 AND 2`. `nil` for other conditions.
  var opposite: SQLNode? {
    var result = self
    switch form {
    case .between(let value, let low, let high, let isNegated):
      result.form = .between(value, low, high, isNegated: !isNegated)
    case .isNull(let value, let isNegated): result.form = .isNull(value, isNegated: !isNegated)
    case .list(let value, let items, let isNegated): result.form = .list(value, items, isNegated: !isNegated)
    case .membership(let value, let select, let isNegated):
      result.form = .membership(value, select, isNegated: !isNegated)
    case .binary("IS", let left, let right): result.form = .binary("IS NOT", left, right)
    case .binary("IS NOT", let left, let right): result.form = .binary("IS", left, right)
    default: return nil
    }
    return result
  }
}

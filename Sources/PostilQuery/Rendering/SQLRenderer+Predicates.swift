extension SQLRenderer {
  /// Writes a condition.
  ///
  /// - Parameters:
  ///   - level: the precedence of the surrounding expression; a condition with a lower one is put in parentheses.
  ///   - nullIsFalse: whether a `NULL` has the same effect as a false one here, as it has directly in a `WHERE`. Then `=` does
  ///     for `IS`, which lets SQLite turn a `LEFT JOIN` into a `JOIN`.
  mutating func writePredicate(_ node: ExpressionNode, above level: Precedence, nullIsFalse: Bool) {
    if !nullIsFalse, isGroupedPredicate(node) { return writeOperand(node.asValue, above: level) }
    let wasConjunct = isConjunct
    defer { isConjunct = wasConjunct }
    switch node.kind {
    case .logical(.and, _, _), .match: break
    default: isConjunct = false
    }
    switch node.kind {
    case .match(let text, let entry): writeMatch(text, of: entry, above: level)
    case .column:
      writeParenthesized(level > .comparison) {
        $0.writeOperand(node)
        $0.write(" = 1")
      }
    case .logical(let conjunction, _, _):
      let precedence = node.kind.precedence
      writeParenthesized(level > precedence) {
        $0.writeChain(
          $0.chain(node, conjunction, nullIsFalse: nullIsFalse)[...], conjunction, above: precedence,
          nullIsFalse: nullIsFalse)
      }
    case .not(let operand):
      writeParenthesized(level > node.kind.precedence) { $0.writeNegation(of: operand, nullIsFalse: nullIsFalse) }
    case .comparison(let comparison, let left, let right, let nullability):
      writeParenthesized(level > .comparison) {
        $0.write(comparison, left, right, nullability, nullIsFalse: nullIsFalse)
      }
    case .rowComparison(let comparison, let row, let values):
      writeParenthesized(level > .comparison) { $0.write(comparison, row, values) }
    case .membership(let operand, let values, let takesNull):
      writeMembership(of: operand, in: values, takesNull: takesNull && !nullIsFalse, isNegated: false, above: level)
    case .selected(let operand, let statement, let takesNull):
      writeMembership(
        of: operand, in: statement, takesNull: takesNull && !nullIsFalse, isNegated: false, above: level)
    case .rowMembership(let row, let list):
      writeMembership(of: row, in: list, takesNull: row.takesNull && !nullIsFalse, isNegated: false, above: level)
    case .between, .pattern:
      writeParenthesized(level > .comparison) { $0.writeCompound(node.kind) }
    default:
      writeOperand(node, above: level)
    }
  }

  private mutating func writeNegation(of operand: ExpressionNode, nullIsFalse: Bool) {
    switch operand.kind {
    case .column:
      writeOperand(operand)
      write(" = 0")
    case .isNull(let tested):
      writeOperand(tested, above: .add)
      write(" IS NOT NULL")
    case .membership(let tested, let values, let takesNull):
      writeMembership(of: tested, in: values, takesNull: takesNull, isNegated: true, above: .any)
    case .selected(let tested, let statement, let takesNull):
      writeMembership(of: tested, in: statement, takesNull: takesNull, isNegated: true, above: .any)
    case .rowMembership(let row, let list):
      writeMembership(of: row, in: list, takesNull: row.takesNull, isNegated: true, above: .any)
    default:
      write("NOT ")
      writePredicate(operand, above: .atom, nullIsFalse: false)
    }
  }

  private mutating func write(
    _ comparison: Comparison, _ left: ExpressionNode, _ right: ExpressionNode, _ nullability: Nullability,
    nullIsFalse: Bool
  ) {
    switch comparison {
    case .equal, .notEqual:
      if left.isNullValue || right.isNullValue {
        writeOperand(left.isNullValue ? right : left, above: .add)
        return write(comparison == .equal ? " IS NULL" : " IS NOT NULL")
      }
    case .less, .lessOrEqual, .greater, .greaterOrEqual: break
    }
    writeCompared(left, with: [right])
    switch comparison {
    case .equal:
      let isPlain = nullability == .none || nullIsFalse && nullability == .one
      write(isPlain ? " = " : " IS ")
    case .notEqual: write(nullability == .none ? " <> " : " IS NOT ")
    case .less: write(" < ")
    case .lessOrEqual: write(" <= ")
    case .greater: write(" > ")
    case .greaterOrEqual: write(" >= ")
    }
    writeCompared(right, with: left)
  }

  /// Writes `IN`; what is `NULL` is in no list, so that `NOT IN` is true of it.
  private mutating func writeMembership(
    of operand: ExpressionNode, in values: ValueList, takesNull: Bool, isNegated: Bool, above level: Precedence
  ) {
    if values.isEmpty { return write(isNegated ? "TRUE" : "FALSE") }
    let isSplit = !values.parameters.isEmpty && !values.members.isEmpty
    writeParenthesized(takesNull || isSplit || level > .comparison) {
      if takesNull {
        $0.writeOperand(operand, above: .add)
        $0.write(isNegated ? " IS NULL OR " : " IS NOT NULL AND ")
      }
      $0.writeParenthesized(takesNull && isSplit) {
        $0.writeMembers(values, containing: operand, isNegated: isNegated)
        if isSplit { $0.write(isNegated ? " AND " : " OR ") }
        $0.writeParameters(values, containing: operand, isNegated: isNegated)
      }
    }
  }

  /// Writes that the JSON array contains the operand.
  private mutating func writeMembers(_ values: ValueList, containing operand: ExpressionNode, isNegated: Bool) {
    guard !values.members.isEmpty else { return }
    if values.isHexadecimal {
      write("hex(")
      writeOperand(operand)
      write(")")
    } else {
      writeCompared(operand)
    }
    write(isNegated ? " NOT IN (SELECT value FROM json_each(" : " IN (SELECT value FROM json_each(")
    writeValue(.text(values.json))
    write("))")
  }

  /// Writes that the parameters contain the operand.
  private mutating func writeParameters(_ values: ValueList, containing operand: ExpressionNode, isNegated: Bool) {
    guard !values.parameters.isEmpty else { return }
    writeCompared(operand)
    write(isNegated ? " NOT IN (" : " IN (")
    for (index, value) in values.parameters.enumerated() {
      if index > 0 { write(", ") }
      writeValue(value)
    }
    write(")")
  }

  // MARK: - Chains

  /// The parts of `a && b && c`, however they are nested on the left.
  private func chain(_ node: ExpressionNode, _ conjunction: Conjunction, nullIsFalse: Bool) -> [ExpressionNode] {
    var parts: [ExpressionNode] = []
    var rest = node
    // A condition that is a group's value stays whole, because its value is never `NULL`.
    while case .logical(conjunction, let left, let right) = rest.kind,
      nullIsFalse || parts.isEmpty || !isGroupedPredicate(rest)
    {
      parts.append(right)
      rest = left
    }
    parts.append(rest)
    parts.reverse()
    return parts
  }

  /// Writes conditions with `AND` or `OR` between them; a long chain in parentheses by halves, for SQLite's limit is on depth.
  mutating func writeChain(
    _ parts: ArraySlice<ExpressionNode>, _ conjunction: Conjunction, above level: Precedence, nullIsFalse: Bool
  ) {
    let longest = 100
    if parts.count > longest {
      let middle = parts.startIndex + parts.count / 2
      writeParenthesized(true) {
        $0.writeChain(parts[..<middle], conjunction, above: level, nullIsFalse: nullIsFalse)
      }
      write(conjunction == .and ? " AND " : " OR ")
      return writeParenthesized(true) {
        $0.writeChain(parts[middle...], conjunction, above: level, nullIsFalse: nullIsFalse)
      }
    }
    for (index, part) in parts.enumerated() {
      if index > 0 { write(conjunction == .and ? " AND " : " OR ") }
      writePredicate(part, above: level, nullIsFalse: nullIsFalse)
    }
  }

  mutating func writeParenthesized(_ isNeeded: Bool, _ content: (inout SQLRenderer) -> Void) {
    if isNeeded { write("(") }
    content(&self)
    if isNeeded { write(")") }
  }
}

extension ExpressionNode {
  /// The collation by which the node is compared; `nil` if the other side decides, as it does for values and functions.
  var collation: Collation? {
    switch kind {
    case .column(let name, let source): source.node.collations[name] ?? .binary
    case .position: .binary
    case .collated(_, let collation): collation
    case .cast(let operand, _): operand.collation
    default: nil
    }
  }

  /// Whether the node has an explicit collation, which takes precedence over that of any column.
  var isCollated: Bool {
    if case .collated = kind { return true }
    return false
  }

  /// Whether this is the value `nil`.
  var isNullValue: Bool {
    if case .value(.null) = kind { return true }
    return false
  }
}

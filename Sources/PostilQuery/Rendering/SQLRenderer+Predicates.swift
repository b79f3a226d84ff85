extension SQLRenderer {
  /// Writes a condition. It is true or false: what SQL leaves undecided because of `NULL` is false.
  ///
  /// - Parameters:
  /// - level: the precedence of the surrounding expression. A condition with a lower precedence is put in parentheses.
  /// - nullIsFalse: whether `NULL` has the same effect as false here, as it does directly in a `WHERE`. Then `=` is
  ///   written instead of `IS`, which lets SQLite turn a `LEFT JOIN` into a `JOIN`. Otherwise, `IS TRUE` follows a
  ///   condition that can be `NULL`.
  mutating func writePredicate(_ node: _ExpressionNode, above level: Precedence, nullIsFalse: Bool) {
    // Two negations of what is never `NULL` are none: `!$0.tags.isEmpty` is `EXISTS`.
    if case .not(let negation) = node.kind, case .not(let tested) = negation.kind, isTwoValued(tested),
      !isGroupedPredicate(negation)
    {
      return writePredicate(tested, above: level, nullIsFalse: nullIsFalse)
    }
    if !nullIsFalse, isGroupedPredicate(node) || node.kind.isPredicate && !isTwoValued(node) {
      // As the grouping term is written, also for what is never `NULL`.
      return writeOperand(_ExpressionNode(.isTrue(node), over: node), above: level)
    }
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
    case .rowMembership(let row, let list, let nullable):
      writeMembership(of: row, in: list, nullable: nullIsFalse ? [] : nullable, isNegated: false, above: level)
    case .exists(let query, let form):
      writeExistence(of: query, as: form, above: level, isConjunct: wasConjunct, nullIsFalse: nullIsFalse)
    case .between, .pattern:
      writeParenthesized(level > .comparison) { $0.writeCompound(node.kind) }
    case .raw(let raw, _): writeParenthesized(true) { $0.write(raw, isStatement: false) }
    default:
      writeOperand(node, above: level)
    }
  }

  private mutating func writeNegation(of operand: _ExpressionNode, nullIsFalse: Bool) {
    switch operand.kind {
    case .column:
      writeOperand(operand)
      write(" = 0")
    case .isNull(let tested):
      writeOperand(tested, above: .add)
      write(" IS NOT NULL")
    case .isTrue(let tested):
      writePredicate(tested, above: .atom, nullIsFalse: true)
      write(" IS NOT TRUE")
    case .membership(let tested, let values, let takesNull):
      writeMembership(of: tested, in: values, takesNull: takesNull, isNegated: true, above: .any)
    case .selected(let tested, let statement, let takesNull):
      writeMembership(of: tested, in: statement, takesNull: takesNull, isNegated: true, above: .any)
    case .rowMembership(let row, let list, let nullable):
      writeMembership(of: row, in: list, nullable: nullable, isNegated: true, above: .any)
    default:
      guard isTwoValued(operand) else {
        writePredicate(operand, above: .atom, nullIsFalse: true)
        return write(" IS NOT TRUE")
      }
      write("NOT ")
      writePredicate(operand, above: .atom, nullIsFalse: false)
    }
  }

  /// Whether a condition is never `NULL` if it is written for its value.
  private func isTwoValued(_ node: _ExpressionNode) -> Bool {
    var rest = [node]
    while let node = rest.popLast() {
      if isGroupedPredicate(node) { continue }
      switch node.kind {
      case .not, .isNull, .isTrue, .exists, .membership, .rowMembership, .selected, .jsonContains, .jsonAny:
        continue
      case .logical(_, let left, let right): rest += [left, right]
      case .comparison(.equal, _, _, let nullability), .comparison(.notEqual, _, _, let nullability):
        // These are written with `IS` if an operand can be `NULL`.
        if nullability == .none, node.isOptional { return false }
      case .match(_, let entry): if entry.node.parent.map(mayBeMissing) ?? true { return false }
      case .raw: return false
      default: if node.isOptional { return false }
      }
    }
    return true
  }

  /// Whether there may be no row for this source.
  private func mayBeMissing(_ node: SourceNode) -> Bool {
    if let parent = node.parent { return node.path?.isRequired != true || mayBeMissing(parent) }
    guard let scope = scopeIndex(of: node), let element = scopes[scope].element(of: node),
      let table = scopes[scope].elements[element]
    else { return false }
    return scopes[scope].tables[table].isLeft
  }

  private mutating func write(
    _ comparison: Comparison, _ left: _ExpressionNode, _ right: _ExpressionNode, _ nullability: Nullability,
    nullIsFalse: Bool
  ) {
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

  /// Writes `IN`. `NULL` is never in a list, so `NOT IN` is true for it.
  private mutating func writeMembership(
    of operand: _ExpressionNode, in values: ValueList, takesNull: Bool, isNegated: Bool, above level: Precedence
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

  /// Writes the condition that the JSON array contains the operand.
  private mutating func writeMembers(_ values: ValueList, containing operand: _ExpressionNode, isNegated: Bool) {
    guard !values.members.isEmpty else { return }
    if values.isHexadecimal { writeHexadecimal(operand) } else { writeCompared(operand) }
    write(isNegated ? " NOT IN (SELECT value FROM json_each(" : " IN (SELECT value FROM json_each(")
    writeValue(.text(values.json))
    write("))")
  }

  /// Writes the digits of the bytes. `hex(NULL)` would be those of an empty blob.
  mutating func writeHexadecimal(_ operand: _ExpressionNode) {
    let digits = _ExpressionNode.function(.hex, operand)
    writeOperand(operand.isOptional ? .ifPresent(digits, key: operand) : digits)
  }

  /// Writes the condition that the parameters contain the operand.
  private mutating func writeParameters(_ values: ValueList, containing operand: _ExpressionNode, isNegated: Bool) {
    guard !values.parameters.isEmpty else { return }
    writeCompared(operand)
    write(isNegated ? " NOT IN " : " IN ")
    writeParameters(values.parameters)
  }

  // MARK: - Chains

  /// The parts of `a && b && c`, however they are nested.
  private func chain(_ node: _ExpressionNode, _ conjunction: Conjunction, nullIsFalse: Bool) -> [_ExpressionNode] {
    var parts: [_ExpressionNode] = []
    var rest = [node]
    while let node = rest.popLast() {
      // A condition that is the value of a group is kept whole, because its value is never `NULL`.
      if case .logical(conjunction, let left, let right) = node.kind,
        nullIsFalse || parts.isEmpty && rest.isEmpty || !isGroupedPredicate(node)
      {
        rest += [left, right]
      } else {
        parts.append(node)
      }
    }
    parts.reverse()
    return parts
  }

  /// Writes conditions joined by `AND` or `OR`. A long chain is split recursively into halves in parentheses, because
  /// SQLite limits the depth.
  mutating func writeChain(
    _ parts: ArraySlice<_ExpressionNode>, _ conjunction: Conjunction, above level: Precedence, nullIsFalse: Bool
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

extension _ExpressionNode {
  /// The collation used to compare the node; `nil` if the other operand decides, as for values and functions.
  var collation: Collation? {
    switch kind {
    case .column(let name, let source): source.node.table.collations[name] ?? .binary
    case .position: .binary
    case .collated(_, let collation): collation
    case .cast(let operand, _): operand.collation
    default: nil
    }
  }

  /// The first explicit collation in the node, which SQLite uses to compare all of it. Source: SQLite, `sqlite3ExprCollSeq`.
  var innerCollation: Collation? {
    switch kind {
    case .collated(_, let collation): collation
    case .raw: nil
    default: traits.contains(.collated) ? children.lazy.compactMap(\.innerCollation).first : nil
    }
  }

  /// Whether the node has an explicit collation, which takes precedence over that of any column.
  var isCollated: Bool { if case .collated = kind { true } else { false } }

  /// Whether the node is the value `nil`.
  var isNullValue: Bool { if case .value(.null) = kind { true } else { false } }
}

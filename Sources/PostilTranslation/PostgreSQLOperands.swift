/// Operands of comparisons and similar operators. Their types and collations must agree.
extension PostgreSQLTranslator {
  /// Operands of a comparison. Literals get the type of the other operands.
  /// - Parameters:
  ///   - areResults: whether one of them is the result, and they aren't compared.
  ///   - areSorted: whether their order matters.
  ///   - isList: whether the others are a list that may contain the first, whose collation is used.
  package func operands(
    _ nodes: [SQLNode], _ scope: Scope, areResults: Bool = false, areSorted: Bool = false,
    isList: Bool = false
  ) throws(PostgreSQLRefusal) -> [Fragment] {
    var fragments: [Fragment?] = nodes.map { _ in nil }
    var known: PostgreSQLType?
    let ranks = nodes.map(adaptability)
    for rank in 0...2 {
      for index in nodes.indices where ranks[index] == rank {
        let expected = rank == 0 || known?.isOpen == true ? nil : known
        let fragment = try fragment(nodes[index], scope, as: expected)
        fragments[index] = fragment
        if known == nil || known == .null || known?.isOpen == true && fragment.type != .null
          || known == .boolean && fragment.type.isNumber
        {
          known = fragment.type
        }
      }
    }
    var values = fragments.compactMap { $0 }
    guard var known else { return values }
    if known == .text, values.allSatisfy({ $0.type != .text || $0.isDateText }),
      let moment = values.first(where: { $0.type == .timestamp || $0.type == .date })
    {
      known = moment.type
    }
    for index in values.indices { values[index] = try alike(values[index], known, nodes[index]) }
    return areResults ? values.map(computed) : collated(values, areSorted: areSorted, isList: isList)
  }

  /// How easily an operand's type adapts to the others: 2 for literals, 1 for functions of the current time, 0 for others.
  private func adaptability(_ node: SQLNode) -> Int {
    switch node.form {
    case .null, .integer, .real, .text, .blob, .parameter: 2
    case .unary("-", let operand): adaptability(operand)
    case .choice(_, let branches, let otherwise):
      (branches.map(\.then) + (otherwise.map { [$0] } ?? [])).map(adaptability).min() ?? 0
    case .name(let parts) where parts.count == 1 && ["TRUE", "FALSE"].contains(parts[0].asKeyword): 2
    case .name(let parts) where parts.count == 1 && parts[0].asKeyword.hasPrefix("CURRENT_"): 1
    case .call(let call) where PostgreSQLClock.functions.contains(call.name): 1
    default: 0
    }
  }

  private func alike(_ value: Fragment, _ type: PostgreSQLType, _ node: SQLNode) throws(PostgreSQLRefusal) -> Fragment {
    let value = typed(resolved(value, as: type), as: type)
    if value.type == type || value.type == .null || type == .null { return value }
    if value.type.isNumber, type.isNumber { return value }
    if value.type == .boolean, type.isNumber { return value.cast(to: .integer(bits: 32)) }
    if let moment = moment(value, as: type) { return moment }
    throw PostgreSQLRefusal(.operands(value.type.name, "beside", type.name), at: node.offset)
  }

  /// SQLite compares by the first explicit collation, otherwise by that of the first column, otherwise by bytes.
  /// PostgreSQL ignores case only if both operands are `citext`, and sorts by the database's collation by default.
  private func collated(_ values: [Fragment], areSorted: Bool, isList: Bool) -> [Fragment] {
    let leading =
      isList
      ? 0 : values.firstIndex(where: \.isCollationNamed) ?? values.firstIndex { $0.collation != nil } ?? 0
    let collation = values[leading].collation ?? .binary
    var values = values.map { $0.isLiteralText ? $0 : $0.compared(by: collation) }
    if areSorted, !values.contains(where: \.isSortedByBytes),
      let text = values.firstIndex(where: { $0.type == .text && !$0.isLiteralText })
        ?? values.firstIndex(where: { $0.type == .text })
    {
      values[text] = values[text].sortedByBytes
    }
    return values
  }

  /// The collation by which SQLite compares texts; `nil` for other values.
  func collation(of nodes: [SQLNode], _ scope: Scope) -> PostgreSQLCollation? {
    var translator = self
    // This use of a parameter doesn't decide on its type.
    translator.parameters = parameters?.copy
    let values = nodes.compactMap { try? translator.fragment($0, scope, as: .text) }
    guard values.count == nodes.count, values.allSatisfy({ $0.type == .text }) else { return nil }
    let leading = values.first(where: \.isCollationNamed) ?? values.first { $0.collation != nil }
    return leading?.collation ?? .binary
  }

  /// Text that is compared by bytes.
  package func plain(_ value: Fragment) -> Fragment { value.compared(by: .binary) }

  /// A computed value, which has no collation.
  package func computed(_ value: Fragment) -> Fragment {
    var computed = plain(value)
    computed.collation = nil
    computed.isCollationNamed = false
    return computed
  }

  package func isLiteral(_ node: SQLNode) -> Bool { adaptability(node) == 2 }
}

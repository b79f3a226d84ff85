/// How a value that a column holds is written in JSON, so that it is read back as it was.
public enum JSONForm: Hashable, Sendable {
  /// An integer, as a number.
  case integer
  /// A text, as one.
  case text
  /// A floating-point number, as a text of all its digits: SQLite writes 15 of them in JSON, and no infinity.
  case real
  /// Bytes, as a text of hexadecimal digits: JSON has none.
  case blob
  /// An integer or a text, each as such.
  case integerOrText
  /// Whatever the column holds.
  case any
}

extension ExpressionNode {
  /// The value as an element of JSON.
  static func json(_ node: Self, _ form: JSONForm, takesNull: Bool) -> Self {
    let node = node.asValue
    switch form {
    case .integer, .text, .integerOrText: return node
    case .real: return ifPresent(digits(of: node), node, takesNull)
    case .blob: return ifPresent(function(.hex, node), node, takesNull)
    case .any:
      return branches(
        [
          CaseBranch(equal(function(.typeof, node), literal("'real'")), digits(of: node)),
          CaseBranch(equal(function(.typeof, node), literal("'blob'")), function(.hex, node)),
        ], otherwise: node)
    }
  }

  private static func ifPresent(_ json: Self, _ node: Self, _ takesNull: Bool) -> Self {
    takesNull ? branches([CaseBranch(isNotNull(node), json)], otherwise: nil) : json
  }

  /// As many digits as tell all numbers apart.
  private static func digits(of node: Self) -> Self { function(.printf, literal("'%!.18g'"), node) }
}

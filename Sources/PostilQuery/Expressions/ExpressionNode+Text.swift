// Text matching. It compares code points, whatever the collation of the column.
extension _ExpressionNode {
  /// Whether the operand contains a text.
  @usableFromInline
  static func contains(_ operand: Self, _ text: Self) -> Self {
    comparison(.greater, function(.instr, operand, text), literal("0"), .none)
  }

  /// Whether the operand starts with the text of another expression.
  @usableFromInline
  static func hasPrefix(_ operand: Self, _ text: Self) -> Self {
    comparison(.equal, function(.instr, operand, text), literal("1"), .none)
  }

  /// Whether the operand starts with a text. This is a range in the binary collation, which can use an index.
  @usableFromInline
  static func hasPrefix(_ operand: Self, _ text: String) -> Self {
    let collated = collated(operand, .binary)
    let low = comparison(.greaterOrEqual, collated, value(.text(text)), .none)
    guard let end = endOfPrefix(text) else { return low }
    return and(low, comparison(.less, collated, value(.text(end)), .none))
  }

  /// The first text, in code point order, after all texts that start with `prefix`; `nil` if there is none.
  private static func endOfPrefix(_ prefix: String) -> String? {
    var scalars = prefix.unicodeScalars
    while let last = scalars.popLast() {
      // U+D7FF is followed by the surrogates, which aren't scalars, and then U+E000.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      if let scalar = Unicode.Scalar(next) {
        scalars.append(scalar)
        return String(scalars)
      }
    }
    return nil
  }

  /// Whether the operand ends with a text: compares as many bytes at its end as the text has. The functions of text
  /// stop at a NUL, those of bytes don't. A character is appended to both, because `substr` of no bytes is `NULL`.
  @usableFromInline
  static func hasSuffix(_ operand: Self, _ text: Self) -> Self {
    func bytes(_ node: Self) -> Self {
      if case .value(.text(let text)) = node.kind { return cast(value(.text(text + ".")), to: .blob) }
      return cast(arithmetic(.concatenate, node, literal("'.'")), to: .blob)
    }
    let (operand, text) = (bytes(operand), bytes(text))
    let start = arithmetic(
      .add,
      arithmetic(.subtract, function(.length, operand), function(.length, text)),
      literal("1"))
    return comparison(.equal, function(.substr, operand, start), text, .none)
  }

  /// The number of code points before a text.
  @usableFromInline
  static func offset(of text: Self, in operand: Self) -> Self {
    arithmetic(.subtract, function(.nullif, function(.instr, operand, text), literal("0")), literal("1"))
  }

  /// A formatted text. The first argument is the format.
  @usableFromInline
  static func format(_ arguments: [Self]) -> Self {
    Self(.function(.printf, arguments.map(\.asValue)), over: arguments)
  }
}

import PostilSQL

extension DecimalDigits {
  /// The digits that a check of a column allows; `nil` if it isn't the check that Postil writes for them.
  /// - Parameter tokens: the expression in the parentheses.
  package init?(check tokens: ArraySlice<SQLToken>, of column: String) {
    let numbers = tokens.compactMap { $0.kind == .number ? Int($0.source) : nil }
    guard numbers.count >= 2, numbers[1] > 0 else { return nil }
    self.init(precision: numbers[0] + numbers[1] - 1, scale: numbers[0])
    var limited = Column(name: column, type: .decimal)
    limited.digits = self
    let check = SQLiteColumnType.check(of: limited, in: "")
    guard tokens.meaning == check.map({ SQLLexer.tokens(of: $0.expression)[...].meaning }) else { return nil }
  }

  /// Whether every number with these digits has those, too.
  package func fits(in other: DecimalDigits) -> Bool {
    scale <= other.scale && precision - scale <= other.precision - other.scale
  }
}

extension SQLRenderer {
  /// Writes the comparison of a row of expressions with a row of values: `(t0."title", t0."id") > (?1, ?2)`.
  mutating func write(_ comparison: Comparison, _ row: [_ExpressionNode], _ values: [BoundValue]) {
    writeTuple(row) { renderer, _, node in renderer.writeOperand(node) }
    switch comparison {
    case .less: write(" < ")
    case .lessOrEqual: write(" <= ")
    case .greater: write(" > ")
    case .greaterOrEqual: write(" >= ")
    case .equal: write(" = ")
    case .notEqual: write(" <> ")
    }
    writeTuple(values) { renderer, _, value in renderer.writeValue(value) }
  }

  /// Writes `IN` for several columns. `NULL` is never in a list, so `NOT IN` is true for it.
  mutating func writeMembership(
    of row: [_ExpressionNode], in list: RowList, nullable: [_ExpressionNode], isNegated: Bool, above level: Precedence
  ) {
    if list.isEmpty { return write(isNegated ? "TRUE" : "FALSE") }
    let isSplit = !list.parameters.isEmpty && !list.members.isEmpty
    writeParenthesized(!nullable.isEmpty || isSplit || level > .comparison) {
      for operand in nullable {
        $0.writeOperand(operand, above: .add)
        $0.write(isNegated ? " IS NULL OR " : " IS NOT NULL AND ")
      }
      $0.writeParenthesized(!nullable.isEmpty && isSplit) {
        $0.writeMembers(list, containing: row, isNegated: isNegated)
        if isSplit { $0.write(isNegated ? " AND " : " OR ") }
        $0.writeParameters(list, containing: row, isNegated: isNegated)
      }
    }
  }

  /// Writes the condition that the JSON array contains the row.
  private mutating func writeMembers(_ list: RowList, containing row: [_ExpressionNode], isNegated: Bool) {
    guard !list.members.isEmpty else { return }
    writeTuple(row) { renderer, index, operand in
      if list.hexadecimal.contains(index) {
        renderer.writeHexadecimal(operand)
      } else {
        renderer.writeCompared(operand)
      }
    }
    write(isNegated ? " NOT IN (SELECT " : " IN (SELECT ")
    for index in row.indices {
      if index > 0 { write(", ") }
      let (isInteger, isText) = (list.integers.contains(index), list.texts.contains(index))
      write(isInteger || isText ? "CAST(value ->> " : "value ->> ")
      write(index)
      if isInteger || isText { write(isInteger ? " AS INTEGER)" : " AS TEXT)") }
    }
    write(" FROM json_each(")
    writeValue(.text(list.json))
    write("))")
  }

  /// Writes the condition that the parameters contain the row.
  private mutating func writeParameters(_ list: RowList, containing row: [_ExpressionNode], isNegated: Bool) {
    guard !list.parameters.isEmpty else { return }
    writeTuple(row) { renderer, _, operand in renderer.writeCompared(operand) }
    write(isNegated ? " NOT IN (VALUES " : " IN (VALUES ")
    for (index, values) in list.parameters.enumerated() {
      if index > 0 { write(", ") }
      writeTuple(values) { renderer, _, value in renderer.writeValue(value) }
    }
    write(")")
  }

  private mutating func writeTuple<Element>(
    _ elements: [Element], _ write: (inout SQLRenderer, Int, Element) -> Void
  ) {
    self.write("(")
    for (index, element) in elements.enumerated() {
      if index > 0 { self.write(", ") }
      write(&self, index, element)
    }
    self.write(")")
  }
}

extension SQLRenderer {
  /// Writes an expression for its value.
  mutating func writeOperand(_ node: _ExpressionNode, above level: Precedence = .any) {
    switch node.kind {
    case .column(let name, let source): writeColumn(name, of: source)
    case .position(let name, let source): writePosition(name, of: source)
    case .value(let value): writeValue(value)
    case .literal(let text):
      reads?.note(text)
      write(text)
    case .logical, .not, .comparison, .rowComparison, .between, .pattern, .membership, .rowMembership, .match,
      .selected, .exists, .raw(_, isCondition: true):
      writePredicate(node, above: level, nullIsFalse: false)
    case .function(let function, let arguments):
      if function == .random { reads?.isComplete = false }
      write(function, arguments)
    case .aggregate(let call):
      checkRows(of: call)
      writeAggregate(call)
    case .window(let call): writeWindow(call)
    case .branches(let branches, let otherwise): writeBranches(branches, otherwise)
    case .count(let query):
      write("(")
      writeCount(query)
      write(")")
    case .scalar(let statement): writeScalar(statement)
    case .result(let index): writeResult(index)
    case .fullText(let function, let entry): writeFullText(function, of: entry)
    case .cast(let operand, let storage): writeCast(operand, storage)
    case .ifPresent(let operand, let key):
      write("CASE WHEN ")
      writeOperand(key, above: .add)
      write(" IS NOT NULL THEN ")
      writeOperand(operand)
      write(" END")
    case .jsonValue(let node): writeJSONValue(node)
    case .jsonEntry(let node, let key): writeJSONEntry(node, key)
    case .jsonCount(let node, let isArray): writeJSONCount(node, isArray: isArray)
    case .jsonContains(let node, let value): writeJSONContains(node, value)
    case .jsonAny(let node, let element, let condition): writeJSONAny(node, element, condition)
    case .raw(let raw, _): writeParenthesized(true) { $0.write(raw, isStatement: false) }
    case .failure(let error): fail(error)
    case .isNull, .isTrue, .arithmetic, .negative, .collated:
      writeParenthesized(level > node.kind.precedence) { $0.writeCompound(node.kind) }
    }
  }

  /// Writes a result of the statement for use in its order.
  private mutating func writeResult(_ index: Int) {
    guard let results = scopes.last?.results, results.indices.contains(index) else { return fail(.unorderableCompound) }
    writeOperand(results[index])
  }

  /// Writes an expression as a result. If it is read as a `Bool`, it is never `NULL`.
  mutating func writeResult(_ node: _ExpressionNode) {
    writeOperand(node.asValue)
  }

  mutating func writeCompound(_ kind: _ExpressionNode.Kind) {
    switch kind {
    case .isNull(let operand):
      writeOperand(operand, above: .add)
      write(" IS NULL")
    case .isTrue(let operand):
      writePredicate(operand, above: .add, nullIsFalse: true)
      write(" IS TRUE")
    case .between(let operand, let low, let high):
      writeCompared(operand, with: [low, high])
      write(" BETWEEN ")
      writeCompared(low, with: operand)
      write(" AND ")
      writeCompared(high, with: operand)
    case .pattern(let pattern, let operand, let text, let escape):
      writeOperand(operand, above: .add)
      write(pattern == .like ? " LIKE " : " GLOB ")
      // A pattern that is a binding makes SQLite plan the statement again at each run, because the plan may depend on the text. With
      // LIKE only an index that ignores case can help; for other columns, the sign hides the binding from the planner.
      // Source: SQLite, "sqlite3_prepare", and "The SQLite Query Optimizer Overview", section 5.
      if pattern == .like, operand.collation != .noCase { write("+") }
      writeValue(text)
      if let escape {
        write(" ESCAPE ")
        writeValue(escape)
      }
    case .arithmetic(let operation, let left, let right):
      let precedence = kind.precedence
      writeOperand(left, above: precedence)
      write(operation.text)
      writeOperand(right, above: Precedence(rawValue: precedence.rawValue + 1) ?? .atom)
    case .negative(let operand):
      write("-")
      writeOperand(operand, above: .atom)
    case .collated(let operand, let collation):
      writeOperand(operand, above: .atom)
      write(" COLLATE ")
      write(collation)
    default: break
    }
  }

  private mutating func writeBranches(_ branches: [CaseBranch], _ otherwise: _ExpressionNode?) {
    write("CASE")
    for branch in branches {
      write(" WHEN ")
      writePredicate(branch.condition, above: .any, nullIsFalse: true)
      write(" THEN ")
      writeOperand(branch.value)
    }
    if let otherwise {
      write(" ELSE ")
      writeOperand(otherwise)
    }
    write(" END")
  }

  /// Writes a query as a `SELECT` that counts its rows.
  mutating func writeCount(_ query: QueryCore) {
    guard query.isPaged else { return writeSelect(query, .count) }
    write("SELECT count(*) FROM (")
    writeSelect(query, .one)
    write(")")
  }

  private mutating func write(_ function: Function, _ arguments: [_ExpressionNode]) {
    sql.append(contentsOf: function.rawValue.utf8)
    write("(")
    switch function {
    case .min, .max, .nullif:
      // These functions use the collation of the first argument that has one. Source: SQLite, "Built-In Scalar SQL Functions".
      for (index, argument) in arguments.enumerated() {
        if index > 0 { write(", ") }
        writeCompared(argument, above: .any)
      }
    default: writeArguments(arguments)
    }
    write(")")
  }

  /// Writes expressions separated by commas.
  mutating func writeArguments(_ arguments: [_ExpressionNode]) {
    for (index, argument) in arguments.enumerated() {
      if index > 0 { write(", ") }
      writeOperand(argument)
    }
  }

  private mutating func writeCast(_ operand: _ExpressionNode, _ storage: StorageClass) {
    write("CAST(")
    writeOperand(operand)
    switch storage {
    case .integer: write(" AS INTEGER)")
    case .real: write(" AS REAL)")
    case .text: write(" AS TEXT)")
    case .blob, .null: write(" AS BLOB)")
    }
  }
}

extension Arithmetic {
  /// The operator in SQL.
  fileprivate var text: StaticString {
    switch self {
    case .add: " + "
    case .subtract: " - "
    case .multiply: " * "
    case .divide: " / "
    case .remainder: " % "
    case .concatenate: " || "
    case .bitAnd: " & "
    case .bitOr: " | "
    }
  }
}

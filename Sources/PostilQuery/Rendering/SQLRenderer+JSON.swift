extension SQLRenderer {
  /// Writes the value of a JSON path.
  mutating func writeJSONValue(_ node: JSONNode) {
    if node.path == "$", case .jsonEntry = node.document.kind { return writeOperand(node.document) }
    write("json_extract(")
    writeDocument(node)
    write(")")
  }

  /// Writes the value of a key as a subquery, so that the key can be any text.
  mutating func writeJSONEntry(_ node: JSONNode, _ key: BoundValue) {
    write("(SELECT \"json_each\".\"value\" FROM json_each(")
    writeDocument(node)
    write(") WHERE \"json_each\".\"key\" = ")
    writeValue(key)
    write(")")
  }

  /// Writes the number of elements.
  mutating func writeJSONCount(_ node: JSONNode, isArray: Bool) {
    if isArray {
      write("json_array_length(")
      writeDocument(node)
      return write(")")
    }
    write("CASE json_type(")
    writeDocument(node)
    write(") WHEN 'object' THEN (SELECT count(*) FROM json_each(")
    writeDocument(node)
    write(")) END")
  }

  /// Writes the condition that an array contains a value.
  mutating func writeJSONContains(_ node: JSONNode, _ value: BoundValue) {
    write("EXISTS (SELECT 1 FROM json_each(")
    writeDocument(node)
    write(") WHERE \"json_each\".\"value\" = ")
    writeValue(value)
    write(")")
  }

  /// Writes the condition that a predicate is true for an element of an array, which is a row of `json_each`.
  mutating func writeJSONAny(_ node: JSONNode, _ element: _Source, _ condition: _ExpressionNode) {
    checkAggregates(in: [condition])
    write("EXISTS (SELECT 1 FROM ")
    writeJSONEach(node)
    write(" AS ")
    let alias = nextAlias()
    writeAlias(alias)
    write(" WHERE ")
    var scope = Scope(roots: [QueryCore.Root(source: element, element: 0)], takesJoins: false)
    scope.tables.append(Scope.Table(alias: alias, rows: .table(JSONNode.elements.name)))
    scope.elements = [0]
    scopes.append(scope)
    let wasConjunct = isConjunct
    isConjunct = false
    writePredicate(condition, above: .any, nullIsFalse: true)
    isConjunct = wasConjunct
    scopes.removeLast()
    write(")")
  }

  /// Writes a table of the elements of an array.
  mutating func writeJSONEach(_ node: JSONNode) {
    write("json_each(")
    writeDocument(node)
    write(")")
  }

  /// Writes the document and the path, the two arguments of every JSON function.
  private mutating func writeDocument(_ node: JSONNode) {
    writeOperand(node.document)
    write(", ")
    writeJSONPath(node.path)
  }

  /// Writes a path as a text literal, so that an index on the same expression can be used. Its keys are those of a
  /// struct; all other keys are bindings. Every path is written by this function.
  private mutating func writeJSONPath(_ path: String) { sql.append(path, between: "'") }
}

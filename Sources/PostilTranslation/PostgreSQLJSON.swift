import PostilSQL

/// Values in JSON. SQLite's functions return a number, a text, 0 or 1, or the text of an array or object, and `NULL` for a JSON `null`.
/// PostgreSQL needs a type: that of the operand or the column that the value is used with. Source: SQLite, "JSON Functions And
/// Operators", section 4; PostgreSQL 15, section 9.16.
///
///     json_extract(address, '$.city') = ?1     "address" #>> '{city}' = $1
extension PostgreSQLTranslator {
  // MARK: Paths

  /// `json_extract(address, '$.city')`
  func jsonExtract(_ call: SQLCall, _ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment {
    guard call.arguments.count == 2 else { throw PostgreSQLRefusal(.jsonPath, at: node.offset) }
    let path = try path(call.arguments[1])
    if let element = try element(of: call.arguments[0], at: path, scope) { return element }
    let document = try document(call.arguments[0], scope)
    return jsonValue(of: document.operand(.sum), path: path)
  }

  /// `stops -> 0`, `stops ->> 'city'`
  func member(
    _ symbol: String, _ left: SQLNode, _ right: SQLNode, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment {
    let document = try document(left, scope)
    let path: [String]
    switch right.form {
    case .integer(let index): path = [index]
    case .text(let key) where !key.hasPrefix("$"): path = [key]
    default: path = try self.path(right)
    }
    if symbol == "->>" { return jsonValue(of: document.operand(.sum), path: path) }
    let sql = path.isEmpty ? document.sql : "\(document.operand(.sum)) #> \(Self.literal(path))"
    return Fragment(sql, path.isEmpty ? document.strength : .other, .json, isNullable: true)
  }

  /// An expression as a JSON document.
  func document(_ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment {
    let value = resolved(try fragment(node, scope, as: .json), as: .json)
    switch value.type {
    case .json, .jsonValue: return value
    case .text: return value.cast(to: .json)
    default: throw PostgreSQLRefusal(.operands(value.type.name, "->>", "jsonb"), at: node.offset)
    }
  }

  /// The value at a path of a document.
  func jsonValue(of document: String, path: [String]) -> Fragment {
    let sql = path.isEmpty ? document : "\(document) #> \(Self.literal(path))"
    var value = Fragment("nullif(\(sql), 'null')", .atom, .jsonValue, isNullable: true)
    value.json = (document, path.isEmpty ? "'{}'" : Self.literal(path))
    return value
  }

  /// The keys and indexes of a path such as `$."address"."lines"[0]`. Source: SQLite, "JSON Functions And Operators", section 3.2.
  func path(_ node: SQLNode) throws(PostgreSQLRefusal) -> [String] {
    guard case .text(let text) = node.form, text.first == "$" else {
      throw PostgreSQLRefusal(.jsonPath, at: node.offset)
    }
    var parts: [String] = []
    var rest = text.unicodeScalars.dropFirst()
    while let sign = rest.popFirst() {
      var part = String.UnicodeScalarView()
      if sign == ".", rest.first == "\"" {
        rest.removeFirst()
        while let next = rest.first, next != "\"" { part.append(rest.removeFirst()) }
        guard rest.popFirst() != nil else { throw PostgreSQLRefusal(.jsonPath, at: node.offset) }
      } else if sign == "." {
        while let next = rest.first, next != ".", next != "[" { part.append(rest.removeFirst()) }
      } else if sign == "[" {
        while let next = rest.first, next != "]" { part.append(rest.removeFirst()) }
        guard rest.popFirst() != nil else { throw PostgreSQLRefusal(.jsonPath, at: node.offset) }
        // `#-1` is the last element.
        if part.starts(with: "#-".unicodeScalars) { part.removeFirst() }
        guard Int32(String(part)) != nil else { throw PostgreSQLRefusal(.jsonPath, at: node.offset) }
      } else {
        throw PostgreSQLRefusal(.jsonPath, at: node.offset)
      }
      guard !part.isEmpty else { throw PostgreSQLRefusal(.jsonPath, at: node.offset) }
      parts.append(String(part))
    }
    return parts
  }

  /// A path as an array of texts: `'{"address","lines","0"}'`.
  private static func literal(_ path: [String]) -> String {
    let parts = path.map { part in
      part.unicodeScalars.reduce(into: "") { text, scalar in
        if scalar == "\"" || scalar == "\\" { text.append("\\") }
        text.unicodeScalars.append(scalar)
      }
    }
    let isPlain = path.allSatisfy { part in
      !part.isEmpty && part.lowercased() != "null"
        && part.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    }
    return SQLText.literal("{\((isPlain ? parts : parts.map { "\"\($0)\"" }).joined(separator: ","))}")
  }

  // MARK: Types

  /// A value in JSON as one of a known type; other fragments stay as they are. A value of another type in JSON is `NULL` as a number.
  package func typed(_ value: Fragment, as type: PostgreSQLType) -> Fragment {
    guard value.type == .jsonValue else { return value }
    let kind = "CASE jsonb_typeof(\(value.sql))"
    switch type {
    case .text:
      let (document, path) = value.json ?? (value.operand(.sum), "'{}'")
      return Fragment("\(document) #>> \(path)", .other, .text, isNullable: true)
    case .boolean:
      return Fragment(
        "\(kind) WHEN 'boolean' THEN \(value.operand(.cast))::boolean WHEN 'number' THEN \(value.operand(.cast))::numeric <> 0 END",
        .atom, .boolean, isNullable: true)
    case .integer, .numeric, .real:
      let number = Fragment(
        "\(kind) WHEN 'number' THEN \(value.operand(.cast))::numeric WHEN 'boolean' THEN \(value.operand(.cast))::boolean::integer END",
        .atom, .numeric, isNullable: true)
      return type.isReal ? number.cast(to: .real(bits: 64)) : number
    case .json:
      var document = value
      document.type = .json
      return document
    default: return value
    }
  }

  /// The terms that sort values in JSON as SQLite does: numbers before texts, numbers by their values, texts by bytes.
  func jsonOrder(_ value: Fragment) -> [String] {
    [
      "jsonb_typeof(\(value.sql)) NOT IN ('number', 'boolean')", "coalesce(\(typed(value, as: .numeric).sql), 0)",
      "\(typed(value, as: .text).operand(.collation)) COLLATE \"C\"",
    ]
  }

  // MARK: Functions

  /// A function of JSON; `nil` for others.
  func jsonFunction(_ call: SQLCall, _ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment? {
    switch (call.name, call.arguments.count) {
    case ("json_extract", _): return try jsonExtract(call, node, scope)
    case ("json", 1): return try document(call.arguments[0], scope)
    case ("json_valid", 1):
      let value = try fragment(call.arguments[0], scope)
      guard value.type == .json else { throw PostgreSQLRefusal(.arguments(call.name), at: node.offset) }
      return Fragment("\(value.operand(.comparison)) IS NOT NULL", .identity, .boolean, isNullable: false)
    case ("json_array_length", 1), ("json_array_length", 2):
      if try selectsAll(call), let array = try array(call.arguments[0], scope) {
        return Fragment(
          "\(array.type == .vector ? "vector_dims" : "cardinality")(\(array.sql))", .atom, .integer(bits: 32),
          isNullable: array.isNullable)
      }
      let part = try part(call, scope)
      // Migrations record the text of a schema, so it keeps its parentheses.
      let operand = parameters == nil ? "(\(part))" : part
      return Fragment(
        "CASE WHEN jsonb_typeof(\(part)) = 'array' THEN jsonb_array_length(\(part)) WHEN \(operand) IS NOT NULL THEN 0 END",
        .atom, .integer(bits: 32), isNullable: true)
    case ("json_type", 1), ("json_type", 2):
      let part = try part(call, scope)
      return Fragment(
        "CASE jsonb_typeof(\(part)) WHEN 'string' THEN 'text' WHEN 'boolean' THEN (\(part))::text WHEN 'number' THEN "
          + "CASE WHEN (\(part))::text LIKE '%.%' THEN 'real' ELSE 'integer' END ELSE jsonb_typeof(\(part)) END",
        .atom, .text, isNullable: true)
    case ("postil_json_set", 2...4):
      let document = try document(call.arguments[0], scope)
      let keys = "ARRAY(SELECT jsonb_array_elements_text(\(try fragment(call.arguments[1], scope, as: .json).sql)))"
      guard call.arguments.count > 2 else {
        return Fragment("\(document.operand(.sum)) #- \(keys)", .other, .json, isNullable: document.isNullable)
      }
      let value = try fragment(call.arguments[2], scope, as: .json)
      guard call.arguments.count == 3 else {
        return Fragment(
          "jsonb_insert(\(document.sql), \(keys) || '-1'::text, \(value.sql), true)", .atom, .json,
          isNullable: document.isNullable)
      }
      return Fragment(
        "jsonb_set(\(document.sql), \(keys), \(value.sql))", .atom, .json, isNullable: document.isNullable)
    case ("json_group_array", 1): return try jsonArray(call, scope)
    case ("json_group_object", 2): return try jsonObject(call, node, scope)
    default: return nil
    }
  }

  /// The part of a document that a function's path selects: `"labels"`, `"address" #> '{lines}'`.
  private func part(_ call: SQLCall, _ scope: Scope) throws(PostgreSQLRefusal) -> String {
    let document = try document(call.arguments[0], scope)
    let path = call.arguments.count > 1 ? try self.path(call.arguments[1]) : []
    return path.isEmpty ? document.sql : "\(document.operand(.sum)) #> \(Self.literal(path))"
  }

  // MARK: Aggregates

  private func jsonArray(_ call: SQLCall, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment {
    let element = try element(call.arguments[0], scope)
    let suffix = try suffix(call, scope)
    return Fragment(
      "coalesce(jsonb_agg(\(call.isDistinct ? "DISTINCT " : "")\(element))\(suffix), '[]')", .atom, .json,
      isNullable: false)
  }

  private func jsonObject(_ call: SQLCall, _ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment {
    let key = try fragment(call.arguments[0], scope)
    guard let name = text(key), name.type != .null else {
      throw PostgreSQLRefusal(.arguments(call.name), at: node.offset)
    }
    let element = try element(call.arguments[1], scope)
    return Fragment(
      "coalesce(jsonb_object_agg(\(plain(name).sql), \(element))\(try suffix(call, scope)), '{}')", .atom, .json,
      isNullable: false)
  }

  /// `min` and `max` of values in JSON, which PostgreSQL doesn't have.
  func extreme(
    _ value: Fragment, _ call: SQLCall, _ node: SQLNode, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> Fragment {
    guard call.window == nil else { throw PostgreSQLRefusal(.arguments(call.name), at: node.offset) }
    let direction = call.name == "max" ? " DESC" : ""
    let order = jsonOrder(value).map { $0 + direction }.joined(separator: ", ")
    var condition = "\(value.operand(.comparison)) IS NOT NULL"
    if let filter = call.filter { condition += " AND \(try self.condition(filter, scope).operand(.and))" }
    return Fragment(
      "(array_agg(\(value.sql) ORDER BY \(order)) FILTER (WHERE \(condition)))[1]", .atom, .jsonValue, isNullable: true)
  }

  /// A value as an element of JSON, in the form that SQLite's storage class of it has: a number or a text.
  private func element(_ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> String {
    let value = try fragment(node, scope)
    switch value.type {
    case .integer, .boolean, .real, .jsonValue, .null, .element: return value.sql
    case .text: return plain(value).sql
    case .numeric where value.isUnsigned:
      return "CASE WHEN \(value.sql) <= \(Int64.max) THEN to_jsonb(\(value.sql)) "
        + "ELSE to_jsonb(lpad(\(value.operand(.cast))::text, 20, '0')) END"
    default:
      guard let text = text(value) else { throw PostgreSQLRefusal(.arguments("json_group_array"), at: node.offset) }
      return text.sql
    }
  }

  // MARK: Elements as rows

  /// The rows of `json_each(labels, '$')`: the value of each element or member, and before it the index or key, if the statement reads any.
  /// - Parameter name: the name of the rows.
  func jsonRows(
    _ call: SQLCall, as name: String, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> (sql: String, columns: [String], type: PostgreSQLType) {
    if let parameters, !parameters.readsKeys(of: name), let rows = try elements(of: call, scope) {
      return ("unnest(\(rows.array.sql))", ["value"], rows.element)
    }
    let part = try part(call, scope)
    if let parameters, !parameters.readsKeys(of: name) {
      // A path of the mode 'lax' reads a value that isn't an array as an array of it. Source: PostgreSQL 15, section 9.16.2.3.
      return (
        "LATERAL (SELECT nullif(\"element\", 'null') FROM jsonb_path_query(\(part), CASE jsonb_typeof(\(part)) "
          + "WHEN 'object' THEN '$.*'::jsonpath ELSE '$[*]' END) AS \"elements\" (\"element\"))", ["value"], .jsonValue
      )
    }
    func when(_ type: String) -> String { "CASE jsonb_typeof(\(part)) WHEN '\(type)' THEN \(part) END" }
    let sql =
      "LATERAL (SELECT to_jsonb(\"number\" - 1), nullif(\"element\", 'null') FROM "
      + "jsonb_array_elements(\(when("array"))) WITH ORDINALITY AS \"elements\" (\"element\", \"number\") "
      + "UNION ALL SELECT to_jsonb(\"name\"), nullif(\"member\", 'null') FROM jsonb_each(\(when("object"))) AS \"members\" "
      + "(\"name\", \"member\") UNION ALL SELECT NULL, nullif(\(part), 'null') WHERE jsonb_typeof(\(part)) NOT IN ('array', 'object'))"
    return (sql, ["key", "value"], .jsonValue)
  }
}

import PostilSQL

/// Columns of arrays: `bigint[]`. SQLite stores their JSON, so expressions read them as JSON, and JSON that is stored becomes an array.
///
/// | SQLite | PostgreSQL |
/// |---|---|
/// | `labels` | `to_jsonb("labels")` |
/// | `json_array_length(labels, '$')` | `cardinality("labels")` |
/// | `json_extract(labels, '$[0]')` | `"labels"[1]` |
/// | `labels = ?1` | `"labels" = $1` |
/// | `EXISTS (SELECT 1 FROM json_each(labels, '$') WHERE json_each.value = ?1)` | `"labels" @> ARRAY[$1]`, for which a GIN index can be used |
/// | `json_each(labels, '$') AS t1` | `unnest("labels") AS "t1" ("value")` |
/// | `labels = postil_json_set(labels, ?1, ?2, 1)` | `"labels" = array_append("labels", ($2 #>> '{}')::text)` |
/// | `labels = json_extract(address, '$.lines')` | `"labels" = ARRAY(SELECT jsonb_array_elements_text(…))` |
///
/// `to_jsonb` isn't immutable, because dates depend on settings. Citus therefore refuses it in `RETURNING` and in conditions of changes.
///
/// Source: PostgreSQL 15, section 9.19.
extension PostgreSQLTranslator {
  /// A column of arrays or of vectors as itself; `nil` for every other expression.
  func array(_ node: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment? {
    guard case .name(let parts) = node.form, let column = try? scope.column(parts, at: node.offset).column,
      column.type.isArray
    else { return nil }
    let value = try self.column(parts, at: node.offset, scope, as: column.type)
    return value.type == column.type ? value : nil
  }

  /// A column of arrays and another one, or a parameter, that it is compared with; `nil` for other operands.
  func arrays(_ left: SQLNode, _ right: SQLNode, _ scope: Scope) throws(PostgreSQLRefusal) -> [Fragment]? {
    guard let array = try array(left, scope) else { return nil }
    if case .parameter = right.form {
      let value = try fragment(right, scope, as: array.type)
      return value.type == array.type || value.type == .null ? [array, value] : nil
    }
    guard let other = try self.array(right, scope), other.type == array.type else { return nil }
    return [array, other]
  }

  /// The element at an index of a column of arrays; `nil` for other values, and for floating-point numbers.
  func element(of node: SQLNode, at path: [String], _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment? {
    guard path.count == 1, let index = Int32(path[0]), index >= 0, index < .max, let array = try array(node, scope),
      case .array(let element) = array.type, !element.isReal
    else { return nil }
    return Fragment(
      "\(array.sql)[\(index + 1)]", .atom, element, isNullable: true, collation: element == .text ? .binary : nil)
  }

  /// A column of arrays with an appended element, which is JSON; `nil` for other calls.
  func appended(_ call: SQLCall, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment? {
    guard call.name == "postil_json_set", call.arguments.count == 4, let array = try array(call.arguments[0], scope),
      case .array(let element) = array.type
    else { return nil }
    // The path, which is empty, is a parameter whose type the server needs.
    _ = try fragment(call.arguments[1], scope, as: .json)
    let value = try fragment(call.arguments[2], scope, as: .json)
    let sql = "array_append(\(array.sql), (\(value.operand(.sum)) #>> '{}')::\(element.name))"
    return Fragment(
      array.isNullable ? "CASE WHEN \(array.sql) IS NOT NULL THEN \(sql) END" : sql, .atom, array.type,
      isNullable: array.isNullable)
  }

  /// JSON as an array; `nil` for other values. JSON that isn't an array is an error of the server.
  func array(of value: Fragment, _ element: PostgreSQLType) -> Fragment? {
    guard value.type == .json || value.type == .jsonValue, !needsImmutable else { return nil }
    let cast = element == .text ? "" : "::\(element.name)"
    let array = "ARRAY(SELECT jsonb_array_elements_text(\(value.sql))\(cast))"
    return Fragment(
      value.isNullable ? "CASE WHEN \(value.operand(.comparison)) IS NOT NULL THEN \(array) END" : array, .atom,
      .array(of: element), isNullable: value.isNullable)
  }

  /// Whether an array contains a value; `nil` for other conditions. It is false for an array that is `NULL`.
  func contains(_ select: SQLSelect, _ scope: Scope) throws(PostgreSQLRefusal) -> Fragment? {
    guard let parameters, select.cores.count == 1, select.cores[0].sources.count == 1,
      case .function(let call) = select.cores[0].sources[0].form, let rows = try elements(of: call, scope),
      [.text, .uuid, .boolean, .integer(bits: 64)].contains(rows.element),
      case .binary("=", let left, let right) = select.cores[0].condition?.form,
      case .name(["json_each", "value"]) = left.form, case .parameter(let number) = right.form
    else { return nil }
    let value = parameters.value(number, as: rows.element)
    guard value.type == rows.element else { return nil }
    let found = "\(rows.array.sql) @> ARRAY[\(value.sql)]"
    guard rows.array.isNullable else { return Fragment(found, .other, .boolean, isNullable: false) }
    return Fragment("\(rows.array.sql) IS NOT NULL AND \(found)", .and, .boolean, isNullable: false)
  }

  /// The array and the type of the elements that `json_each(labels, '$')` returns; `nil` for other JSON, and for floating-point numbers: JSON
  /// has no infinite ones.
  func elements(
    of call: SQLCall, _ scope: Scope
  ) throws(PostgreSQLRefusal) -> (array: Fragment, element: PostgreSQLType)? {
    guard call.name == "json_each", try selectsAll(call), let array = try array(call.arguments[0], scope),
      case .array(let element) = array.type, !element.isReal
    else { return nil }
    return (array, element)
  }

  /// Whether a function's argument after the document is missing or `'$'`.
  func selectsAll(_ call: SQLCall) throws(PostgreSQLRefusal) -> Bool {
    switch call.arguments.count {
    case 1: true
    case 2: try path(call.arguments[1]).isEmpty
    default: false
    }
  }
}

extension PostgreSQLFragment {
  /// An array as JSON, in which UUIDs are written as SQLite stores them.
  func json(_ element: PostgreSQLType) -> PostgreSQLFragment {
    PostgreSQLFragment(
      element == .uuid ? "to_jsonb(upper(\(operand(.cast))::text)::text[])" : "to_jsonb(\(sql))", .atom, .json,
      isNullable: isNullable)
  }
}

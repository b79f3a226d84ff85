import PostilCompiler
import PostilQuery
import PostilRows

/// A condition on the rows of a table: on the values of a column, or on the members of a relationship.
package struct StudioFilter: Sendable {
  package enum Operator: String, CaseIterable, Hashable, Sendable {
    case equals, notEquals, less, lessOrEqual, greater, greaterOrEqual
    case contains, startsWith, endsWith
    case `in`, between, isNil, isNotNil
    case has, isEmpty, isNotEmpty
  }

  package enum Subject: Sendable {
    case column(ModelColumn)
    case relationship(ModelRelationship, ModelTable)
  }

  package var subject: Subject
  package var operation: Operator
  /// The values that a column is compared with.
  package var values: [SQLValue] = []
  /// The keys of the members.
  package var keys: [[SQLValue]] = []

  /// Reads a filter of a request.
  /// - Throws: ``StudioError`` with status 400.
  package init(_ json: JSONTree, of table: ModelTable, in schema: ModelSchema) throws {
    guard let name = json["operator"]?.string, let operation = Operator(rawValue: name) else {
      let names = Operator.allCases.map(\.rawValue).joined(separator: ", ")
      throw StudioError.badRequest("a filter needs an operator: \(names)", StudioError.Place(table: table.name))
    }
    self.operation = operation
    let values = json["values"]?.array ?? []
    if let name = json["relationship"]?.string {
      let relationship = try table.relationship(name)
      subject = .relationship(relationship, try schema.table(relationship.table))
      try read(keys: values, of: schema.table(relationship.table))
      guard operation == .has ? !keys.isEmpty : [.isEmpty, .isNotEmpty].contains(operation) else {
        throw StudioError.badRequest(
          "a relationship has the operators 'has', which needs a key, 'isEmpty' and 'isNotEmpty'",
          StudioError.Place(table: table.name))
      }
      guard relationship.isDeclared else {
        throw StudioError.badRequest(
          "'\(relationship.name)' has no inverse, so a predicate can't name it; add 'inverse:' to the annotation",
          StudioError.Place(table: table.name))
      }
      return
    }
    let column = try table.column(json["column"]?.string ?? "")
    subject = .column(column)
    let place = StudioError.Place(table: table.name, column: column.name)
    guard column.operators.contains(operation) else {
      throw StudioError.badRequest(
        "'\(column.swiftName)' has the operators \(column.operators.map(\.rawValue).joined(separator: ", "))", place)
    }
    try read(values, of: column, place)
  }

  private mutating func read(keys: [JSONTree], of table: ModelTable) throws {
    let columns = table.keyColumns
    self.keys = try keys.map { key in
      let cells = key.array ?? [key]
      guard cells.count == columns.count else {
        throw StudioError.badRequest(
          "a key of '\(table.name)' has \(columns.count) values", StudioError.Place(table: table.name))
      }
      return try zip(columns, cells).map { column, cell in
        guard let value = try column.storedValue(of: cell) else {
          throw StudioError.badRequest("a key can't contain NULL", StudioError.Place(table: table.name))
        }
        return value
      }
    }
  }

  private mutating func read(_ cells: [JSONTree], of column: ModelColumn, _ place: StudioError.Place) throws {
    let values = try cells.map { try column.storedValue(of: $0) }
    // 'equals' without a value is 'isNil'.
    if values == [nil] {
      if operation == .equals { operation = .isNil }
      if operation == .notEquals { operation = .isNotNil }
    }
    let expected: ClosedRange<Int> =
      switch operation {
      case .isNil, .isNotNil: 0...1
      case .between: 2...2
      case .in: 0...1000
      default: 1...1
      }
    guard expected.contains(values.count) else {
      throw StudioError.badRequest(
        "'\(operation.rawValue)' needs \(expected.count == 1 ? "\(expected.lowerBound)" : "up to \(expected.upperBound)") "
          + "value\(expected == 1...1 ? "" : "s")", place)
    }
    self.values = [.isNil, .isNotNil].contains(operation) ? [] : values.compactMap { $0 }
    guard [.isNil, .isNotNil].contains(operation) || self.values.count == values.count else {
      throw StudioError.badRequest("'\(operation.rawValue)' can't compare with nil; use 'isNil'", place)
    }
  }
}

extension ModelColumn {
  /// The operators that a predicate can use for values of this type.
  package var operators: [StudioFilter.Operator] {
    let order: [StudioFilter.Operator] = [.less, .lessOrEqual, .greater, .greaterOrEqual, .between]
    let null: [StudioFilter.Operator] = isOptional ? [.isNil, .isNotNil] : []
    // The values of an optional column can be compared with nil, too.
    switch form {
    case .text where isPlainText:
      return [.equals, .notEquals] + order + [.contains, .startsWith, .endsWith, .in] + null
    case .integer, .real, .date, .duration, .decimal: return [.equals, .notEquals] + order + [.in] + null
    case .enum, .uuid, .url, .text, .day: return [.equals, .notEquals, .in] + null
    case .boolean, .any: return [.equals, .notEquals] + null
    case .blob, .json: return null
    }
  }

  /// Whether the Swift type is `String`, not a type of the program over it.
  var isPlainText: Bool { stored == nil || stored == .text }
}

extension StudioFilter {
  /// The condition as the library renders it.
  /// - Parameter source: the row of the query.
  func node(of source: _Source, in schema: ModelSchema) throws -> _ExpressionNode {
    switch subject {
    case .column(let column):
      return column.isOptional
        ? condition(Column<StudioRow, SQLValue?>(column.name, of: source), column, source)
        : condition(Column<StudioRow, SQLValue>(column.name, of: source), column, source)
    case .relationship(let relationship, let table):
      if relationship.kind == .toOne { return reference(relationship, source) }
      let path = try schema.path(of: relationship)
      let members = QueryCore(path.target, origin: .related(path, to: source))
      if operation != .has {
        return operation == .isEmpty ? .not(.exists(members)) : .exists(members, as: .automatic)
      }
      let conditions = keys.map { key in
        let member = _Source(path.target)
        let rows = zip(table.key, key).reduce(members) { rows, part in
          rows.filtered(
            by: .equal(.column(part.0, of: member, isOptional: false), .value(part.1._boundValue)), of: [member])
        }
        return _ExpressionNode.exists(rows, as: .automatic)
      }
      return conditions.dropFirst().reduce(conditions[0]) { .and($0, $1) }
    }
  }

  /// The condition on the columns of a reference.
  private func reference(_ relationship: ModelRelationship, _ source: _Source) -> _ExpressionNode {
    let columns = relationship.near.map { Column<StudioRow, SQLValue?>($0, of: source) }
    switch operation {
    case .isEmpty: return (columns[0] == nil).node
    case .isNotEmpty: return (columns[0] != nil).node
    default:
      if columns.count == 1, keys.count > 1 { return columns[0].in(keys.map { $0[0] }).node }
      let conditions = keys.map { key in
        let equalities = zip(columns, key).map { ($0 == $1).node }
        return equalities.dropFirst().reduce(equalities[0]) { .and($0, $1) }
      }
      return conditions.dropFirst().reduce(conditions[0]) { .or($0, $1) }
    }
  }

  private func condition<E: SQLExpression>(_ operand: E, _ column: ModelColumn, _ source: _Source) -> _ExpressionNode
  where E.Value.Unwrapped == SQLValue {
    var text: String { if case .text(let text)? = values.first { text } else { "" } }
    let texts = Column<StudioRow, String>(column.name, of: source)
    switch operation {
    case .equals, .notEquals:
      if column.form == .boolean, !column.isOptional {
        let isTrue = Column<StudioRow, Bool>(column.name, of: source)
        return (values[0] == .integer(1)) == (operation == .equals) ? isTrue.node : (!isTrue).node
      }
      return operation == .equals ? (operand == values[0]).node : (operand != values[0]).node
    case .less: return (operand < values[0]).node
    case .lessOrEqual: return (operand <= values[0]).node
    case .greater: return (operand > values[0]).node
    case .greaterOrEqual: return (operand >= values[0]).node
    case .contains: return texts.contains(text).node
    case .startsWith: return texts.hasPrefix(text).node
    case .endsWith: return texts.hasSuffix(text).node
    case .in: return operand.in(values).node
    case .between: return operand.between(values[0], values[1]).node
    case .isNil: return (operand == nil).node
    case .isNotNil, .has, .isEmpty, .isNotEmpty: return (operand != nil).node
    }
  }
}

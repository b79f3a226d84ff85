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
    /// A condition on the row that a relationship leads to, or on any of its members.
    indirect case related(ModelRelationship, StudioFilter)
    /// The number of members.
    case count(ModelRelationship)
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
    if let name = json["path"]?.string {
      self = try Self.filter(json, over: table.relationship(name), of: table, operation, values, in: schema)
      return
    }
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

  /// Reads a filter on what a relationship leads to: a column, or the number of members.
  private static func filter(
    _ json: JSONTree, over relationship: ModelRelationship, of table: ModelTable, _ operation: Operator,
    _ values: [JSONTree], in schema: ModelSchema
  ) throws -> StudioFilter {
    let place = StudioError.Place(table: table.name)
    guard relationship.isDeclared else {
      throw StudioError.badRequest("'\(relationship.name)' has no inverse, so a predicate can't name it", place)
    }
    guard json["column"] == nil else {
      let target = try schema.table(relationship.table)
      let column: [JSONTree.Member] = [
        .init("column", json["column"] ?? .null), .init("operator", .string(operation.rawValue)),
        .init("values", .array(values)),
      ]
      let filter = try StudioFilter(.object(column), of: target, in: schema)
      return StudioFilter(subject: .related(relationship, filter), operation: operation)
    }
    guard relationship.kind != .toOne, ModelRelationship.countOperators.contains(operation),
      values.count == (operation == .between ? 2 : 1)
    else {
      let names = ModelRelationship.countOperators.map(\.rawValue).joined(separator: ", ")
      throw StudioError.badRequest("the number of members has the operators \(names), with numbers", place)
    }
    let numbers = try values.map { value -> SQLValue in
      guard let number = value.integer else { throw StudioError.badRequest("a number of members is an integer", place) }
      return .integer(number)
    }
    return StudioFilter(subject: .count(relationship), operation: operation, values: numbers)
  }

  private init(subject: Subject, operation: Operator, values: [SQLValue] = []) {
    (self.subject, self.operation, self.values) = (subject, operation, values)
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

/// The number of members of a relationship, as an expression.
private struct MemberCount: SQLExpression {
  typealias Value = Int
  let node: _ExpressionNode
}

extension ModelRelationship {
  /// The operators of the number of members.
  package static let countOperators: [StudioFilter.Operator] = [
    .equals, .notEquals, .less, .lessOrEqual, .greater, .greaterOrEqual, .between,
  ]
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
    case .related(let relationship, let filter):
      let path = try schema.path(of: relationship)
      let member = _Source(path.target)
      let members = QueryCore(path.target, origin: .related(path, to: source))
        .filtered(by: try filter.node(of: member, in: schema), of: [member])
      let exists = _ExpressionNode.exists(members, as: .automatic)
      guard relationship.kind == .toOne, filter.operation == .isNil, !relationship.isRequired else { return exists }
      // As in Swift, what an absent row has is 'nil'.
      return .or((Column<StudioRow, SQLValue?>(relationship.near[0], of: source) == nil).node, exists)
    case .count(let relationship):
      let path = try schema.path(of: relationship)
      return compared(MemberCount(node: .count(QueryCore(path.target, origin: .related(path, to: source)))))
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

  /// The comparison of a number of members.
  private func compared(_ count: MemberCount) -> _ExpressionNode {
    let numbers = values.map { value in if case .integer(let number) = value { Int(clamping: number) } else { 0 } }
    return switch operation {
    case .notEquals: (count != numbers[0]).node
    case .less: (count < numbers[0]).node
    case .lessOrEqual: (count <= numbers[0]).node
    case .greater: (count > numbers[0]).node
    case .greaterOrEqual: (count >= numbers[0]).node
    case .between: count.between(numbers[0], numbers[1]).node
    default: (count == numbers[0]).node
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

import PostilCompiler
import PostilQuery
import PostilRows
import PostilSQL

/// The rows on the other side of a relationship: the members of a row, or all rows that could be.
struct StudioMembers: Sendable {
  let owner: StudioKey
  let relationship: ModelRelationship
  let target: ModelTable
  let search: String
  let isCandidates: Bool
  let after: CursorPosition?
  let size: Int

  init(_ json: JSONTree, of table: ModelTable, in schema: ModelSchema) throws {
    owner = try StudioKey(json["key"], of: table)
    relationship = try table.relationship(json["relationship"]?.string ?? "")
    target = try schema.table(relationship.table)
    search = json["search"]?.string ?? ""
    let scope = json["scope"]?.string ?? "members"
    guard scope == "members" || scope == "candidates" else {
      throw StudioError.badRequest("'scope' must be 'members' or 'candidates'")
    }
    isCandidates = scope == "candidates"
    after = try CursorPosition(json["after"])
    let limit = json["limit"]?.integer ?? 50
    guard 1...StudioPage.maximumSize ~= Int(clamping: limit) else {
      throw StudioError.badRequest("'limit' must be from 1 to \(StudioPage.maximumSize)")
    }
    size = Int(limit)
  }

  /// The members as a query; `nil` if the row's reference is `NULL`.
  private func members(_ db: any RowTransaction, _ schema: ModelSchema) throws -> QueryCore? {
    let near = relationship.near.map { SQLText.identifier($0) }
    let row = try db.first(
      "SELECT \(near.joined(separator: ", ")) FROM \(SQLText.identifier(owner.table.name)) WHERE \(owner.condition())",
      owner.bindings, columns: near.count)
    guard let row else { throw owner.notFound }
    let values = row.compactMap { $0?._boundValue }
    guard values.count == near.count else { return nil }
    guard relationship.kind == .toOne else {
      return QueryCore(target.description, origin: .relatedToKey(try schema.path(of: relationship), values))
    }
    var core = QueryCore(target.description)
    core.deletedRows = .included
    let source = _Source(core.table)
    for (column, value) in zip(relationship.far, values) {
      core.filter(by: .equal(.column(column, of: source, isOptional: false), .value(value)), of: source)
    }
    return core
  }

  /// Keeps the rows whose text contains the search text, or whose key is it.
  private func filter(_ core: inout QueryCore) {
    guard !search.isEmpty else { return }
    let source = _Source(core.table)
    core.filter(by: target.condition(search: search, source), of: source)
  }

  struct Result: Sendable {
    var rows: [[JSONTree]] = []
    var displays: [JSONTree] = []
    var keys: [[SQLValue?]] = []
    var isMember: Set<[SQLValue?]> = []
    var last: CursorPosition?
    var hasAfter = false
    var sql = ""
  }

  func read(_ db: any RowTransaction, _ schema: ModelSchema) throws -> Result {
    let members = try members(db, schema)
    var result = Result()
    guard var core = isCandidates ? QueryCore(target.description) : members else { return result }
    filter(&core)
    let source = _Source(core.table)
    let shown = ShownColumns(target.columns.filter { $0.role != .lazy }, of: source)
    let keys = target.keyColumns.map { _ExpressionNode.column($0.name, of: source, isOptional: false) }
    let statement = SelectStatement(core, results: shown.results + keys, of: [source])
    let plan = try PageRequest(statement, at: after, isBackward: false, size: size).plan(for: .sqlite)
    result.sql = plan.statement.sqlWithValues
    let displays = target.displayColumns.compactMap { name in shown.columns.firstIndex { $0.name == name } }
    var (position, bytes) = ([BoundValue](), 0)
    let columns = statement.results.count + plan.valueCount
    try db.forEachRow(plan.statement.sql, plan.statement.bindings, columns: columns, limit: 1 << 20) { row in
      guard result.rows.count < size, bytes < StudioPage.maximumBytes else {
        result.hasAfter = true
        return false
      }
      bytes += row.reduce(0) { $0 + $1.byteCount }
      let cells = shown.cells(row)
      result.rows.append(cells)
      result.displays.append(ModelTable.name(of: displays.map { cells[$0] }).map { .string($0) } ?? .null)
      result.keys.append(row[shown.results.count..<statement.results.count].map(\.value))
      position = row[statement.results.count...].map { $0.value._boundValue }
      return true
    }
    if !position.isEmpty { result.last = CursorPosition(order: plan.order, values: position) }
    result.isMember = try isCandidates ? memberKeys(members, result.keys, db) : Set(result.keys)
    return result
  }

  /// The keys that belong to members.
  private func memberKeys(
    _ members: QueryCore?, _ keys: [[SQLValue?]], _ db: any RowTransaction
  ) throws -> Set<[SQLValue?]> {
    guard let members, !keys.isEmpty else { return [] }
    var found: Set<[SQLValue?]> = []
    for start in stride(from: 0, to: keys.count, by: 100) {
      let source = _Source(members.table)
      let conditions = keys[start..<min(start + 100, keys.count)].map { key in
        let equalities = zip(target.key, key).map { column, value in
          _ExpressionNode.equal(.column(column, of: source, isOptional: false), .value(value._boundValue))
        }
        return equalities.dropFirst().reduce(equalities[0]) { .and($0, $1) }
      }
      var core = members.filtered(
        by: conditions.dropFirst().reduce(conditions[0]) { .or($0, $1) }, of: [source])
      core.ordersByPosition = false
      let results = target.key.map { _ExpressionNode.column($0, of: source, isOptional: false) }
      let statement = try SelectStatement(core, results: results, of: [source]).rendered(for: .sqlite)
      found.formUnion(
        try db.query(statement.sql, statement.bindings, columns: results.count, limit: 100))
    }
    return found
  }
}

extension Studio {
  func members(_ members: StudioMembers) async throws -> JSONTree {
    let schema = schema
    let result = try await database.read { db in try members.read(db, schema) }
    let columns = members.target.keyColumns
    let rows = result.keys.indices.map { index -> JSONTree in
      [
        "key": .array(zip(columns, result.keys[index]).map { $0.wholeCell(of: $1) }),
        "display": result.displays[index].isNull
          ? .string(zip(columns, result.keys[index]).map { $0.wholeCell(of: $1).text }.joined(separator: ", "))
          : result.displays[index],
        "isMember": .bool(result.isMember.contains(result.keys[index])), "cells": .array(result.rows[index]),
      ]
    }
    return [
      "rows": .array(rows), "last": .optional(result.last?.text), "hasAfter": .bool(result.hasAfter),
      "columns": .strings(members.target.columns.filter { $0.role != .lazy }.map(\.name)),
      "sql": .string(shownSQL.text(result.sql)),
    ]
  }
}

import PostilCompiler
import PostilRows
import PostilTranslation

extension StudioRoute {
  static let schema = [
    StudioRoute("GET", "/schema") { studio, _ in StudioResponse(await studio.schemaJSON()) }
  ]
}

extension Studio {
  /// The description of the database for the page.
  func schemaJSON() async -> JSONTree {
    let access = access.withLock { $0 }
    let existing = try? await existingTables()
    return [
      "database": [
        "name": .string(name), "engine": .string(database.engine.rawValue), "isReadOnly": .bool(access.isReadOnly),
        "reason": .optional(access.reason), "id": .string(id),
        "maximumChanges": .integer(Int64(StudioOperation.maximumCount)),
      ],
      "tables": .array(
        schema.tables.map { table in
          table.json(isMissing: existing.map { !$0.contains(table.name) } ?? false)
        }),
      "queries": .array(namedQueries.map { $0.json(shownSQL) }),
    ]
  }

  /// The name of the database without its folder, or without the password of its URL.
  package var name: String {
    guard database.engine == .sqlite else { return serverName }
    return options.database.split(separator: "/").last.map(String.init) ?? options.database
  }

  /// Identifies the database among those on this machine, so that a page keeps the settings of each.
  package var id: String { options.identity }

  /// `db.example/tasks`, or `tasks` for a server behind a socket.
  private var serverName: String {
    let url = options.database
    guard let scheme = url.firstRange(of: "://") else { return url }
    let rest = url[scheme.upperBound...].prefix { $0 != "?" }
    let authority = rest.prefix { $0 != "/" }
    let start = authority.lastIndex(of: "@").map { rest.index(after: $0) } ?? rest.startIndex
    let name = rest[start...]
    return name.isEmpty || name == "/" ? "PostgreSQL" : String(name.hasPrefix("/") ? name.dropFirst() : name)
  }

  /// The tables and views that the database has, of those that the models describe. SQLite's names are compared as they are written.
  private func existingTables() async throws -> Set<String> {
    guard database.engine == .sqlite else {
      let names = Set(try await console.completions().tables.map(\.name))
      return Set(schema.tables.map(\.name).filter { names.contains(PostgreSQLNames.short($0)) })
    }
    let names = try await database.read { db in
      try db.query(
        "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')", [], columns: 1, limit: 100_000)
    }
    let folded = Set(names.compactMap { if case .text(let name) = $0[0] { name.lowercased() } else { nil } })
    return Set(schema.tables.map(\.name).filter { folded.contains($0.lowercased()) })
  }
}

extension ModelTable {
  func json(isMissing: Bool) -> JSONTree {
    [
      "name": .string(name), "swiftName": .string(swiftName), "target": .string(target),
      "documentation": .string(documentation.joined(separator: "\n")), "kind": .string(kind.rawValue),
      "columns": .array(columns.map { $0.json(references: references(of: $0)) }), "key": .strings(key),
      "displayColumns": .strings(displayColumns), "relationships": .array(relationships.map(\.json)),
      "isSingleton": .bool(isSingleton), "isEditable": .bool(isEditable), "isMissing": .bool(isMissing),
      "softDelete": .optional(softDelete), "version": .optional(version),
    ]
  }

  /// The to-one relationship that a column is part of, and the column of the other table.
  func references(of column: ModelColumn) -> (relationship: ModelRelationship, column: String)? {
    for relationship in relationships where relationship.kind == .toOne {
      if let position = relationship.near.firstIndex(of: column.name), position < relationship.far.count {
        return (relationship, relationship.far[position])
      }
    }
    return nil
  }
}

extension ModelColumn {
  func json(references: (relationship: ModelRelationship, column: String)?) -> JSONTree {
    [
      "name": .string(name), "swiftName": .string(swiftName), "swiftType": .string(swiftType),
      "sqlType": .string(sqlType), "form": .string(form.rawValue), "isOptional": .bool(isOptional),
      "choices": .array(choices.map { ["value": $0.value, "name": .string($0.name)] }),
      "isGenerated": .bool(isGenerated), "isAssigned": .bool(isAssigned), "isInsertable": .bool(isInsertable),
      "isSettable": .bool(isSettable), "operators": .strings(operators.map(\.rawValue)), "isLazy": .bool(role == .lazy),
      "hasDefault": .bool(hasDefault),
      "default": defaultSQL.flatMap { JSONTree(sqlLiteral: $0) }.map { defaultCell($0) } ?? .null,
      "defaultSQL": .optional(defaultSQL),
      "references": references.map { relationship, column in
        [
          "table": .string(relationship.table), "column": .string(column), "relationship": .string(relationship.name),
        ]
      } ?? .null,
      "documentation": .string(documentation.joined(separator: "\n")),
    ]
  }

  /// Whether a row's value can be changed.
  package var isSettable: Bool { !isLet && (role == .stored || role == .lazy) }

  private func defaultCell(_ cell: JSONTree) -> JSONTree {
    if form == .boolean, let value = cell.integer { return .bool(value != 0) }
    return cell
  }
}

extension ModelRelationship {
  var json: JSONTree {
    [
      "name": .string(name), "kind": .string(kind.rawValue), "table": .string(table), "isDeclared": .bool(isDeclared),
      "isOrdered": .bool(order != nil), "isOptional": .bool(!isRequired), "canAdd": .bool(canAdd),
      "canRemove": .bool(canRemove), "minimum": .optional(minimum), "maximum": .optional(maximum),
      "inverse": .optional(inverse), "columns": .strings(near), "isTree": .bool(isTree),
      "documentation": .string(documentation),
    ]
  }

  /// Whether members can be added.
  package var canAdd: Bool { !isLet }
  /// Whether members can be removed without deleting them.
  package var canRemove: Bool { !isLet && (kind == .manyToMany || !isRequired) }
}

import Foundation
import PostilPostgreSQL
import PostilSyncModels

/// A change of a device as it is written, for ``SyncServer/Authorization``.
public struct AuthorizedChange {
  /// What happens to the row.
  public let kind: SyncChange.Kind
  /// The table.
  public let table: String
  /// The key.
  public let key: [SyncValue]
  /// The row before; `nil` if it is new, or the pair of a many-to-many relationship.
  public let old: (any Model)?
  /// The row after, with what other devices changed; `nil` if it is deleted, or the pair of a many-to-many relationship.
  public let new: (any Model)?
}

/// Writes the changes of a transaction of a device on the server.
struct TransactionWriter<Store: DatabaseStore, User: Identifiable & Sendable>
where User.ID: CustomStringConvertible {
  let server: SyncServer<Store, User>
  let db: Store.Writing
  let user: User
  let scopes: UserScopes
  let device: String
  let now: Int64

  /// The key of a row.
  private struct RowKey: Hashable {
    let table: String
    let key: [SyncValue]
  }

  /// - Throws: ``SyncRefusal``, ``PostilQuery/ConstraintViolation``
  func write(_ transaction: SyncTransaction) throws {
    var added: Set<RowKey> = []
    var written: [(table: SyncedTable, key: [SyncValue])] = []
    for change in transaction.changes {
      guard let table = server.tables[change.table] else { continue }
      guard change.key.count == table.key.count, !change.key.contains(.null) else {
        throw SyncRefusal(reason: "a row of '\(table.name)' has no usable key")
      }
      let values = change.key + change.values.values + (change.before ?? [:]).values
      guard !values.contains(where: \.isMalformed) else {
        throw SyncRefusal(reason: "a text of '\(table.name)' isn't valid UTF-8")
      }
      let row = RowKey(table: table.name, key: change.key)
      let old = server.authorization == nil ? nil : try model(table, change.key)
      let isWritten: Bool
      switch change.kind {
      case .insert:
        try requireTargets(of: change.values, table, besides: added)
        try insert(change, table)
        added.insert(row)
        isWritten = true
      case .update:
        guard try mayChange(table, change.key, isNew: added.contains(row)) else { continue }
        try requireTargets(of: change.values, table, besides: added)
        isWritten = try update(change, table, at: min(transaction.time, now))
      case .delete:
        guard try mayChange(table, change.key, isNew: added.contains(row)) else { continue }
        isWritten = try delete(change, table, knownAt: transaction.base)
      }
      guard isWritten else { continue }
      try mark(table, change.key)
      if change.kind != .delete { written.append((table, change.key)) }
      if let authorization = server.authorization {
        let new = change.kind == .delete ? nil : try model(table, change.key)
        let change = AuthorizedChange(kind: change.kind, table: table.name, key: change.key, old: old, new: new)
        do {
          try authorization(change, user, db)
        } catch {
          if error.isFailureOfDatabase { throw error }
          throw SyncRefusal(reason: "\(error)")
        }
      }
    }
    for (table, key) in written where try table.isPair ? isThere(table, key) : model(table, key) != nil {
      try requireChangeable(table, key)
    }
  }

  // MARK: Checks

  private func isThere(_ table: SyncedTable, _ key: [SyncValue]) throws -> Bool {
    try RawSQL("SELECT count(*) FROM \(identifier: table.name) WHERE \(.equal(table.key, key))").as(Int.self)
      .fetchOne(in: db) == 1
  }

  /// Whether there is a row that the device may change.
  private func mayChange(_ table: SyncedTable, _ key: [SyncValue], isNew: Bool) throws -> Bool {
    guard try isThere(table, key) else { return false }
    if !isNew { try requireChangeable(table, key) }
    return true
  }

  private func requireChangeable(_ table: SyncedTable, _ key: [SyncValue]) throws {
    guard try !scopes.contains(table, key, isChange: true, in: db) else { return }
    let isVisible = try scopes.contains(table, key, in: db)
    throw SyncRefusal(
      reason: "a row of '\(table.name)' \(isVisible ? "is only for reading" : "isn't in the scope of the user")")
  }

  /// Checks that a row refers only to rows that the device may know, or that the same transaction added. The row to which a pair belongs must
  /// be one that the user may change without the pair.
  private func requireTargets(
    of values: [String: SyncValue], _ table: SyncedTable, besides added: Set<RowKey>
  ) throws {
    for (index, reference) in table.references.enumerated()
    where reference.columns.contains(where: { values[$0] != nil }) {
      guard let target = server.tables[reference.table] else { continue }
      let key = reference.columns.map { values[$0] ?? .null }
      guard !key.contains(.null), !added.contains(RowKey(table: target.name, key: key)) else { continue }
      guard try scopes.contains(target, key, in: db) else {
        throw SyncRefusal(
          reason:
            "a row of '\(table.name)' refers to a row of '\(target.name)' that isn't in the scope of the user, or was deleted"
        )
      }
      if table.isOwned(byReference: index) { try requireChangeable(target, key) }
    }
  }

  /// The row of a model.
  /// - Throws: ``SyncRefusal`` if its values aren't ones of the properties. Other devices couldn't read it either.
  private func model(_ table: SyncedTable, _ key: [SyncValue]) throws -> (any Model)? {
    guard let type = table.model else { return nil }
    func fetch<M: Model>(_ type: M.Type) throws -> M? {
      try RawSQL("SELECT \(M.allColumns) FROM \(M.self) WHERE \(.equal(table.key, key))").as(M.self).fetchOne(in: db)
    }
    do {
      return try fetch(type)
    } catch let error as ColumnDecodingError {
      throw SyncRefusal(reason: "\(error)")
    }
  }

  // MARK: Writing

  /// Marks a row as written by the device.
  private func mark(_ table: SyncedTable, _ key: [SyncValue]) throws {
    try RawSQL("UPDATE \(identifier: table.rowName) SET author = \(device) WHERE \(.equal(table.key, key))")
      .execute(in: db)
  }

  private func insert(_ change: SyncChange, _ table: SyncedTable) throws {
    let columns = table.columns.filter { change.values[$0.name] != nil && $0.merge != .server }.map(\.name)
    let values = columns.map { change.values[$0] ?? .null }
    guard zip(table.key, change.key).allSatisfy({ change.values[$0] == $1 }) else {
      throw SyncRefusal(reason: "a new row of '\(table.name)' has two keys")
    }
    let isAdded =
      try RawSQL(
        """
        INSERT INTO \(identifier: table.name) (\(.names(columns))) VALUES (\(.values(values)))
        \(table.isPair ? "ON CONFLICT (\(.names(table.key))) DO NOTHING" as RawSQL : "")
        """
      ).execute(in: db) == 1
    guard !isAdded else { return }
    // The pair was there. It gets a new version, so that a removal that didn't know this addition doesn't remove it.
    try RawSQL(
      """
      UPDATE \(identifier: table.name) SET \(identifier: table.key[0]) = \(identifier: table.key[0])
      WHERE \(.equal(table.key, change.key))
      """
    ).execute(in: db)
  }

  private func update(_ change: SyncChange, _ table: SyncedTable, at time: Int64) throws -> Bool {
    guard !table.isPair else { throw SyncRefusal(reason: "rows of '\(table.name)' are only added and removed") }
    var clocks: RowClocks?
    var changes: [RawSQL] = []
    for column in table.columns where !table.key.contains(column.name) {
      let name = RawSQL.name(column.name)
      guard let value = change.values[column.name] else {
        guard let members = change.members?[column.name] else { continue }
        clocks = try clocks ?? self.clocks(table, change.key)
        guard let text = try merge(members, into: column, of: change.key, table, &clocks, at: time) else { continue }
        changes.append("\(name) = \(.value(text))")
        continue
      }
      switch column.merge {
      case .server: continue
      case .last, .members:
        clocks = try clocks ?? self.clocks(table, change.key)
        guard clocks?.note(column.name, at: time) == true else { continue }
        let later = clocks?.takeLaterMembers(of: column.name, than: time) ?? []
        let merged = try later.isEmpty ? value : keeping(later, in: value, of: column, change.key, table)
        changes.append("\(name) = \(.value(merged))")
      case .custom: changes.append("\(name) = \(try merged(value, column, change, table))")
      case .sum:
        changes.append(value == .null ? "\(name) = NULL" : "\(name) = coalesce(\(name), 0) + \(.value(value))")
      case .max where value != .null:
        changes.append("\(name) = CASE WHEN \(name) > \(.value(value)) THEN \(name) ELSE \(.value(value)) END")
      case .min where value != .null:
        changes.append("\(name) = CASE WHEN \(name) < \(.value(value)) THEN \(name) ELSE \(.value(value)) END")
      case .max, .min: changes.append("\(name) = NULL")
      }
    }
    guard !changes.isEmpty else { return false }
    try RawSQL(
      "UPDATE \(identifier: table.name) SET \(changes.joined(separator: ", ")) WHERE \(.equal(table.key, change.key))"
    ).execute(in: db)
    if let text = try clocks?.text() {
      try RawSQL("UPDATE \(identifier: table.rowName) SET clocks = \(text) WHERE \(.equal(table.key, change.key))")
        .execute(in: db)
    }
    return true
  }

  private func clocks(_ table: SyncedTable, _ key: [SyncValue]) throws -> RowClocks {
    try RowClocks(
      RawSQL("SELECT clocks FROM \(identifier: table.rowName) WHERE \(.equal(table.key, key))").as(String?.self)
        .fetchOne(in: db) ?? nil)
  }

  /// The value of a column on the server.
  private func value(_ column: SyncedColumn, _ key: [SyncValue], _ table: SyncedTable) throws -> SyncValue {
    let row = try RawSQL(
      "SELECT \(identifier: column.name) FROM \(identifier: table.name) WHERE \(.equal(table.key, key))"
    ).rows.fetchOne(in: db)
    return SyncValue(row?.values[0], of: column)
  }

  /// The object of a column with the members that no device changed later.
  /// - Returns: `nil` if nothing changes: the column has no object any more.
  private func merge(
    _ members: SyncMembers, into column: SyncedColumn, of key: [SyncValue], _ table: SyncedTable,
    _ clocks: inout RowClocks?, at time: Int64
  ) throws -> SyncValue? {
    let isReference = table.references.contains { $0.columns.contains(column.name) }
    guard [.last, .members].contains(column.merge), !isReference, members.set.values.allSatisfy(JSONScanner.isValue)
    else {
      throw SyncRefusal(reason: "'\(table.name).\(column.name)' can't be changed by members of a JSON object")
    }
    guard var object = JSONObject(try value(column, key, table)) else { return nil }
    let set = members.set.filter { clocks?.note($0.key, of: column.name, at: time) == true }
    let removed = members.removed.filter { clocks?.note($0, of: column.name, at: time) == true }
    guard !set.isEmpty || !removed.isEmpty else { return nil }
    object.apply(SyncMembers(set: set, removed: removed))
    return .text(object.text)
  }

  /// An object that replaces the one of a column, with the members of that one which changed later.
  private func keeping(
    _ later: [String], in value: SyncValue, of column: SyncedColumn, _ key: [SyncValue], _ table: SyncedTable
  ) throws -> SyncValue {
    guard var object = JSONObject(value), let old = JSONObject(try self.value(column, key, table))?.values else {
      return value
    }
    object.apply(SyncMembers(set: old.filter { later.contains($0.key) }, removed: later))
    return .text(object.text)
  }

  /// What the server's function makes of the values of the server and the device.
  private func merged(
    _ value: SyncValue, _ column: SyncedColumn, _ change: SyncChange, _ table: SyncedTable
  ) throws -> RawSQL {
    guard let merge = server.merges[table.name]?[column.name] else { return .value(value) }
    do {
      return try merge.function.value(
        server:
          "SELECT \(identifier: column.name) FROM \(identifier: table.name) WHERE \(.equal(table.key, change.key))",
        device: value, before: change.before?[column.name], of: column.name, table.name, in: db)
    } catch {
      if error.isFailureOfDatabase || error.invalidValue != nil { throw error }
      throw SyncRefusal(reason: "\(error)")
    }
  }

  private func delete(_ change: SyncChange, _ table: SyncedTable, knownAt base: Int64) throws -> Bool {
    if table.isPair {
      let isKnown =
        try RawSQL(
          """
          SELECT count(*) FROM \(identifier: table.rowName) AS m
          WHERE \(.equal(table.key, change.key)) AND (m.author = \(device) OR EXISTS (
            SELECT 1 FROM \(identifier: table.knownName) AS k
            WHERE k.device = \(device) AND \(.equal(table.key, "k", "m")) AND k.version = m.version AND k.answer <= \(base)))
          """
        ).as(Int.self).fetchOne(in: db) == 1
      guard isKnown else { return false }
    }
    return try RawSQL("DELETE FROM \(identifier: table.name) WHERE \(.equal(table.key, change.key))").execute(in: db)
      == 1
  }
}

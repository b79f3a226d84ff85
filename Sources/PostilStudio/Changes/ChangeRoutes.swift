import PostilQuery
import PostilRows

extension StudioRoute {
  static let changes = [
    StudioRoute("POST", "/changes/preview") { studio, call in
      let (operations, errors) = try StudioOperation.list(try call.body(), in: studio.schema)
      let (statements, rejected) = ChangePlan.statements(of: operations, errors, in: studio.schema)
      let failure = ChangeFailure(errors: rejected)
      return StudioResponse([
        "statements": .array(statements.map { $0.json(studio.shownSQL) }),
        "errors": try JSONTree(failure.response.body)["errors"] ?? [],
      ])
    },
    StudioRoute("POST", "/changes/cascade") { studio, call in
      let keys = try (try call.body()["rows"]?.array ?? []).map { row in
        try StudioKey(row["key"], of: try studio.schema.table(row["table"]?.string ?? ""))
      }
      let schema = studio.schema
      return StudioResponse(
        try await studio.database.read { db in
          var rows = CascadedRows(db, schema)
          let deleted = try keys.map { try rows.read(deletedWith: $0) }
          return ["deleted": .array(deleted), "isComplete": .bool(rows.isComplete)]
        })
    },
    StudioRoute("POST", "/changes/commit") { studio, call in
      try studio.checkWritable()
      let (operations, errors) = try StudioOperation.list(try call.body(), in: studio.schema)
      do {
        let result = try await studio.commit(operations, errors)
        return StudioResponse([
          // The page showed all of them before.
          "statements": .array(result.statements.prefix(1000).map { $0.json(studio.shownSQL) }),
          "inserted": .object(result.inserted.map { JSONTree.Member($0.name, $0.key) }),
        ])
      } catch let failure as ChangeFailure {
        return failure.response
      }
    },
  ]
}

extension Studio {
  /// Runs operations in one transaction, and tells the pages which rows were changed.
  /// - Throws: ``ChangeFailure``, and the errors of the engine.
  func commit(_ operations: [StudioOperation], _ errors: [StudioError]) async throws -> ChangeResult {
    let rejected = ChangePlan.statements(of: operations, errors, in: schema).errors
    guard rejected.isEmpty else { throw ChangeFailure(errors: rejected) }
    let schema = schema
    do {
      return try await live.recordingChanges {
        let result = try await self.database.write { db in
          var runner = ChangeRunner(db, schema) { self.error(for: $0, operation: $1) }
          try runner.run(operations)
          return runner.result
        }
        let keys = result.changed.mapValues { keys in keys.sorted { $0.text < $1.text } }
        return (result, Set(keys.keys), keys)
      }
    } catch var failure as ChangeFailure {
      if let needed = failure.needed, let reason = try await refusal(of: needed) { failure.errors[0].message = reason }
      throw failure
    } catch let violation as ConstraintViolation {
      // A constraint that is checked when the transaction ends.
      throw ChangeFailure(errors: [unmetMinimum(violation) ?? error(for: violation)])
    }
  }

  /// Why a row can't be deleted, as far as the committed rows are the reason.
  private func refusal(of key: StudioKey) async throws -> String? {
    let referrers = Referrers(of: key, in: schema)
    return try await database.read { db in try referrers.refusal(db) }
  }

  /// The error of a relationship with too few members. SQLite reports the table of owners with too few of them.
  private func unmetMinimum(_ violation: ConstraintViolation) -> StudioError? {
    guard case .foreignKey(let name) = violation else { return nil }
    for table in schema.tables {
      for relationship in table.relationships {
        guard let minimum = relationship.minimum, relationship.resolved?.arity.unmet == name.name else { continue }
        return .conflict(
          "'\(table.swiftName).\(relationship.name)' needs at least \(minimum) "
            + "member\(minimum == 1 ? "" : "s"); add them before you commit", StudioError.Place(table: table.name))
      }
    }
    return nil
  }
}

import Foundation
import PostilPostgreSQL
import PostilSyncModels

extension SyncServer {
  /// Removes what no device needs: the versions of rows that were deleted, and what the server knows of devices that haven't asked for a
  /// long time. Such a device loads all rows again when it comes back, and keeps its changes. Call it regularly, once a day for example:
  /// a call removes what was deleted before the last call that is at least an hour old.
  /// - Parameter age: how long a device hasn't asked.
  /// - Throws: the errors of the store.
  public func compact(forgettingDevicesUnseenFor age: Duration = .seconds(90 * 86_400)) async throws {
    let time = milliseconds
    let limit = time - age.components.seconds * 1_000
    let (order, engine) = (self.order, self.engine)
    let devices = try await store.read { db in
      try RawSQL("SELECT device FROM postil_sync_device WHERE seen < \(limit) AND load >= 0").as(String.self)
        .fetchAll(in: db)
    }
    for device in devices {
      try await store.write { db in
        // It isn't the number of a load, so that the device has to begin one.
        let isForgotten =
          try RawSQL("UPDATE postil_sync_device SET load = -1 WHERE device = \(device) AND seen < \(limit)")
          .execute(in: db) == 1
        guard isForgotten else { return }
        for table in order {
          try RawSQL("DELETE FROM \(identifier: table.knownName) WHERE device = \(device)").execute(in: db)
        }
      }
    }
    try await store.write { db in
      _ = try RawSQL(
        """
        DELETE FROM postil_sync_part WHERE device IN (SELECT device FROM postil_sync_device WHERE seen < \(time - 86_400_000))
        """
      ).execute(in: db)
    }
    let last = try await store.write { db -> Int64? in
      let last = try RawSQL("SELECT moment, time FROM postil_sync_compaction").as(Int64.self, Int64.self)
        .fetchOne(in: db)
      // An answer that is being made now may have rows that are deleted meanwhile.
      if let last, last.1 > time - 3_600_000 { return nil }
      try RawSQL("DELETE FROM postil_sync_compaction").execute(in: db)
      try RawSQL("INSERT INTO postil_sync_compaction (moment, time) VALUES (\(try engine.moment(in: db)), \(time))")
        .execute(in: db)
      return last?.0
    }
    guard let last else { return }
    for table in order {
      try await store.write { db in
        try RawSQL(
          """
          DELETE FROM \(identifier: table.rowName) AS m
          WHERE m.is_deleted = 1 AND NOT (\(engine.isChanged(since: last)))
            AND (\(.names(table.key, of: "m"))) NOT IN (SELECT \(.names(table.key)) FROM \(identifier: table.knownName))
          """
        ).execute(in: db)
      }
    }
  }
}

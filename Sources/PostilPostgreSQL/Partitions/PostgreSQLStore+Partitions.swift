#if PostgreSQL
  import PostilQuery

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  extension PostgreSQLStore {
    /// Creates the partitions of a table that are missing, from the present period to the one that contains a date. Call it from time to time,
    /// for example when a program starts.
    ///
    /// ```swift
    /// try await store.createPartitions(of: Measurement.self, through: .now + 90 * 24 * 60 * 60)
    /// ```
    ///
    /// Rows of these periods that are in the default partition already move to their own one in the same transaction, without triggers and
    /// notifications; foreign keys to the table are checked again then. A period that shares days with an existing partition gets none.
    ///
    /// Everybody who uses the table waits until the transaction ends. It waits for their transactions a second at most, and is then tried
    /// again, ten times. Several programs can call it at the same time. The user of the connection must own the table.
    /// - Returns: the names of the new partitions, the earliest first: `measurement_2026_11`.
    /// - Throws: ``PostgreSQLError``, ``ConnectionLost``.
    @discardableResult
    public func createPartitions<M: PartitionedModel>(of model: M.Type, through date: Date) async throws -> [String] {
      let (table, period, seconds) = (M.table.name, M.partitionPeriod.rawValue, date.timeIntervalSince1970)
      // Most calls find nothing to do, and lock nothing.
      let isComplete = try await write { db in
        let connection = db._use.connection
        let table = try PartitionedTable(connection.schema.storedTable(table), connection)
        return try table.missing(period, through: seconds).isEmpty
      }
      if isComplete { return [] }
      return try await changingPartitions { connection in
        let name = connection.schema.storedTable(table)
        try PartitionedTable.lock(name, connection)
        let table = try PartitionedTable(name, connection)
        return try table.missing(period, through: seconds).map(table.create)
      }
    }

    /// Drops the partitions that contain only rows before a date, with these rows. Rows in the default partition stay.
    ///
    /// No trigger runs and no row is deleted one by one, so this takes no longer for many rows. Observations are notified, and
    /// ``changes(of:)-(M.Type)`` reports that keys are missing. Waiting is limited as in ``createPartitions(of:through:)``.
    /// - Returns: the names of the dropped partitions, the earliest first.
    /// - Throws: `ConstraintViolation.foreignKey(table:)` if rows of other tables reference a row, also with `onDelete: cascade`; nothing is
    ///   dropped then. ``PostgreSQLError``, ``ConnectionLost``.
    @discardableResult
    public func dropPartitions<M: PartitionedModel>(of model: M.Type, before date: Date) async throws -> [String] {
      let (table, seconds) = (M.table.name, date.timeIntervalSince1970)
      return try await changingPartitions { connection in
        let name = connection.schema.storedTable(table)
        try PartitionedTable.lock(name, connection)
        let described = try PartitionedTable(name, connection)
        let partitions = try described.partitions(before: seconds)
        do {
          for partition in partitions { try described.drop(partition.sql) }
        } catch ConstraintViolation.foreignKey(let child) {
          throw ConstraintViolation.foreignKey(
            table: connection.schema.name(of: table).with(.referenced(by: [child.model], isDeleted: true)))
        }
        if !partitions.isEmpty { try described.notify() }
        return partitions.map(\.name)
      }
    }

    /// Runs a transaction that locks a table. While it waits for the lock, others wait behind it, so it gives up soon and tries again.
    private func changingPartitions(
      _ body: @escaping @Sendable (PostgreSQLConnection) throws -> [String]
    ) async throws -> [String] {
      var attempts = 1
      while true {
        do {
          let names = try await write { try body($0._use.connection) }
          return names
        } catch let error as PostgreSQLError where error.code == "55P03" && attempts < 10 {
          attempts += 1
          try await Task.sleep(for: .milliseconds(200))
        }
      }
    }
  }
#endif

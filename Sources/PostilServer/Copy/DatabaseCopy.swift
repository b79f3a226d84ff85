#if PostgreSQL
  import PostilCompiler
  import PostilPostgreSQL
  import PostilSQL
  import PostilSchema
  import PostilTranslation

  /// Copies the rows of an SQLite database to a PostgreSQL database with the same schema, in one transaction.
  package struct DatabaseCopy {
    /// What has been done so far.
    package struct Progress: Sendable {
      package var table: String
      /// Whether the rows are compared; otherwise they are copied.
      package var isComparing: Bool
      package var rows: Int
      package var totalRows: Int
    }

    /// What was copied.
    package struct Report: Sendable {
      /// The tables in the order in which they were copied, with the same checksum in the file and on the server.
      package var tables: [(name: String, checksum: RowChecksum)] = []
      /// The number of dates that were rounded to microseconds.
      package var rounded = 0
      /// The tables of the file that the models don't contain.
      package var notCopied: [String] = []
    }

    /// The tables of the models, each after those that it references.
    private let tables: [CopiedTable]
    /// The views whose rows the server stores, each after those that it reads.
    private let storedViews: [String]

    /// - Parameter schema: the schema of the models.
    package init(_ schema: Schema) {
      tables = schema.tables.map(CopiedTable.init)
      storedViews = View.sorted(schema.views).filter(\.isMaterialized).map(\.name)
    }

    /// Copies all rows.
    /// - Parameters:
    ///   - path: the SQLite file, of which one snapshot is read.
    ///   - server: the server's database, whose tables must be empty.
    ///   - progress: is called now and then.
    /// - Throws: ``CopyRefusal``, `ScratchDatabase.Failure` if the file can't be read, `PostgreSQLError`, `ConnectionLost`
    package func run(from path: String, to server: ServerSession, progress: (Progress) -> Void) throws -> Report {
      let file = try PostilCompiler.ScratchDatabase(reading: path)
      try file.run("BEGIN")
      let found = try SourceTables(in: file)
      try found.check(tables)
      var report = Report()
      report.notCopied = found.others(than: tables)
      var target = TargetTables(tables, on: server)
      try server.transaction {
        try target.check()
        try target.prepare()
        for table in tables {
          let checksum = try copy(table, from: file, to: server, found.rowCount(of: table, in: file), &report, progress)
          report.tables.append((table.name, checksum))
        }
        try target.finish()
        for (table, copied) in zip(tables, report.tables) {
          try compare(table, copied.checksum, on: server, progress)
        }
        for table in tables { try target.setSequences(of: table, assigned: found.assignedKeys(of: table, in: file)) }
        for view in storedViews { try server.run("REFRESH MATERIALIZED VIEW \(PostgreSQLNames.quoted(view))") }
      }
      return report
    }

    private func copy(
      _ table: CopiedTable, from file: PostilCompiler.ScratchDatabase, to server: ServerSession, _ total: Int,
      _ report: inout Report,
      _ progress: (Progress) -> Void
    ) throws -> RowChecksum {
      var checksum = RowChecksum()
      var rounded = 0
      var buffers = CopiedTable.Buffers()
      var lines: [UInt8] = []
      do {
        try server.copyIn("COPY \(SQLText.identifier(table.serverName)) (\(table.serverColumns)) FROM STDIN") { send in
          func flush() throws {
            try lines.withUnsafeBytes(send)
            lines.removeAll(keepingCapacity: true)
            progress(Progress(table: table.name, isComparing: false, rows: checksum.count, totalRows: total))
          }
          var failure: (any Error)?
          try file.forEachRow("SELECT \(table.fileColumns) FROM \(SQLText.identifier(table.name))") { statement in
            do {
              rounded += try table.append(statement, to: &lines, &checksum, &buffers)
              if lines.count > 1 << 16 { try flush() }
              return true
            } catch {
              failure = error
              return false
            }
          }
          if let failure { throw failure }
          try flush()
        }
      } catch let error as PostgreSQLError {
        throw CopyRefusal(error, table: table.name)
      }
      report.rounded += rounded
      return checksum
    }

    private func compare(
      _ table: CopiedTable, _ expected: RowChecksum, on server: ServerSession, _ progress: (Progress) -> Void
    ) throws {
      var checksum = RowChecksum()
      var buffers = CopiedTable.Buffers()
      try server.copyOut(table.copyToClient) { line in
        table.add(line, to: &checksum, &buffers)
        guard checksum.count.isMultiple(of: 1024) else { return }
        progress(Progress(table: table.name, isComparing: true, rows: checksum.count, totalRows: expected.count))
      }
      guard checksum == expected else {
        throw CopyRefusal.different(table: table.name, file: expected, server: checksum)
      }
    }
  }
#endif

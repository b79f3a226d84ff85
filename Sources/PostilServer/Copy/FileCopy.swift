#if PostgreSQL
  import CSQLite
  import Foundation
  import PostilCompiler
  import PostilPostgreSQL
  import PostilSQL
  import PostilSchema

  /// Copies the rows of a PostgreSQL database to a new SQLite file with the schema of the models.
  package struct FileCopy {
    private let schema: Schema
    private let tables: [CopiedTable]

    /// - Parameter schema: the schema of the models.
    package init(_ schema: Schema) {
      self.schema = schema
      tables = schema.tables.map(CopiedTable.init)
    }

    /// Copies all rows of one snapshot. The file is removed if this fails.
    /// - Parameter path: a file that doesn't exist.
    /// - Throws: ``CopyRefusal``, ``UnwritableFile``, `ScratchDatabase.Failure`, `PostgreSQLError`, `ConnectionLost`
    package func run(
      from server: ServerSession, to path: String, progress: (DatabaseCopy.Progress) -> Void
    ) throws -> DatabaseCopy.Report {
      let file = try FileWriter(creating: path)
      do {
        return try server.transaction {
          try server.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
          try TargetTables(tables, on: server).checkColumns()
          return try fill(file, path, from: server, progress)
        }
      } catch {
        try? FileManager.default.removeItem(atPath: path)
        throw error
      }
    }

    private func fill(
      _ file: FileWriter, _ path: String, from server: ServerSession, _ progress: (DatabaseCopy.Progress) -> Void
    ) throws -> DatabaseCopy.Report {
      var report = DatabaseCopy.Report()
      let statements = schema.script().statements
      let names = Set(schema.tables.map(\.name))
      for statement in statements where statement.object == .table && names.contains(statement.name) {
        try file.run(statement.sql)
      }
      for table in tables {
        report.tables.append((table.name, try copy(table, from: server, to: file, progress)))
      }
      // The triggers would count the rows once more.
      for statement in statements where statement.object != .table || !names.contains(statement.name) {
        try file.run(statement.sql)
      }
      for table in schema.tables {
        guard let index = table.fullText else { continue }
        for sql in SQLiteFullText.filling(index.name, of: table.name, keyColumns: index.keyColumns) {
          try file.run(sql)
        }
      }
      if let orphan = try file.texts("SELECT \"table\" FROM temp.pragma_foreign_key_check").first {
        throw CopyRefusal.refused(by: "SQLite", table: orphan, message: "it references a row that doesn't exist")
      }
      try file.run("COMMIT")
      let reader = try PostilCompiler.ScratchDatabase(reading: path)
      for (table, copied) in zip(tables, report.tables) {
        let found = try checksum(of: table, in: reader)
        guard found == copied.checksum else {
          throw CopyRefusal.different(table: table.name, file: found, server: copied.checksum)
        }
      }
      return report
    }

    private func copy(
      _ table: CopiedTable, from server: ServerSession, to file: FileWriter,
      _ progress: (DatabaseCopy.Progress) -> Void
    ) throws -> RowChecksum {
      let name = SQLText.identifier(table.serverName)
      let total = try server.rows("SELECT count(*) FROM \(name)").first?[0].flatMap { Int($0) } ?? 0
      let places = (1...max(table.columns.count, 1)).map { "?\($0)" }.joined(separator: ", ")
      let insert = try file.prepare(
        "INSERT INTO \(SQLText.identifier(table.name)) (\(table.fileColumns)) VALUES (\(places))")
      defer { sqlite3_finalize(insert) }
      var checksum = RowChecksum()
      var buffers = CopiedTable.Buffers()
      do {
        try server.copyOut(table.copyToClient) { line in
          let number = checksum.count + 1
          try table.add(line, to: &checksum, &buffers) { index, text in
            let place = Int32(index + 1)
            guard let text else { return StoredValue.null.bind(to: insert, place) }
            do throws(UnstorableValue) {
              try table.columns[index].withStored(text) { $0.bind(to: insert, place) }
            } catch {
              throw CopyRefusal.value(
                table: table.name, column: table.columns[index].name, row: "number \(number)",
                reason: error.reason)
            }
          }
          try file.step(insert)
          guard checksum.count.isMultiple(of: 1024) else { return }
          progress(
            DatabaseCopy.Progress(table: table.name, isComparing: false, rows: checksum.count, totalRows: total))
        }
      } catch let error as UnwritableFile {
        throw CopyRefusal.refused(by: "SQLite", table: table.name, message: error.reason)
      }
      return checksum
    }

    private func checksum(of table: CopiedTable, in file: PostilCompiler.ScratchDatabase) throws -> RowChecksum {
      var checksum = RowChecksum()
      var lines: [UInt8] = []
      var buffers = CopiedTable.Buffers()
      var failure: (any Error)?
      try file.forEachRow("SELECT \(table.fileColumns) FROM \(SQLText.identifier(table.name))") { statement in
        do {
          lines.removeAll(keepingCapacity: true)
          _ = try table.append(statement, to: &lines, &checksum, &buffers)
          return true
        } catch {
          failure = error
          return false
        }
      }
      if let failure { throw failure }
      return checksum
    }
  }
#endif

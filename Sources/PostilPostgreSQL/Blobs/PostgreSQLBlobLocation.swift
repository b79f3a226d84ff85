#if PostgreSQL
  import PostilQuery
  import PostilSQL
  import PostilSQLite
  import PostilTranslation

  /// A version of a row with a blob.
  struct BlobVersion {
    /// The place of the version in its table, which changes with each update. Source: PostgreSQL 15, section 5.5, `ctid`.
    var place: String
    /// The number of bytes.
    var count: Int
  }

  /// Where a blob is: a column of a row in a transaction.
  struct PostgreSQLBlobLocation<M: Model> {
    let use: _TransactionUse
    let column: String
    var isWritable = false
    /// The size of the blob that replaces the row's value, `nil` to write into the existing one.
    var size: Int?

    /// More than this many bytes aren't a value of PostgreSQL's. Source: PostgreSQL 15, appendix K.
    private static var maximumSize: Int { 1 << 30 }

    private var connection: PostgreSQLConnection { use.connection }
    private var table: String { PostgreSQLNames.quoted(M.table.name) }
    private var quotedColumn: String { PostgreSQLNames.quoted(column) }

    private var type: PostgreSQLType {
      let relation = connection.schema.translator.relations[M.table.name.foldedName]
      return relation?.columns.first { $0.name == column }?.type ?? .text
    }

    /// The bytes of the value.
    private var bytes: String { type == .bytes ? quotedColumn : "convert_to(CAST(\(quotedColumn) AS text), 'UTF8')" }

    /// The condition that finds the row with a key. If `count` parameters come before, the key follows them.
    private func condition(after count: Int = 0) -> String {
      let columns = M.table.primaryKey.enumerated().map { "\(PostgreSQLNames.quoted($1)) = ?\(count + $0 + 1)" }
      let deleted = M.table.filled.compactMap { column in
        if case .deletedAt = column.kind { "\(PostgreSQLNames.quoted(column.name)) IS NULL" } else { nil }
      }
      return (columns + deleted).joined(separator: " AND ")
    }

    private func statement(_ sql: String, _ bindings: [BoundValue]) -> _RenderedStatement {
      var statement = _RenderedStatement(sql: sql, bindings: bindings)
      statement.isHandwritten = true
      return statement
    }

    // MARK: Opening

    /// Finds the row with a key. If its blob is written, also sets its size, and what every change of the row sets.
    /// - Throws: `RecordNotFound`, `BlobError`, and the server's errors.
    func open(_ id: M.ID) throws -> BlobVersion {
      try use.check()
      try connection.kind.require(.blobs)
      guard type == .bytes || type == .text else { throw notABlob(Self.name(of: type)) }
      if let size {
        guard size >= 0, size < Self.maximumSize else { throw BlobError.invalidSize(size) }
        // A text can't contain zeros.
        guard type == .bytes else { throw notABlob("text") }
      }
      let found = try version(of: id)
      guard let found else { throw RecordNotFound(model: M.table.model, key: id._boundValues) }
      guard found.count >= 0 || size != nil else { throw notABlob("null") }
      guard isWritable, try prepareToWrite(id), let changed = try version(of: id) else { return found }
      return changed
    }

    /// The current version of the row with a key, with the count -1 for `NULL`.
    func version(of id: M.ID) throws -> BlobVersion? {
      let sql =
        "SELECT CAST(ctid AS text), CAST(coalesce(octet_length(\(bytes)), -1) AS bigint) FROM \(table) WHERE \(condition())"
      let find = try connection.bound(statement(sql, id._boundValues), in: use.serial)
      return try connection.fetchFirst(find) { row in
        BlobVersion(place: try row.readString(), count: Int(try row.readInt64()))
      }
    }

    /// - Returns: whether the row was changed.
    private func prepareToWrite(_ id: M.ID) throws -> Bool {
      let assignments = M.table.filled.compactMap { column -> String? in
        let name = SQLText.identifier(column.name)
        switch column.kind {
        case .version: return "\(name) = \(name) + 1"
        case .updatedAt(let clock): return "\(name) = \(clock.sqlite)"
        case .generated, .deletedAt: return nil
        }
      }
      if !assignments.isEmpty {
        let key = M.table.primaryKey.enumerated().map { "\(SQLText.identifier($1)) = ?\($0 + 1)" }
        try execute(
          _RenderedStatement(
            sql: "UPDATE \(SQLText.identifier(M.table.name)) SET \(assignments.joined(separator: ", ")) "
              + "WHERE \(key.joined(separator: " AND "))", bindings: id._boundValues))
      }
      if let size {
        // The text of zeros in hexadecimal digits is twice as long as the blob, which would be too long for half of all sizes.
        let sql = """
          UPDATE \(table) SET \(quotedColumn) = coalesce((SELECT string_agg(decode(repeat('00', 65536), 'hex'), '')
            FROM generate_series(1, CAST(?1 AS integer) / 65536)), '') || decode(repeat('00', CAST(?1 AS integer) % 65536), 'hex')
          WHERE \(condition(after: 1))
          """
        try execute(statement(sql, [.integer(Int64(size))] + id._boundValues))
      }
      return size != nil || !assignments.isEmpty
    }

    private func execute(_ statement: _RenderedStatement) throws {
      _ = try connection.execute(connection.bound(statement, in: use.serial))
    }

    private func notABlob(_ found: String) -> BlobError { .notABlob(column: column, found: found) }

    /// SQLite's name for a type that both have, otherwise PostgreSQL's.
    private static func name(of type: PostgreSQLType) -> String {
      switch type {
      case .integer, .boolean: "integer"
      case .real: "real"
      default: type.name
      }
    }

    // MARK: Parts

    /// Reads a part of a version; `nil` if the row has another one.
    func read(_ range: Range<Int>, of id: M.ID, at place: String) throws -> [UInt8]? {
      let sql = """
        SELECT substring(\(bytes) FROM CAST(?1 AS integer) FOR CAST(?2 AS integer)) FROM \(table)
        WHERE ctid = CAST(CAST(?3 AS text) AS tid) AND \(condition(after: 3))
        """
      let bindings: [BoundValue] = [.integer(Int64(range.lowerBound) + 1), .integer(Int64(range.count)), .text(place)]
      let find = try connection.bound(statement(sql, bindings + id._boundValues), in: use.serial)
      return try connection.fetchFirst(find) { row in try row.readBytes { [UInt8]($0) } }
    }

    /// Overwrites a part of a version.
    /// - Returns: the version that the row has now; `nil` if it had another one than `place`.
    func write(_ part: [UInt8], at offset: Int, of id: M.ID, at place: String) throws -> BlobVersion? {
      let overlaid =
        "overlay(\(bytes) PLACING CAST(?1 AS bytea) FROM CAST(?2 AS integer) FOR CAST(?3 AS integer))"
      let sql = """
        UPDATE \(table) SET \(quotedColumn) = \(type == .bytes ? overlaid : "convert_from(\(overlaid), 'UTF8')")
        WHERE ctid = CAST(CAST(?4 AS text) AS tid) AND \(condition(after: 4))
        """
      let bindings: [BoundValue] = [
        .blob(part), .integer(Int64(offset) + 1), .integer(Int64(part.count)), .text(place),
      ]
      let update = try connection.bound(statement(sql, bindings + id._boundValues), in: use.serial)
      // Triggers can change the row again.
      return try connection.execute(update) == 0 ? nil : version(of: id)
    }
  }
#endif

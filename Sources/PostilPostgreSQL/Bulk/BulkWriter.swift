#if PostgreSQL
  import CPostgreSQL
  import PostilQuery
  import PostilTranslation

  /// Runs a statement once for each of many elements: in pipelines, and as a `COPY` once there are a few hundred rows to insert.
  ///
  /// Another statement that runs in between first waits for what was sent.
  @usableFromInline
  final class BulkWriter {
    private enum State {
      case idle
      /// Statements whose results aren't read yet, after the commands that began the pipeline.
      case pipelining(Int, after: Int)
      case copying
    }

    /// The number of rows from which they are copied. Measured on one machine: 300 rows take the same time in pipelines.
    private static let copyThreshold = 256
    /// The number of statements whose results are read together.
    private static let pipelineLength = 128
    /// The number of bytes that are sent together.
    private static let chunkSize = 1 << 16

    private let connection: PostgreSQLConnection
    private let parameters: ParameterBuffer
    private var use: StatementUse
    /// The use for the current element.
    private var current: StatementUse
    private let expected: Int
    @exclusivity(unchecked) private var state = State.idle
    /// What rows are written to while they are copied.
    @exclusivity(unchecked) private var row: ParameterBuffer.Target?
    /// The number of rows written.
    @exclusivity(unchecked) private var rows = 0
    /// Where rows are copied to; `.some(nil)` if they can't be.
    private var copy: CopyTarget??
    /// How often a value couldn't be copied.
    private var refusals = 0
    /// The number of rows that were changed.
    private(set) var changes = 0

    /// - Parameter expected: the number of elements, as far as it is known.
    @usableFromInline
    init(_ use: StatementUse, on connection: PostgreSQLConnection, expecting expected: Int) {
      (self.connection, self.use, current, self.expected) = (connection, use, use, expected)
      parameters = connection.parameters
    }

    /// A writer of rows that are written to a known target.
    init(_ target: CopyTarget, on connection: PostgreSQLConnection, expecting expected: Int) throws {
      let statement = try target.prepared ?? connection.prepare(target.insert)
      target.prepared = statement
      use = StatementUse(key: .rendered(target.insert.sql), statement: statement, isChosen: true)
      current = use
      copy = target
      (self.connection, self.expected) = (connection, expected)
      parameters = connection.parameters
    }

    // MARK: Elements

    /// Begins to bind an element.
    @usableFromInline
    func begin() throws {
      if let row { return parameters.beginRow(row) }
      if try mayCopy() {
        try beginCopy()
        if let row { return parameters.beginRow(row) }
      }
      current = use
      parameters.begin(use.statement?.target)
    }

    /// Writes an element whose values are bound.
    /// - Returns: whether it was written; otherwise its values have to be bound again.
    @usableFromInline
    func write() throws -> Bool {
      if row != nil {
        if let failure = parameters.failure {
          guard parameters.hasMismatch else { throw failure }
          // The server reports such a value, or converts it.
          refusals += 1
          parameters.discardRow()
          try flush()
          current = use
          parameters.begin(use.statement?.target)
          return false
        }
        rows += 1
        if parameters.copyLength >= Self.chunkSize { try sendRows() }
        return true
      }
      guard try connection.isBound(&current) else { return false }
      if use.statement == nil { use.statement = current.statement }
      try send(connection.complete(current))
      return true
    }

    /// Removes the element whose values are bound.
    func discard() {
      if row != nil { parameters.discardRow() }
    }

    /// Waits for everything that was sent.
    /// - Returns: the number of rows changed by all elements.
    @usableFromInline
    func finish() throws -> Int {
      try flush()
      return changes
    }

    // MARK: Pipelines

    private func send(_ statement: PreparedStatement) throws {
      let sql = statement.translation.sql
      var (pending, first) = (0, 0)
      if case .pipelining(let count, let commands) = state {
        (pending, first) = (count, commands)
      } else {
        try connection.checkStopped()
        first = try connection.beginPipeline(sql)
      }
      let isSent = connection.isQueued(statement)
      state = .pipelining(isSent ? pending + 1 : pending, after: first)
      guard isSent else { throw connection.failed(nil, sql) }
      rows += 1
      if pending + 1 >= Self.pipelineLength { try flush() }
    }

    // MARK: Copies

    private func mayCopy() throws -> Bool {
      guard max(rows, expected) >= Self.copyThreshold, refusals < 8 else { return false }
      if let copy { return copy != nil }
      guard let statement = use.statement else { return false }
      guard let insertion = statement.translation.insertion else {
        copy = .some(nil)
        return false
      }
      try flush()
      let target = try connection.copyTarget(insertion)
      copy = .some(target)
      return target != nil
    }

    private func beginCopy() throws {
      guard let target = copy ?? nil else { return }
      try flush()
      try connection.checkStopped()
      try connection.sendUnsent()
      connection.settings.trace?(target.sql)
      if connection.notifiesCommits { connection.changedTables.insert(PostgreSQLNames.short(target.insertion.table)) }
      let result = PQexec(connection.handle, target.sql)
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COPY_IN else { throw connection.failed(result, target.sql) }
      (state, row) = (.copying, target.target)
      parameters.beginCopy()
    }

    private func sendRows() throws {
      try connection.checkStopped()
      let rows = parameters.takeCopy()
      let isSent = PQputCopyData(
        connection.handle, rows.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(rows.count))
      guard isSent == 1 else { throw connection.failed(nil, (copy ?? nil)?.sql ?? "COPY") }
    }

    private func endCopy() throws {
      parameters.endCopy()
      try sendRows()
      _ = PQputCopyEnd(connection.handle, nil)
      try readCopyResults()
    }

    private func readCopyResults() throws {
      var failure: (any Error)?
      while let result = PQgetResult(connection.handle) {
        if PQresultStatus(result) == PGRES_COMMAND_OK {
          changes += PostgreSQLConnection.changes(result)
        } else if failure == nil {
          failure = connection.failed(result, (copy ?? nil)?.sql ?? "COPY")
        }
        PQclear(result)
        if !connection.isUsable { break }
      }
      if let failure { throw failure }
      try connection.checkShards()
    }

    // MARK: Ending

    /// Waits for the results of everything that was sent.
    func flush() throws {
      let ended = state
      (state, row) = (.idle, nil)
      switch ended {
      case .idle: break
      case .pipelining(let count, let first):
        for result in try connection.endPipeline(of: count, after: first, use.statement?.translation.sql ?? "") {
          changes += PostgreSQLConnection.changes(result)
          PQclear(result)
        }
      case .copying: try endCopy()
      }
    }

    /// Ends after an error: the transaction, or its savepoint, will be rolled back.
    @usableFromInline
    func abandon() {
      if case .copying = state {
        (state, row) = (.idle, nil)
        _ = PQputCopyEnd(connection.handle, "an element couldn't be written")
        try? readCopyResults()
        return
      }
      try? flush()
    }
  }

  extension PostgreSQLConnection {
    /// Waits for the results of everything that a writer of many rows has sent, and sends the parts of blobs that were collected.
    @usableFromInline
    func flush() throws {
      if let writer { try writer.flush() }
      while let blob = pendingBlobs.popLast() { try blob.flush() }
    }

    /// Runs a statement once for each element and returns the number of changed rows; all or nothing.
    @inlinable
    func execute<Elements: Sequence>(
      _ use: StatementUse, forEach elements: Elements,
      bind: (borrowing Elements.Element, inout _PostgreSQLBinder) throws -> Void
    ) throws -> Int {
      try savepoint {
        let writer = BulkWriter(use, on: self, expecting: elements.underestimatedCount)
        return try writing(with: writer) {
          var binder = _PostgreSQLBinder(parameters)
          for element in elements {
            try writer.begin()
            repeat { try bind(element, &binder) } while try !writer.write()
          }
          return try writer.finish()
        }
      }
    }

    /// Runs `body`, during which statements wait for those of the writer.
    @usableFromInline
    func writing<Result>(with writer: BulkWriter, _ body: () throws -> Result) throws -> Result {
      try flush()
      let outer = self.writer
      self.writer = writer
      defer { self.writer = outer }
      do { return try body() } catch {
        writer.abandon()
        throw error
      }
    }
  }
#endif

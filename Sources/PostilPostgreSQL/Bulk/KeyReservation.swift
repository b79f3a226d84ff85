#if PostgreSQL
  import PostilQuery

  /// Keys that the server has assigned to rows before they are inserted, so that rows can be inserted together although the program needs the
  /// key of each at once.
  final class KeyReservation {
    private final class Rows {
      let writer: BulkWriter
      /// The sequence of the keys; `nil` if the row contains its key.
      let sequence: String?
      var keys: ArraySlice<Int64> = []

      init(_ writer: BulkWriter, _ sequence: String?) { (self.writer, self.sequence) = (writer, sequence) }
    }

    /// The largest number of keys that are reserved at once.
    private static let maximumCount = 4096

    private let connection: PostgreSQLConnection
    private var remaining: Int
    /// What writes the rows of each insert; `nil` if they are inserted one by one.
    private var rows: [UnsafePointer<UInt8>: Rows?] = [:]

    init(_ count: Int, on connection: PostgreSQLConnection) { (remaining, self.connection) = (count, connection) }

    /// Writes a row, which is inserted before the next other statement.
    /// - Returns: its key; `nil` if it has to be inserted at once.
    func insert(
      _ statement: FixedStatement, assignsKey: Bool, _ bind: (inout _PostgreSQLBinder) throws -> Void
    ) throws -> Int64? {
      guard let rows = try rows(of: statement, assignsKey) else { return nil }
      if connection.writer !== rows.writer {
        try connection.flush()
        connection.writer = rows.writer
      }
      var key: Int64 = 0
      if let sequence = rows.sequence {
        if rows.keys.isEmpty { rows.keys = try reserve(sequence) }
        guard let next = rows.keys.popFirst() else { return nil }
        key = next
      }
      remaining -= 1
      try rows.writer.begin()
      var binder = _PostgreSQLBinder(connection.parameters)
      try bind(&binder)
      if rows.sequence != nil { binder.bind(key) }
      // A value that can't be sent in the type of its column is left to the ordinary insert.
      if connection.parameters.hasMismatch {
        rows.writer.discard()
        return nil
      }
      return try rows.writer.write() ? key : nil
    }

    /// Waits for all rows.
    func finish() throws {
      for case let rows? in rows.values { _ = try rows.writer.finish() }
    }

    func abandon() {
      for case let rows? in rows.values { rows.writer.abandon() }
    }

    private func rows(of statement: FixedStatement, _ assignsKey: Bool) throws -> Rows? {
      if let known = rows[statement.identity] { return known }
      let found = try makeRows(of: statement, assignsKey)
      rows[statement.identity] = .some(found)
      return found
    }

    private func makeRows(of statement: FixedStatement, _ assignsKey: Bool) throws -> Rows? {
      guard let insertion = connection.insertion(of: statement) else { return nil }
      if assignsKey {
        guard let (target, sequence) = try connection.keyedCopyTarget(insertion) else { return nil }
        return try Rows(BulkWriter(target, on: connection, expecting: remaining), sequence)
      }
      guard let target = try connection.copyTarget(insertion) else { return nil }
      return try Rows(BulkWriter(target, on: connection, expecting: remaining), nil)
    }

    private func reserve(_ sequence: String) throws -> ArraySlice<Int64> {
      let count = min(max(remaining, 1), Self.maximumCount)
      let sql = "SELECT nextval($1::text::regclass) FROM generate_series(1, $2::text::bigint)"
      return try connection.texts(sql, [sequence, "\(count)"]).compactMap { $0[0].flatMap { Int64($0) } }[...]
    }
  }

  extension PostgreSQLConnection {
    /// Runs `body`, which inserts about `count` rows, in a savepoint. Rows are sent together as far as possible.
    @usableFromInline
    func insertRows<Result>(_ count: Int, _ body: () throws -> Result) throws -> Result {
      guard count > 1, reservation == nil, writer == nil else { return try savepoint(body) }
      return try savepoint {
        let reservation = KeyReservation(count, on: self)
        self.reservation = reservation
        defer { (self.reservation, writer) = (nil, nil) }
        do {
          let result = try body()
          try reservation.finish()
          return result
        } catch {
          reservation.abandon()
          throw error
        }
      }
    }

    /// The columns of an insert whose values are the parameters; `nil` for other statements.
    func insertion(of statement: FixedStatement) -> PreparedStatement.Insertion? {
      if let known = fixed[statement.identity] ?? keyed[statement.identity] { return known.translation.insertion }
      return PreparedStatement.Translation.insertion(of: statement.description)
    }
  }
#endif

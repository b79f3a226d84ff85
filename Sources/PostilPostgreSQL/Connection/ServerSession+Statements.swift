#if PostgreSQL
  import CPostgreSQL
  import PostilQuery

  /// The result of one statement that a user wrote.
  package struct ServerResult: Sendable {
    /// The names of the columns, and the numbers of their types.
    package var columns: [(name: String, type: UInt32)] = []
    package var rows: [[SQLValue?]] = []
    /// Whether there were more rows.
    package var isTruncated = false
    /// The number of rows that were inserted, updated or deleted.
    package var changes = 0
  }

  /// The server's error for a statement that a user wrote.
  package struct ServerStatementError: Error, Sendable {
    /// The SQLSTATE.
    package var code: String
    package var message: String
    /// The position in the statement, in Unicode scalars from 1; `nil` if it is unknown.
    package var position: Int?
  }

  /// Asks the server to stop the statement of a session. May be used from any thread, also after the session's end.
  package final class ServerCanceller: @unchecked Sendable {
    private let request: OpaquePointer?

    package init(_ session: ServerSession) { request = PQgetCancel(session.handle) }

    deinit { PQfreeCancel(request) }

    package func cancel() {
      var message = [CChar](repeating: 0, count: 256)
      _ = PQcancel(request, &message, 256)
    }
  }

  extension ServerSession {
    /// What the server says about a statement without running it.
    /// - Returns: the number of its parameters, and that of the columns that it returns.
    /// - Throws: ``ServerStatementError``
    package func describe(_ sql: String) throws -> (parameters: [UInt32], columns: Int) {
      let prepared = PQprepare(handle, "", sql, 0, nil)
      defer { PQclear(prepared) }
      guard PQresultStatus(prepared) == PGRES_COMMAND_OK else { throw statementError(prepared) }
      let described = PQdescribePrepared(handle, "")
      defer { PQclear(described) }
      guard PQresultStatus(described) == PGRES_COMMAND_OK else { throw statementError(described) }
      return ((0..<PQnparams(described)).map { PQparamtype(described, $0) }, Int(PQnfields(described)))
    }

    /// Runs one statement, and reads its rows one by one.
    /// - Parameters:
    ///   - values: the values of `$1`, `$2` …, whose types the server finds, unless they are `types`.
    ///   - limit: the number of rows after which reading stops.
    ///   - maximumSize: the number of bytes after which it stops.
    ///   - stopsEarly: whether the statement is cancelled then; otherwise the other rows are passed over.
    /// - Throws: ``ServerStatementError``
    package func result(
      of sql: String, _ values: [SQLValue?], types: [UInt32] = [], limit: Int, maximumSize: Int, stopsEarly: Bool
    ) throws -> ServerResult {
      try send(sql, values, types)
      PQsetSingleRowMode(handle)
      var result = ServerResult()
      var size = 0
      var failure: ServerStatementError?
      while let part = PQgetResult(handle) {
        defer { PQclear(part) }
        switch PQresultStatus(part) {
        case PGRES_SINGLE_TUPLE:
          if result.columns.isEmpty { result.columns = Self.columns(part) }
          guard !result.isTruncated else { continue }
          guard result.rows.count < limit, size < maximumSize else {
            result.isTruncated = true
            if stopsEarly { ServerCanceller(self).cancel() }
            continue
          }
          result.rows.append(Self.row(part, &size))
        case PGRES_TUPLES_OK:
          if result.columns.isEmpty { result.columns = Self.columns(part) }
          result.changes = Self.changes(part)
        case PGRES_COMMAND_OK: result.changes = Self.changes(part)
        case PGRES_EMPTY_QUERY: break
        case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
          failure = ServerStatementError(code: "0A000", message: "COPY to or from the client is not supported")
          ServerCanceller(self).cancel()
          PQputCopyEnd(handle, "not supported")
          var line: UnsafeMutablePointer<CChar>?
          while PQgetCopyData(handle, &line, 0) > 0 { PQfreemem(line) }
        default:
          // The cancellation above.
          if !result.isTruncated, failure == nil { failure = statementError(part) }
        }
      }
      if let failure { throw failure }
      return result
    }

    private func send(_ sql: String, _ values: [SQLValue?], _ types: [UInt32]) throws {
      var owned: [UnsafeMutableBufferPointer<CChar>] = []
      defer { for buffer in owned { buffer.deallocate() } }
      var lengths: [Int32] = []
      var formats: [Int32] = []
      let pointers = values.map { value -> UnsafePointer<CChar>? in
        guard let value else {
          lengths.append(0)
          formats.append(0)
          return nil
        }
        let (bytes, isBinary) = Self.parameter(value)
        let buffer = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { buffer.initializeElement(at: index, to: CChar(bitPattern: byte)) }
        buffer.initializeElement(at: bytes.count, to: 0)
        owned.append(buffer)
        lengths.append(Int32(clamping: bytes.count))
        formats.append(isBinary ? 1 : 0)
        return UnsafePointer(buffer.baseAddress)
      }
      let isSent = PQsendQueryParams(
        handle, sql, Int32(values.count), types.isEmpty ? nil : types, pointers, lengths, formats, 0)
      guard isSent == 1 else {
        throw ServerStatementError(code: "", message: String(cString: PQerrorMessage(handle)).trimmed)
      }
    }

    /// A value as text, or bytes as they are.
    private static func parameter(_ value: SQLValue) -> (bytes: [UInt8], isBinary: Bool) {
      switch value {
      case .integer(let number): (Array("\(number)".utf8), false)
      case .real(let number):
        (Array((number.isInfinite ? (number < 0 ? "-Infinity" : "Infinity") : "\(number)").utf8), false)
      case .text(let text): (Array(text.utf8), false)
      case .malformedText(let bytes): (bytes, false)
      case .blob(let bytes): (bytes, true)
      }
    }

    private static func columns(_ result: OpaquePointer) -> [(name: String, type: UInt32)] {
      (0..<PQnfields(result)).map { (PQfname(result, $0).map { String(cString: $0) } ?? "", PQftype(result, $0)) }
    }

    private static func changes(_ result: OpaquePointer) -> Int {
      let status = PQcmdStatus(result).map { String(cString: $0) } ?? ""
      guard !status.hasPrefix("SELECT") else { return 0 }
      return PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }

    private static func row(_ result: OpaquePointer, _ size: inout Int) -> [SQLValue?] {
      (0..<PQnfields(result)).map { column in
        guard PQgetisnull(result, 0, column) == 0, let start = PQgetvalue(result, 0, column) else { return nil }
        let count = Int(PQgetlength(result, 0, column))
        size += count
        let text = String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
        return value(text, ofType: PQftype(result, column))
      }
    }

    /// The value of a text that the server wrote. Source: PostgreSQL 15, `pg_type.dat`.
    private static func value(_ text: String, ofType type: UInt32) -> SQLValue {
      switch type {
      case 16: .integer(text == "t" ? 1 : 0)
      case 20, 21, 23, 26: Int64(text).map { .integer($0) } ?? .text(text)
      case 700, 701: Double(text.replacing("Infinity", with: "inf")).map { .real($0) } ?? .text(text)
      case 17 where text.hasPrefix("\\x"): .blob(bytes(ofHex: text.utf8.dropFirst(2)))
      default: .text(text)
      }
    }

    private static func bytes(ofHex digits: Substring.UTF8View) -> [UInt8] {
      func number(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit &- 0x30 : (digit | 0x20) &- 0x57 }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(digits.count / 2)
      var high: UInt8?
      for digit in digits {
        if let first = high {
          bytes.append(first << 4 | number(digit))
          high = nil
        } else {
          high = number(digit)
        }
      }
      return bytes
    }

    /// The tables whose changes were notified since the last time: see `installObservation()` of the store.
    package func notifiedTables() -> Set<String> {
      PQconsumeInput(handle)
      var tables: Set<String> = []
      while let notification = PQnotifies(handle) {
        tables.insert(String(cString: notification.pointee.extra))
        PQfreemem(notification)
      }
      return tables
    }

    private func statementError(_ result: OpaquePointer?) -> ServerStatementError {
      func field(_ letter: Unicode.Scalar) -> String? {
        result.flatMap { PQresultErrorField($0, Int32(letter.value)) }.map { String(cString: $0) }
      }
      let message = field("M") ?? String(cString: PQerrorMessage(handle)).trimmed
      let hint = field("H").map { "; \($0)" } ?? ""
      return ServerStatementError(
        code: field("C") ?? "", message: message + hint, position: field("P").flatMap { Int($0) })
    }
  }
#endif

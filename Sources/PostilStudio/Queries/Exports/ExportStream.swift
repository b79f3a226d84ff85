import Foundation
import PostilCompiler
import PostilQuery
import PostilRows
import PostilSQLite

/// All rows of a table as a file, whose parts are written while rows are read.
///
/// One transaction reads them all, on a thread that waits whenever a few parts aren't written yet, so that a slow reader needs no memory.
struct ExportStream: Sendable {
  /// The number of bytes after which a part is passed on.
  private static let partSize = 256 << 10
  private static let maximumWaiting = 4

  let database: any StudioDatabase
  let statement: _RenderedStatement
  let columns: [String]
  let format: ExportFormat

  /// - Throws: the errors of the engine, and those of `write`, which end the reading.
  func write(_ write: ([UInt8]) async throws -> Void) async throws {
    let room = DispatchSemaphore(value: Self.maximumWaiting)
    let isEnded = Mutex(false)
    let (parts, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    let reading = Task {
      do {
        try await database.read { db in
          try self.read(db) { part in
            room.wait()
            guard !isEnded.withLock({ $0 }) else { return false }
            continuation.yield(part)
            return true
          }
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    defer {
      isEnded.withLock { $0 = true }
      reading.cancel()
      room.signal()
    }
    for try await part in parts {
      try await write(part)
      room.signal()
    }
  }

  /// Reads all rows, and passes on parts of the file until `pass` returns `false`.
  private func read(_ db: any RowTransaction, _ pass: ([UInt8]) -> Bool) throws {
    let names = JSONExport.names(columns)
    var bytes: [UInt8] = []
    if format == .csv { CSVExport.add(columns, to: &bytes) } else { bytes += "[".utf8 }
    var (isFirst, goesOn) = (true, true)
    try db.forEachRow(statement.sql, statement.bindings, columns: columns.count, limit: .max) { row in
      let values = row.map(\.value)
      if format == .csv {
        CSVExport.add(values, to: &bytes)
      } else {
        JSONExport.add(values, names, isFirst: isFirst, to: &bytes)
      }
      isFirst = false
      guard bytes.count >= Self.partSize else { return true }
      goesOn = pass(bytes)
      bytes.removeAll(keepingCapacity: true)
      return goesOn
    }
    guard goesOn else { return }
    if format == .json { bytes += JSONExport.end(isEmpty: isFirst).utf8 }
    _ = pass(bytes)
  }
}

extension Studio {
  /// Writes all rows of a table; `nil` for a format that needs all rows at once.
  func stream(
    of table: ModelTable, _ body: JSONTree, _ format: ExportFormat
  ) throws -> (@Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void)? {
    guard [.csv, .json].contains(format), body["limit"] == nil else { return nil }
    let stream = ExportStream(
      database: database, statement: try StudioRows(body, of: table, in: schema).select(table.columns, in: schema),
      columns: table.columns.map(\.name), format: format)
    return { try await stream.write($0) }
  }
}

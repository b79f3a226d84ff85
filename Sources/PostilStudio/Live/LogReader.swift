import Foundation

/// Reads which pages the commits in a write-ahead log have changed. Source: SQLite, "Database File Format", section 4.1, "WAL File Format".
///
/// It reads the headers of the frames only. Closing the log's file is harmless: SQLite holds its locks on other files.
struct LogReader {
  /// The pages of the commits since the last time.
  enum Changes: Equatable {
    case pages(Set<UInt32>)
    /// The log was restarted meanwhile, or isn't a log, so that some of its pages can't be known.
    case unknown
  }

  private let path: String
  private var salts: [UInt8]?
  /// The number of frames that were read, up to the end of a commit.
  private var frames = 0

  /// - Parameter database: the database file.
  init(database: String) { path = database + "-wal" }

  /// Reads the frames that were added since the last time.
  mutating func next() -> Changes {
    guard let file = FileHandle(forReadingAtPath: path) else {
      defer { (salts, frames) = (nil, 0) }
      return salts == nil ? .pages([]) : .unknown
    }
    defer { try? file.close() }
    guard let header = Self.bytes(of: file, at: 0, count: 32) else {
      defer { (salts, frames) = (nil, 0) }
      return salts == nil ? .pages([]) : .unknown
    }
    let current = Array(header[16..<24])
    let pageSize = Self.number(header, 8)
    let isRestarted = salts != nil && salts != current
    if salts != current { (salts, frames) = (current, 0) }
    var pages: Set<UInt32> = []
    var pending: Set<UInt32> = []
    var position = frames
    let size = UInt64(pageSize == 1 ? 65_536 : max(pageSize, 512)) + 24
    while let frame = Self.bytes(of: file, at: 32 + UInt64(position) * size, count: 24),
      frame[8..<16].elementsEqual(current)
    {
      pending.insert(Self.number(frame, 0))
      position += 1
      // Frames after the last commit belong to a transaction that isn't committed, or was rolled back.
      guard Self.number(frame, 4) != 0 else { continue }
      pages.formUnion(pending)
      pending = []
      frames = position
    }
    return isRestarted ? .unknown : .pages(pages)
  }

  private static func bytes(of file: FileHandle, at offset: UInt64, count: Int) -> [UInt8]? {
    guard (try? file.seek(toOffset: offset)) != nil, let data = try? file.read(upToCount: count), data.count == count
    else { return nil }
    return Array(data)
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

import PostilSQLite

/// The tables that the pages of a database file belong to.
///
/// SQLite's table `dbstat` reads every page for this, so it is done for files up to a size only, and again when pages have changed their
/// table. Source: SQLite, "The DBSTAT Virtual Table".
struct PageOwners {
  /// The largest file whose pages are assigned to tables, in bytes.
  static let maximumSize = 256 << 20
  /// The part of the time that may be spent reading the pages.
  private static let maximumShare = 0.05

  private var tables: [UInt32: String] = [:]
  private var pageCount: UInt32 = 0
  /// When the pages were read last, and how long that took.
  private var lastRead: (time: ContinuousClock.Instant, duration: Duration)?

  /// The tables that own the pages; `nil` if that can't be found out, or not soon enough.
  mutating func tables(of pages: Set<UInt32>, in connection: SQLiteConnection) -> Set<String>? {
    // A page that changes its table was free in between, which changes the number of free pages on page 1.
    guard pages.contains(1) || pages.contains(where: { $0 > pageCount }) else {
      return Set(pages.compactMap { tables[$0] })
    }
    if let lastRead, lastRead.time.duration(to: .now) < lastRead.duration / Self.maximumShare {
      pageCount = 0
      return nil
    }
    guard read(connection) else { return nil }
    return Set(pages.compactMap { tables[$0] })
  }

  /// Reads which table each page belongs to.
  /// - Returns: whether that is known.
  private mutating func read(_ connection: SQLiteConnection) -> Bool {
    (pageCount, tables) = (0, [:])
    let numbers = ["page_count", "page_size"].map { name in
      (try? connection.texts("PRAGMA \(name)"))?.first.flatMap { Int($0) } ?? 0
    }
    guard numbers[0] * numbers[1] <= Self.maximumSize else { return false }
    let start = ContinuousClock.now
    let rows = try? connection.rows(
      """
      SELECT d.pageno, s.tbl_name FROM dbstat d JOIN sqlite_schema s ON s.name = d.name WHERE s.type IN ('table', 'index')
      """)
    lastRead = (.now, start.duration(to: .now))
    guard let rows else { return false }
    for row in rows {
      if let page = UInt32(row[0]) { tables[page] = row[1] }
    }
    pageCount = UInt32(clamping: numbers[0])
    return true
  }
}

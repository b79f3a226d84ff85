import Foundation
import Postil

/// The rows that the cases work on.
struct Fixture {
  let rows: Int
  let operations: Int
  /// The numbers of members that relationships have before a case adds to them; entry 1 has the first number, and so on.
  let members: [Int]

  /// Entries that have five tags each.
  let eagerEntries: ClosedRange<Int64> = 1_000...2_000
  /// How often a round loads them: once is too short to be measured.
  let eagerLoads: Int

  /// - Parameter quick: whether there are few rows, to see only that all cases work.
  init(quick: Bool) {
    rows = quick ? 10_000 : 1_000_000
    operations = quick ? 100 : 2_000
    eagerLoads = quick ? 2 : 50
    members = quick ? [100, 1_000] : [100, 10_000, 1_000_000]
  }

  /// The statements that fill an empty database.
  var statements: [String] {
    let tags = (members.max() ?? 0) + operations
    return [
      "TRUNCATE folder, tag, entry, entry_tags RESTART IDENTITY",
      "INSERT INTO folder (name) VALUES ('all')",
      "INSERT INTO tag (name) SELECT 'tag ' || n FROM generate_series(1, \(tags)) AS n",
      """
      INSERT INTO entry (title, note, quantity, rank, price, done, due_at, folder_id)
      SELECT 'entry ' || n, 'a note of some length, as people write them', n, n % 100, n * 0.5, n % 3 = 0,
      CASE WHEN n % 2 = 0 THEN timestamptz '2026-01-01 00:00:00Z' + n * interval '1 minute' END, 1
      FROM generate_series(1, \(rows)) AS n
      """,
      """
      INSERT INTO entry_tags (entry_id, tag_id) SELECT e, t FROM
      generate_series(\(eagerEntries.lowerBound), \(eagerEntries.upperBound)) AS e, generate_series(1, 5) AS t
      """,
    ]
      + members.enumerated().map { index, count in
        "INSERT INTO entry_tags (entry_id, tag_id) SELECT \(index + 1), n FROM generate_series(1, \(count)) AS n"
      } + ["VACUUM ANALYZE"]
  }

  /// The entry whose relationship has so many members.
  func owner(of members: Int) -> Int64 { Int64((self.members.firstIndex(of: members) ?? 0) + 1) }

  /// Tags that no entry has.
  var newTags: Range<Int64> {
    let first = Int64(members.max() ?? 0) + 1
    return first..<first + Int64(operations)
  }

  /// Keys of entries, in no order.
  var keys: [Int64] { (0..<operations).map { Int64($0 * 7_919 % rows) + 1 } }

  /// The drafts of a large insertion.
  var drafts: [Entry.Draft] { (0..<min(rows, 100_000)).map(draft) }

  func draft(_ number: Int) -> Entry.Draft {
    Entry.Draft(
      title: "entry \(number)", note: "a note of some length, as people write them", quantity: number, rank: 1,
      price: 2.5, dueAt: number % 2 == 0 ? Date(timeIntervalSince1970: 1_700_000_000 + Double(number)) : nil,
      folderID: Folder.ID(1))
  }
}

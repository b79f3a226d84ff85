import BenchmarkHarness

/// How much each case does.
struct Scale {
  let bulk: Int
  let scan: Int
  let lookups: Int
  let readTransactions: Int
  let pathQueries: Int
  /// Entries that are loaded with their tags and steps.
  let parents: Int
  /// Pages that are read in the middle of a long table.
  let deepPages: Int
  let updates: Int
  let syncedTransactions: Int
  let writeTransactions: Int
  let relationshipSizes: [Int]
  let adds: Int
  /// Entries that lookups, paths and updates work on.
  let entries: Int
  let folders: Int
  let memory: [Int]
  let samples: Int
  let documents: Int
  let playlistSizes: [Int]
  let orderedInserts: Int
  /// Shelves, books of each and pages of each book.
  let graph: (shelves: Int, books: Int, pages: Int)

  static let full = Scale(
    bulk: 100_000, scan: 1_000_000, lookups: 100_000, readTransactions: 20_000, pathQueries: 1_000, parents: 10_000,
    deepPages: 200, updates: 20_000,
    syncedTransactions: 200, writeTransactions: 5_000, relationshipSizes: [100, 1_000, 10_000, 100_000, 1_000_000],
    adds: 1_000, entries: 100_000, folders: 10_000, memory: [1_000_000, 10_000_000],
    samples: 10_000_000, documents: 50_000, playlistSizes: [1_000, 10_000, 100_000, 1_000_000], orderedInserts: 1_000,
    graph: (10, 100, 99))

  static let quick = Scale(
    bulk: 1_000, scan: 2_000, lookups: 500, readTransactions: 100, pathQueries: 20, parents: 200,
    deepPages: 10, updates: 100,
    syncedTransactions: 5, writeTransactions: 20, relationshipSizes: [100, 1_000], adds: 50, entries: 2_000,
    folders: 50, memory: [1_000, 5_000], samples: 3_000, documents: 500, playlistSizes: [100, 1_000],
    orderedInserts: 50, graph: (2, 5, 9))
}

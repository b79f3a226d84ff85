/// One way to do the work of every case. A case is a method; it opens its own connection to the fixture's file, gets
/// everything ready that an application would keep, and returns what to run.
package protocol Contender {
  /// How the report calls it.
  static var name: String { get }
  /// The connection settings that a fair comparison needs equal; compared before anything is measured.
  static func settings(_ fixture: Fixture) throws -> [String: String]

  /// Inserts all rows in one transaction, the commit included.
  static func insertBulk(_ fixture: Fixture) throws -> [Trial]
  /// Inserts the rows one call at a time, each row's new key given back, in one transaction that is undone.
  static func insertEach(_ fixture: Fixture) throws -> [Trial]
  /// Streams every entry as a value, in one read transaction.
  static func scanStream(_ fixture: Fixture) throws -> [Trial]
  /// Fetches every entry into an array.
  static func scanArray(_ fixture: Fixture) throws -> [Trial]
  /// Fetches the entries of the fixture's keys, one at a time, in one read transaction.
  static func lookupKey(_ fixture: Fixture) throws -> [Trial]
  /// Fetches the entries of the fixture's keys, each in a read transaction of its own.
  static func lookupTransaction(_ fixture: Fixture) throws -> [Trial]
  /// For each name, the entries whose folder has that name: query built, rendered and run.
  static func pathQuery(_ fixture: Fixture) throws -> [Trial]
  /// For each name, the first ten entries of that folder that match four more conditions, in an order: query built,
  /// rendered and run.
  static func builtQuery(_ fixture: Fixture) throws -> [Trial]
  /// Fetches every entry with its tags and its steps.
  static func eagerLoading(_ fixture: Fixture) throws -> [Trial]
  /// Fetches the fixture's count of pages of fifty entries, ordered by folder and key, the first one so far into the order as
  /// the fixture says, each behind the last row of the one before.
  static func keysetPages(_ fixture: Fixture) throws -> [Trial]
  /// The same pages by `LIMIT` and `OFFSET`.
  static func offsetPages(_ fixture: Fixture) throws -> [Trial]
  /// Counts, sums and averages of the entries of each folder that has more than one.
  static func aggregates(_ fixture: Fixture) throws -> [Trial]
  /// Adds the tags of the fixture's keys to one entry, one call each, in a transaction that is undone.
  static func addToTags(_ fixture: Fixture) throws -> [Trial]
  /// Moves the steps of the fixture's keys to one entry, one call each, in a transaction that is undone.
  static func addToSteps(_ fixture: Fixture) throws -> [Trial]
  /// Sets one column of about half the rows with one statement, in a transaction that is undone.
  static func updateWhere(_ fixture: Fixture) throws -> [Trial]
  /// Finds the entries of the fixture's keys and updates each, in a transaction that is undone.
  static func findUpdate(_ fixture: Fixture) throws -> [Trial]
  /// Finds one entry and updates it, in a write transaction of its own for each key.
  static func writeTransaction(_ fixture: Fixture) throws -> [Trial]
  /// Inserts the fixture's count of samples in one transaction, the commit included.
  static func insertSamples(_ fixture: Fixture) throws -> [Trial]
  /// Streams every sample as a value, its call stack an array, in one read transaction.
  static func scanSamples(_ fixture: Fixture) throws -> [Trial]
  /// Streams the samples of one thread and more than some weight.
  static func filterSamples(_ fixture: Fixture) throws -> [Trial]
  /// Inserts documents, whose address and labels are JSON, in one transaction that is undone.
  static func insertDocuments(_ fixture: Fixture) throws -> [Trial]
  /// Fetches every document into an array, its JSON decoded.
  static func fetchDocuments(_ fixture: Fixture) throws -> [Trial]
  /// Counts the documents of a city, by a path into the JSON.
  static func filterDocuments(_ fixture: Fixture) throws -> [Trial]
  /// Puts the tracks of the fixture's keys into one playlist, each at the index beside it, in a transaction that is undone.
  static func insertOrdered(_ fixture: Fixture) throws -> [Trial]
  /// Inserts shelves of books of pages in one transaction that is undone.
  static func insertGraph(_ fixture: Fixture) throws -> [Trial]
}

/// What a contender gets: a file of its own, and the input of the case.
package struct Fixture: Sendable {
  /// The database file; every contender has its own copy of the same bytes.
  package var path: String
  /// Whether a commit waits for the disk: `PRAGMA synchronous` FULL, else NORMAL.
  package var waitsForDisk = true
  /// The rows to insert.
  package var rows: [EntryValues] = []
  /// The primary keys to look up, update or add.
  package var keys: [Int64] = []
  /// The folders' names to ask for.
  package var names: [String] = []
  /// The entry or playlist that a relationship operation adds to.
  package var owner: Int64 = 0
  /// The places at which the keys' rows are put, one for each key.
  package var indexes: [Int] = []
  /// How many rows to make where they are made as they are needed: samples, pages of a book.
  package var count = 0
  /// How many rows are before the first page.
  package var depth = 0
  /// The rows of a page.
  package static let pageSize = 50
  /// The documents to insert.
  package var documents: [DocumentValues] = []
  /// The shelves to insert, each of ``booksOfShelf`` books of ``count`` pages.
  package var shelves = 0
  package var booksOfShelf = 0

  /// A fixture over the file at `path`.
  package init(path: String) { self.path = path }
}

/// One thing to run, again and again. A contender that has several ways to do a case returns one trial for each.
package struct Trial {
  /// What tells this way from the contender's others; empty for the only or the usual one.
  package let label: String
  /// Does the work once, the part that counts inside the stopwatch, and returns what it came to.
  package let run: (Stopwatch) throws -> Digest

  /// A trial that runs `run`.
  package init(_ label: String = "", run: @escaping (Stopwatch) throws -> Digest) {
    self.label = label
    self.run = run
  }
}

/// Thrown out of a transaction to undo it, carrying what was measured.
package struct Undo: Error {
  package let digest: Digest

  /// An error that undoes the transaction it leaves.
  package init(_ digest: Digest) { self.digest = digest }

  /// Runs a transaction that ends in ``Undo``, and returns the digest that it carried.
  package static func digest(_ transaction: () throws -> Void) throws -> Digest {
    do { try transaction() } catch let undo as Undo { return undo.digest }
    throw BenchmarkFailure("the transaction should have been undone")
  }
}

/// The run cannot go on, or its result would mean nothing.
package struct BenchmarkFailure: Error, CustomStringConvertible {
  package let description: String

  /// A failure with a message for people.
  package init(_ description: String) { self.description = description }
}

/// The settings of a connection that decide how fast the same work is.
package enum SharedSettings {
  /// `PRAGMA cache_size`, in the units of 1024 bytes that a negative number means: Postil's default, given to all.
  package static let cacheSize = -16_384
  /// The pragmas that every contender must have alike.
  package static let pragmas = [
    "journal_mode", "synchronous", "foreign_keys", "page_size", "cache_size", "mmap_size", "temp_store",
    "wal_autocheckpoint", "locking_mode", "auto_vacuum", "encoding",
  ]
}

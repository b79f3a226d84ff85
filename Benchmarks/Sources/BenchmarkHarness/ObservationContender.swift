/// One way to observe a database.
package protocol ObservationContender {
  /// How the report calls it.
  static var name: String { get }
  /// Opens the fixture's file to observe it and to write to it.
  static func observation(_ fixture: Fixture) throws -> any ObservedDatabase
}

/// An open database whose entries are written one at a time while sums of other rows are observed.
package protocol ObservedDatabase: Sendable {
  /// Adds one to the quantity of an entry, in a transaction of its own.
  func raise(_ key: Int64) throws
  /// The sum of the quantities of a folder's entries, now and after each commit that may have changed it.
  func quantities(ofFolder key: Int64) -> any AsyncSequence<Int, any Error> & Sendable
  /// The number of the folders whose key is at most this, now and after each commit that may have changed it.
  func folders(upTo key: Int64) -> any AsyncSequence<Int, any Error> & Sendable
}

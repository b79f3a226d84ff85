import PostilQuery
import PostilRows

/// The database systems that a studio can show.
package enum StudioEngine: String, Hashable, Sendable { case sqlite, postgresql }

/// A database: short transactions, so that no program waits for the studio.
package protocol StudioDatabase: AnyObject, Sendable {
  var engine: StudioEngine { get }
  /// Runs a block on a snapshot. A cancelled task interrupts its statement.
  func read<Result: Sendable>(_ body: @escaping @Sendable (any RowTransaction) throws -> Result) async throws
    -> Result
  /// Runs a block in one transaction, which is committed when it returns and rolled back when it throws. The block can run twice, if it
  /// conflicts with another transaction.
  func write<Result: Sendable>(_ body: @escaping @Sendable (any RowTransaction) throws -> Result) async throws
    -> Result
  func close() async
}

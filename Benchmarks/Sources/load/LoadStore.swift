/// What both libraries do under load, on the same file: entries whose quantities are counted up.
protocol LoadStore: Sendable {
  static var name: String { get }

  /// Opens a file that has the schema.
  init(path: String) throws

  /// Reads entries by their keys. Returns how many there are.
  func lookUp(_ ids: [Int64]) async throws -> Int

  /// Adds 1 to the quantities of entries, in one transaction.
  func countUp(_ ids: [Int64]) async throws

  /// Reads the sum of all quantities, waits, and reads it again in the same snapshot.
  func sums(apart seconds: Double) async throws -> (Int, Int)

  func close() throws
}

/// What was copied into one column: the number of values, a sum of the integers, the size of texts and bytes, and a sum of hashes.
///
/// None of these depend on the order of the rows.
struct ColumnTotal: Hashable {
  private(set) var values = 0
  private(set) var bytes = 0
  /// The sum of the integers modulo ``modulus``, which can't overflow.
  private(set) var sum: Int64 = 0
  private var hashes: UInt64 = 0

  static let modulus: Int64 = 1_000_000_007

  mutating func add(_ cell: StoredCell, key: StoredCell) {
    switch cell {
    case .null: return
    case .integer(let value): sum &+= value % Self.modulus
    case .real: break
    case .text(let text): bytes += text.count
    case .blob(let data): bytes += data.count
    }
    values += 1
    // The key makes values in wrong rows visible. Both sides are hashed by the same process, so the seed is the same.
    var hasher = Hasher()
    hasher.combine(key)
    hasher.combine(cell)
    hashes &+= UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

/// The rows of one table that were copied.
struct TableTotal: Hashable {
  private(set) var rows = 0
  private(set) var columns: [ColumnTotal]

  init(columns: Int) { self.columns = Array(repeating: ColumnTotal(), count: columns) }

  /// Adds a row, whose first column is its key.
  mutating func add(_ cells: [StoredCell]) {
    rows += 1
    let key = cells.first ?? .null
    for (index, cell) in cells.enumerated() { columns[index].add(cell, key: key) }
  }
}

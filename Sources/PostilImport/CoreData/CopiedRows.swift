/// The values of one column: their number, and a sum of the hashes of each value with its row's key. The order of the rows doesn't matter.
struct ColumnTotal: Hashable {
  private(set) var values = 0
  private var hashes: UInt64 = 0

  mutating func add(_ cell: StoredCell, key: StoredCell) {
    if cell == .null { return }
    values += 1
    // The key makes values in wrong rows visible. Both sides are hashed by the same process, so the seed is the same.
    var hasher = Hasher()
    hasher.combine(key)
    hasher.combine(cell)
    hashes &+= UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

/// The rows of one table.
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

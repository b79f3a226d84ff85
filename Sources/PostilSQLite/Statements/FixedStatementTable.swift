/// The statements that were fixed at build time, by the address of their text in the program.
///
/// A hash table with open addressing. A program has a bounded number of fixed statements, so none is ever removed. Finding one
/// takes a multiplication and nearly always one comparison.
@usableFromInline
struct FixedStatementTable {
  @usableFromInline
  struct Entry {
    @usableFromInline let identity: UnsafePointer<UInt8>
    @usableFromInline let statement: SQLiteStatement
  }

  /// A power of two of places, at least half of them free.
  @usableFromInline var entries: UnsafeMutablePointer<Entry?>
  @usableFromInline var mask: Int
  private var count = 0

  init() {
    entries = Self.allocate(capacity: 64)
    mask = 63
  }

  private static func allocate(capacity: Int) -> UnsafeMutablePointer<Entry?> {
    let entries = UnsafeMutablePointer<Entry?>.allocate(capacity: capacity)
    entries.initialize(repeating: nil, count: capacity)
    return entries
  }

  /// The place where a search for `identity` begins.
  @inlinable
  func firstPlace(of identity: UnsafePointer<UInt8>) -> Int {
    // Fibonacci hashing: the upper half of the product depends on every bit of the address.
    let product = UInt64(UInt(bitPattern: identity)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: product >> 32) & mask
  }

  /// The statement with this identity; `nil` if it hasn't been prepared yet.
  @inlinable
  func find(_ identity: UnsafePointer<UInt8>) -> SQLiteStatement? {
    var place = firstPlace(of: identity)
    while let entry = entries[place] {
      if entry.identity == identity { return entry.statement }
      place = (place &+ 1) & mask
    }
    return nil
  }

  /// Adds a statement that isn't in the table yet.
  mutating func add(_ statement: SQLiteStatement, for identity: UnsafePointer<UInt8>) {
    if (count + 1) * 2 > mask + 1 { grow() }
    place(Entry(identity: identity, statement: statement))
    count += 1
  }

  private mutating func grow() {
    let old = UnsafeMutableBufferPointer(start: entries, count: mask + 1)
    entries = Self.allocate(capacity: old.count * 2)
    mask = old.count * 2 - 1
    for case let entry? in old { place(entry) }
    old.baseAddress?.deallocate()
  }

  private func place(_ entry: Entry) {
    var place = firstPlace(of: entry.identity)
    while entries[place] != nil { place = (place + 1) & mask }
    entries[place] = entry
  }

  /// Frees every statement and the table.
  func destroy() {
    for place in 0...mask { entries[place]?.statement.destroy() }
    entries.deallocate()
  }
}

import Foundation
import PostilQuery
import PostilSQLite
import PostilTestSupport
import Testing

@Suite struct PackedTests {
  private struct NoBlob: Error {}

  private static func integers<Element: FixedWidthInteger & PackableElement>(_ type: Element.Type) -> [[Element]] {
    var random = SeededGenerator(seed: UInt64(Element.bitWidth))
    return [[], [0], [.min], [.max], [.min, .max, 0, 1]]
      + (0..<20).map { _ in
        (0..<Int.random(in: 0...300, using: &random)).map { _ in Element.random(in: .min ... .max, using: &random) }
      }
  }

  @Test func arraysOfEveryIntegerComeBackIdentical() throws {
    try expectRoundTrip(Packed<Int8>.self, Self.integers(Int8.self))
    try expectRoundTrip(Packed<Int16>.self, Self.integers(Int16.self))
    try expectRoundTrip(Packed<Int32>.self, Self.integers(Int32.self))
    try expectRoundTrip(Packed<Int64>.self, Self.integers(Int64.self))
    try expectRoundTrip(Packed<Int>.self, Self.integers(Int.self))
    try expectRoundTrip(Packed<UInt8>.self, Self.integers(UInt8.self))
    try expectRoundTrip(Packed<UInt16>.self, Self.integers(UInt16.self))
    try expectRoundTrip(Packed<UInt32>.self, Self.integers(UInt32.self))
    try expectRoundTrip(Packed<UInt64>.self, Self.integers(UInt64.self))
    try expectRoundTrip(Packed<UInt>.self, Self.integers(UInt.self))
  }

  @Test func arraysOfFloatingPointNumbersComeBackBitByBit() throws {
    try expectRoundTrip(
      Packed<Double>.self,
      [[], [0, -0.0, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .pi]]
    ) { $0.map(\.bitPattern) == $1.map(\.bitPattern) }
    try expectRoundTrip(
      Packed<Float>.self, [[], [0, -0.0, .nan, .signalingNaN, -.infinity, .leastNonzeroMagnitude, .pi]]
    ) { $0.map(\.bitPattern) == $1.map(\.bitPattern) }
  }

  @Test func theLowestByteComesFirst() {
    #expect(Packed<UInt16>(_plain: [1, 0x0102])._boundValue == .blob([1, 0, 2, 1]))
    #expect(Packed<Int32>(_plain: [-2])._boundValue == .blob([0xFE, 0xFF, 0xFF, 0xFF]))
    #expect(Packed<Int>(_plain: [1])._boundValue == .blob([1, 0, 0, 0, 0, 0, 0, 0]))
    #expect(Packed<Double>(_plain: [1])._boundValue == .blob([0, 0, 0, 0, 0, 0, 0xF0, 0x3F]))
    #expect(Packed<UInt64>(_plain: [])._boundValue == .blob([]))
  }

  @Test func aBlobThatEndsInsideANumberIsRefused() throws {
    try expectRefusal(
      Packed<UInt64>.self, of: ["x'00'", "zeroblob(15)"], reason: "it must be a blob of 8-byte numbers")
    try expectRefusal(Packed<Float>.self, of: ["zeroblob(6)"], reason: "it must be a blob of 4-byte numbers")
    try expectRefusal(Packed<UInt8>.self, of: ["'text'", "1", "NULL"], reason: "it must be BLOB")
  }

  /// A number whose conversions are counted.
  private struct Frame: PackableElement {
    var address: UInt64
    nonisolated(unsafe) static var conversions = 0

    init(address: UInt64) { self.address = address }

    init?(_packedBits bits: UInt64) {
      Self.conversions += 1
      address = bits
    }

    var _packedBits: UInt64 {
      Self.conversions += 1
      return address
    }
  }

  /// A row of one blob, that counts how often its bytes are asked for.
  private struct BlobRow: RowReader {
    let bytes: [UInt8]
    var reads = 0

    mutating func skipNull() -> Bool { false }
    mutating func readInt64() throws -> Int64 { throw decodingError(Int64.self, reason: "") }
    mutating func readDouble() throws -> Double { throw decodingError(Double.self, reason: "") }
    mutating func readString() throws -> String { throw decodingError(String.self, reason: "") }
    mutating func readUTF8<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
      throw decodingError(String.self, reason: "")
    }
    mutating func readBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
      reads += 1
      // An offset of one: the database does not align a blob.
      return try ([0] + bytes).withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[1...])) }
    }
    func nextStorageClass() -> StorageClass { .blob }
    func isNull(ahead offset: Int) -> Bool { false }
    mutating func skip(_ count: Int) {}
    func decodingError(_ type: Any.Type, reason: String) -> ColumnDecodingError {
      ColumnDecodingError(column: "blob", type: "\(type)", found: .blob, reason: reason)
    }
  }

  @Test func aCallStackIsCopiedAtOnceAndNotNumberByNumber() throws {
    let stack = (0..<1_000).map { Frame(address: UInt64($0) << 40) }
    guard case .blob(let bytes) = Packed(_plain: stack)._boundValue else { throw NoBlob() }
    var row = BlobRow(bytes: bytes)
    let read = try Packed<Frame>._read(from: &row)._plain
    #expect(read == stack)
    #expect(row.reads == 1)
    #expect(Frame.conversions == 0)
    // The array has no more room than it needs: it was never grown.
    #expect(read.capacity < stack.count * 2)
  }

  /// A number that is narrower in memory than in the blob, as `Int` is on a machine of 32 bits.
  private struct Narrow: PackableElement {
    var value: Int32
    init(value: Int32) { self.value = value }
    init?(_packedBits bits: Int64) {
      guard let value = Int32(exactly: bits) else { return nil }
      self.value = value
    }
    var _packedBits: Int64 { Int64(value) }
  }

  @Test func aNumberThatIsNarrowerInMemoryIsConvertedOrRefused() throws {
    let numbers = [Narrow(value: .min), Narrow(value: -1), Narrow(value: .max)]
    #expect(
      Packed(_plain: numbers)._boundValue
        == Packed<Int64>(_plain: [Int64(Int32.min), -1, Int64(Int32.max)])._boundValue)
    guard case .blob(let bytes) = Packed(_plain: numbers)._boundValue else { throw NoBlob() }
    var row = BlobRow(bytes: bytes)
    #expect(try Packed<Narrow>._read(from: &row)._plain == numbers)
    guard case .blob(let wide) = Packed<Int64>(_plain: [1 << 40])._boundValue else { throw NoBlob() }
    var wideRow = BlobRow(bytes: wide)
    #expect(throws: ColumnDecodingError.self) { try Packed<Narrow>._read(from: &wideRow) }
  }

  @Test func theCountIsThatOfTheElementsAndReadsNone() throws {
    let store = try SQLiteStore.cells()
    try store.write { db in
      try Cell<Packed<UInt64>>.Draft(value: [1, 2, 3], optional: nil).insert(in: db)
      try Cell<Packed<UInt64>>.Draft(value: [], optional: [7]).insert(in: db)
      let counts: [(Int, Int?)] = try Cell<Packed<UInt64>>.order { $0.id }
        .select { ($0.value.count, $0.optional.count) }.fetchAll(in: db)
      #expect(counts.map(\.0) == [3, 0] && counts.map(\.1) == [nil, 1])
      let query = Cell<Packed<UInt64>>.where { $0.value.count > 2 }
      #expect(try query.count(in: db) == 1)
      #expect(query.description.hasSuffix(#"WHERE length(t0."value") / 8 > ?1"#))
      #expect(try Cell<Packed<UInt64>>.where { $0.value.isEmpty && !$0.optional.isEmpty }.count(in: db) == 1)
    }
    try store.write { db in
      try db.execute(_RenderedStatement(sql: #"DELETE FROM "blobs""#))
      try Cell<Packed<Float>>.Draft(value: [1, 2, 3], optional: nil).insert(in: db)
      let floats: Int? = try Cell<Packed<Float>>.select { $0.value.count }.fetchOne(in: db)
      let bytes: Int? = try Cell<Packed<Int8>>.select { $0.value.count }.fetchOne(in: db)
      let shorts: Int? = try Cell<Packed<Int16>>.select { $0.value.count }.fetchOne(in: db)
      #expect(floats == 3 && bytes == 12 && shorts == 6)
    }
  }
}

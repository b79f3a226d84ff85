/// The keys by which the rows of a statement find their related rows, without duplicates.
///
/// Keys are distinguished by their bytes, but the database compares them with those of the members: each member's row
/// contains the index of the key that it belongs to. Therefore text in another case also finds its members if the
/// column's collation treats it as equal.
public struct _ParentKeys: Sendable {
  /// The positions of the key's columns in a row.
  @usableFromInline let places: [Int]
  /// The call site of the rows.
  let callSite: CallSite?
  /// Whether the rows are all rows of their table.
  let areOfWholeTable: Bool
  /// For each row, the index of its key.
  @usableFromInline var numbers: [Int] = []

  // Keys of a single integer, which is the most common case.
  /// Whether all keys so far are a single integer or `NULL`.
  @usableFromInline var areIntegers: Bool
  @usableFromInline var integers: [Int64] = []
  /// Whether the integers are strictly ascending. A new key is then recognized without a table.
  @usableFromInline var areAscending = true
  private var numberOfInteger: [Int64: Int] = [:]
  private var numberOfNull: Int?

  // All other keys.
  /// The columns of all keys.
  private var values: [BoundValue] = []
  private var numberOfBytes: [[UInt8]: Int] = [:]
  private var bytes: [UInt8] = []

  @usableFromInline
  init(places: [Int], callSite: CallSite? = nil, areOfWholeTable: Bool = false) {
    self.places = places
    self.callSite = callSite
    self.areOfWholeTable = areOfWholeTable
    areIntegers = places.count == 1
  }

  /// The number of distinct keys.
  @usableFromInline var count: Int { areIntegers ? integers.count : values.count / max(places.count, 1) }

  /// Adds the key of a row whose columns haven't been read yet.
  @inlinable
  mutating func add(_ row: some RowReader) throws {
    guard areIntegers else { return try addAny(row) }
    var row = row
    row.skip(places[0])
    guard row.nextStorageClass() == .integer else { return try addAny(row, skipped: places[0]) }
    let integer = try row.readInt64()
    guard areAscending else { return addKnown(integer) }
    if let last = integers.last {
      if integer == last { return numbers.append(integers.count - 1) }
      if integer < last { return addKnown(integer) }
    }
    numbers.append(integers.count)
    integers.append(integer)
  }

  /// Adds an integer that may already be known.
  @usableFromInline
  mutating func addKnown(_ integer: Int64) {
    endAscent()
    if let number = numberOfInteger[integer] { return numbers.append(number) }
    numberOfInteger[integer] = integers.count
    numbers.append(integers.count)
    integers.append(integer)
  }

  private mutating func endAscent() {
    guard areAscending else { return }
    areAscending = false
    numberOfInteger.reserveCapacity(integers.count * 2)
    for (number, integer) in integers.enumerated() { numberOfInteger[integer] = number }
  }

  /// The index of an integer key; `nil` if no row has it.
  @usableFromInline
  func number(of integer: Int64) -> Int? {
    guard areAscending else { return numberOfInteger[integer] }
    var (low, high) = (0, integers.count)
    // Where no number is missing, the first guess is right.
    if let first = integers.first, case let guess = integer &- first, guess >= 0, guess < high {
      if integers[Int(guess)] == integer { return Int(guess) }
      high = Int(guess)
    }
    while low < high {
      let middle = (low + high) / 2
      if integers[middle] < integer { low = middle + 1 } else { high = middle }
    }
    return low < integers.count && integers[low] == integer ? low : nil
  }

  /// Adds a key of a row that was read before.
  mutating func add(_ key: [BoundValue]) {
    if areIntegers {
      if case .integer(let integer)? = key.first { return addKnown(integer) }
      forgetIntegers()
    }
    bytes.removeAll(keepingCapacity: true)
    for value in key {
      switch value {
      case .integer(let integer): encode(Tag.integer, UInt64(bitPattern: integer))
      case .real(let real): encode(Tag.real, real.bitPattern)
      case .text(let text):
        var text = text
        text.withUTF8 { encode(Tag.text, UnsafeRawBufferPointer($0)) }
      case .blob(let content): content.withUnsafeBytes { encode(Tag.blob, $0) }
      // No row has such a key.
      case .null, .unstorable: bytes.append(Tag.null)
      }
    }
    addEncoded()
  }

  // MARK: - Keys of any kind

  @usableFromInline
  mutating func addAny(_ row: some RowReader, skipped: Int = 0) throws {
    if areIntegers {
      if row.isNull(ahead: 0) { return addNull() }
      forgetIntegers()
    }
    bytes.removeAll(keepingCapacity: true)
    var (reader, place) = (row, skipped)
    for next in places {
      if next < place { (reader, place) = (row, skipped) }
      reader.skip(next - place)
      try encodeColumn(of: &reader)
      place = next + 1
    }
    addEncoded()
  }

  private mutating func addNull() {
    endAscent()
    let number = numberOfNull ?? integers.count
    if numberOfNull == nil {
      numberOfNull = number
      integers.append(0)
    }
    numbers.append(number)
  }

  /// Converts the integers to general keys, for a view whose column contains values of several kinds.
  private mutating func forgetIntegers() {
    areIntegers = false
    let rows = numbers
    numbers = []
    for (number, integer) in integers.enumerated() {
      bytes.removeAll(keepingCapacity: true)
      if number == numberOfNull { bytes.append(Tag.null) } else { encode(Tag.integer, UInt64(bitPattern: integer)) }
      addEncoded()
    }
    numbers = rows
  }

  private enum Tag {
    static let null: UInt8 = 0
    static let integer: UInt8 = 1
    static let real: UInt8 = 2
    static let text: UInt8 = 3
    static let blob: UInt8 = 4
  }

  private mutating func encodeColumn(of row: inout some RowReader) throws {
    switch row.nextStorageClass() {
    case .null:
      row.skip(1)
      bytes.append(Tag.null)
    case .integer: encode(Tag.integer, UInt64(bitPattern: try row.readInt64()))
    case .real: encode(Tag.real, try row.readDouble().bitPattern)
    case .text: try row.readUTF8 { encode(Tag.text, $0) }
    case .blob: try row.readBytes { encode(Tag.blob, $0) }
    }
  }

  private mutating func encode(_ tag: UInt8, _ bits: UInt64) {
    bytes.append(tag)
    withUnsafeBytes(of: bits) { bytes.append(contentsOf: $0) }
  }

  private mutating func encode(_ tag: UInt8, _ content: UnsafeRawBufferPointer) {
    encode(tag, UInt64(content.count))
    bytes.append(contentsOf: content)
  }

  private mutating func addEncoded() {
    if let number = numberOfBytes[bytes] { return numbers.append(number) }
    let number = count
    numberOfBytes[bytes] = number
    numbers.append(number)
    decodeValues()
  }

  /// Appends the encoded values to the values.
  private mutating func decodeValues() {
    var rest = bytes[...]
    while let tag = rest.popFirst() {
      guard tag != Tag.null else {
        values.append(.null)
        continue
      }
      var bits: UInt64 = 0
      withUnsafeMutableBytes(of: &bits) { $0.copyBytes(from: rest.prefix(8)) }
      rest.removeFirst(8)
      switch tag {
      case Tag.integer: values.append(.integer(Int64(bitPattern: bits)))
      case Tag.real: values.append(.real(Double(bitPattern: bits)))
      default:
        let content = rest.prefix(Int(bits))
        rest.removeFirst(Int(bits))
        guard tag == Tag.text else {
          values.append(.blob(Array(content)))
          continue
        }
        values.append(String(utf8: content).map { .text($0) } ?? .unstorable(.malformedText))
      }
    }
  }

  // MARK: - What became of them

  /// The rows of the keys, all of which must exist.
  @inlinable
  func requiring<Row>(_ rows: [Row?], of table: _TableDescription) throws -> [Row] {
    var found: [Row] = []
    found.reserveCapacity(rows.count)
    for (number, row) in rows.enumerated() {
      guard let row else { throw RecordNotFound(model: table.model, key: key(number)) }
      found.append(row)
    }
    return found
  }

  /// The columns of a key.
  @usableFromInline
  func key(_ number: Int) -> [BoundValue] {
    guard areIntegers else { return Array(values[number * places.count..<(number + 1) * places.count]) }
    return [number == numberOfNull ? .null : .integer(integers[number])]
  }

  // MARK: - As parts of statements

  /// The keys as statements pass them: in one list, if JSON can represent them.
  func lists() -> [KeyList] {
    if areIntegers {
      guard integers.count > (numberOfNull == nil ? 0 : 1) else { return [] }
      let keys = integers.enumerated().map { $0.offset == numberOfNull ? BoundValue.null : .integer($0.element) }
      return [.json(JSONText.array(of: keys), forms: [.plain], bytes: [])]
    }
    return KeyList.lists(of: values, columns: places.count)
  }
}

#if PostgreSQL
  import CPostgreSQL
  import PostilQuery

  /// The values of a statement's parameters, in the form in which they are sent. Its memory is used again for each statement.
  @usableFromInline
  final class ParameterBuffer {
    /// The kinds of the bound values, from which the types of parameters follow whose use leaves them open.
    enum Kind: UInt8 { case null, integer, real, text, bytes }

    /// What binds values: the types of the parameters of a statement or of the columns of a `COPY`.
    struct Target {
      var types: UnsafePointer<ParameterType>
      var count: Int
      /// Whether the values are a row of a `COPY`: all of them binary, each after its length.
      var isCopy = false
    }

    /// `nil` while only the kinds of the values are recorded.
    @exclusivity(unchecked) private(set) var target: Target?
    @exclusivity(unchecked) private(set) var count = 0
    /// Whether a value can't be sent as the type of its parameter.
    @exclusivity(unchecked) private(set) var hasMismatch = false
    @exclusivity(unchecked) private(set) var failure: (any Error)?

    @exclusivity(unchecked) private var arena: UnsafeMutableRawBufferPointer
    @exclusivity(unchecked) private var used = 0
    /// Where the current row of a `COPY` begins.
    @exclusivity(unchecked) private var rowStart = 0
    @exclusivity(unchecked) private(set) var isCopy = false
    @exclusivity(unchecked) private var capacity = 0
    @exclusivity(unchecked) private var kinds = UnsafeMutablePointer<Kind>.allocate(capacity: 0)
    /// The place of each value in the arena; -1 for `NULL`.
    @exclusivity(unchecked) private var places = UnsafeMutablePointer<Int>.allocate(capacity: 0)
    @exclusivity(unchecked) private var values = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: 0)
    @exclusivity(unchecked) private var lengths = UnsafeMutablePointer<Int32>.allocate(capacity: 0)
    /// 1 for each binary value; PostgreSQL reads the others as text.
    @exclusivity(unchecked) private var formats = UnsafeMutablePointer<Int32>.allocate(capacity: 0)

    init() {
      arena = .allocate(byteCount: 1024, alignment: 8)
      reserve(16)
    }

    deinit {
      arena.deallocate()
      kinds.deallocate()
      places.deallocate()
      values.deallocate()
      lengths.deallocate()
      formats.deallocate()
    }

    /// Begins to bind values of these types, or only their kinds.
    func begin(_ target: Target?) {
      self.target = target
      (count, used, hasMismatch, failure, isCopy) = (0, 0, false, nil, false)
      // The memory of an exceptionally long value isn't kept.
      guard arena.count > 1 << 20 else { return }
      arena.deallocate()
      arena = .allocate(byteCount: 1024, alignment: 8)
    }

    /// The kinds of the values, from the first one.
    var boundKinds: [Kind] { Array(UnsafeBufferPointer(start: kinds, count: count)) }

    func kind(_ index: Int) -> Kind { kinds[index] }

    /// Whether two values are the same.
    func areEqual(_ left: Int, _ right: Int) -> Bool {
      guard left < count, right < count, places[left] >= 0, places[right] >= 0 else {
        return left < count && right < count && places[left] == places[right]
      }
      return bytes(left).elementsEqual(bytes(right))
    }

    private func bytes(_ index: Int) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(rebasing: arena[places[index]..<places[index] + Int(lengths[index])])
    }

    /// The value of a parameter that was bound as an integer; `nil` for others.
    func integer(_ index: Int) -> Int64? {
      guard index < count, kinds[index] == .integer, places[index] >= 0, lengths[index] == 8, formats[index] == 1
      else { return nil }
      return Int64(bigEndian: arena.loadUnaligned(fromByteOffset: places[index], as: Int64.self))
    }

    /// Passes the values as libpq takes them: pointers, lengths and formats.
    func withValues<Result>(
      _ body: (
        UnsafeMutablePointer<UnsafePointer<CChar>?>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
      ) throws -> Result
    ) rethrows -> Result {
      let start = arena.baseAddress?.assumingMemoryBound(to: CChar.self)
      for index in 0..<count {
        values[index] = places[index] < 0 ? nil : start.map { UnsafePointer($0 + places[index]) }
      }
      return try body(values, lengths, formats)
    }

    // MARK: Copies

    /// Begins the data of a `COPY`. Source: PostgreSQL 15, "COPY", section "Binary Format".
    func beginCopy() {
      begin(nil)
      isCopy = true
      // The signature, the flags and the length of an extension.
      append(Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8))
    }

    /// Begins a row after those that weren't sent yet: the number of its columns, and then the length and the bytes of each.
    func beginRow(_ target: Target) {
      self.target = target
      (count, hasMismatch, rowStart) = (0, false, used)
      append(Int16(truncatingIfNeeded: target.count))
    }

    /// Removes the current row.
    func discardRow() { (used, hasMismatch, failure) = (rowStart, false, nil) }

    /// Ends the data.
    func endCopy() { append(Int16(-1)) }

    /// The number of bytes to send.
    var copyLength: Int { used }

    /// Takes the bytes to send, which are valid until the next row.
    func takeCopy() -> UnsafeRawBufferPointer {
      defer { (used, rowStart) = (0, 0) }
      return UnsafeRawBufferPointer(rebasing: arena[..<used])
    }

    private func append<Value: FixedWidthInteger>(_ value: Value) {
      let size = MemoryLayout<Value>.size
      if used + size > arena.count { grow(size) }
      arena.storeBytes(of: value.bigEndian, toByteOffset: used, as: Value.self)
      used += size
    }

    private func append(_ bytes: [UInt8]) { for byte in bytes { append(byte) } }

    func fail(_ error: any Error) { if failure == nil { failure = error } }

    // MARK: Writing

    /// Begins the next value.
    /// - Returns: the type of its parameter; `nil` if it has none.
    func next(_ kind: Kind) -> ParameterType? {
      if count == capacity { reserve(capacity * 2) }
      kinds[count] = kind
      (places[count], lengths[count], formats[count]) = (-1, 0, 1)
      count += 1
      if isCopy, kind == .null { append(Int32(-1)) }
      guard let target, count <= target.count else { return nil }
      return target.types[count - 1]
    }

    /// Makes room for a value of this many bytes.
    func take(_ length: Int, isBinary: Bool = true) -> UnsafeMutableRawBufferPointer {
      // libpq needs a pointer to valid memory for an empty value too.
      if used + length + 5 > arena.count { grow(length + 5) }
      if isCopy { append(Int32(truncatingIfNeeded: length)) }
      (places[count - 1], lengths[count - 1]) = (used, Int32(truncatingIfNeeded: length))
      if !isBinary { formats[count - 1] = 0 }
      defer { used += length }
      return UnsafeMutableRawBufferPointer(rebasing: arena[used..<used + length])
    }

    func write<Value: FixedWidthInteger>(_ value: Value) {
      take(MemoryLayout<Value>.size).storeBytes(of: value.bigEndian, as: Value.self)
    }

    func write(_ bytes: UnsafeRawBufferPointer) { take(bytes.count).copyMemory(from: bytes) }

    /// Writes a value as text, which must end with a zero.
    func writeText(_ text: UnsafeRawBufferPointer) {
      let room = take(text.count + 1, isBinary: false)
      room.copyMemory(from: text)
      room[text.count] = 0
    }

    private func grow(_ length: Int) {
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: (arena.count + length) * 2, alignment: 8)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: arena[..<used]))
      arena.deallocate()
      arena = larger
    }

    private func reserve(_ newCapacity: Int) {
      func larger<Element>(_ old: UnsafeMutablePointer<Element>) -> UnsafeMutablePointer<Element> {
        let new = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
        new.moveInitialize(from: old, count: count)
        old.deallocate()
        return new
      }
      kinds = larger(kinds)
      places = larger(places)
      lengths = larger(lengths)
      formats = larger(formats)
      values.deallocate()
      values = .allocate(capacity: newCapacity)
      capacity = newCapacity
    }

    /// The value can't be sent as this type.
    func refuse(_ kind: Kind, _ type: ParameterType) {
      hasMismatch = true
      fail(ColumnEncodingError(type: "\(kind)", reason: "the parameter has PostgreSQL's type \(type.element)"))
    }
  }
#endif

#if PostgreSQL
  import PostilQuery
  import PostilTranslation

  /// Binds the parameters of one statement, from the first to the last, in the binary form of their types.
  ///
  /// Generated code binds values in the forms that SQLite stores: a date is text, a truth value an integer. The statement's parameters have
  /// PostgreSQL's types, so a text for a `timestamptz` is sent as one.
  public struct _PostgreSQLBinder: ValueBinder {
    let parameters: ParameterBuffer
    var index = 0

    init(_ parameters: ParameterBuffer) { self.parameters = parameters }

    mutating func take() -> Int {
      defer { index += 1 }
      return index
    }

    /// Binds `NULL`.
    public mutating func bindNull() { parameters.bindNull(take()) }

    /// Binds an integer.
    public mutating func bind(_ value: Int64) { parameters.bind(value, take()) }

    /// Binds a floating-point number.
    public mutating func bind(_ value: Double) { parameters.bind(value, take()) }

    /// Binds text.
    public mutating func bind(_ value: String) {
      var value = value
      value.withUTF8 { bindUTF8(UnsafeRawBufferPointer($0)) }
    }

    /// Binds UTF-8 text.
    public mutating func bindUTF8(_ text: UnsafeRawBufferPointer) { parameters.bindText(text, take()) }

    /// Binds bytes.
    public mutating func bindBytes(_ bytes: UnsafeRawBufferPointer) { parameters.bindBytes(bytes, take()) }

    /// Records that a value can't be bound.
    public mutating func fail(_ error: any Error) { parameters.fail(error) }
  }

  /// The values of a statement's parameters, in the form in which they are sent.
  final class ParameterBuffer {
    /// The kinds of the bound values, from which the types of parameters follow whose use leaves them open.
    enum Kind: UInt8 { case null, integer, real, text, bytes }

    /// The types; `nil` while only the kinds of the values are recorded.
    private var types: [ParameterType]?
    private(set) var kinds: [Kind] = []
    private var bytes: [UInt8] = []
    /// The place of each value in `bytes`; `nil` for `NULL`.
    private var places: [Range<Int>?] = []
    private(set) var failure: (any Error)?
    /// Whether each value is binary; PostgreSQL reads the others as text.
    private var isBinary: [Bool] = []

    func begin(_ types: [ParameterType]?) {
      self.types = types
      kinds.removeAll(keepingCapacity: true)
      bytes.removeAll(keepingCapacity: true)
      places.removeAll(keepingCapacity: true)
      isBinary.removeAll(keepingCapacity: true)
      failure = nil
    }

    var count: Int { kinds.count }

    /// Passes the values as libpq takes them: pointers, lengths, and formats.
    func withValues<Result>(
      _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) throws -> Result
    ) rethrows -> Result {
      // libpq needs a pointer that isn't null for an empty value.
      bytes.append(0)
      return try bytes.withUnsafeBytes { buffer in
        let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        return try body(
          places.map { place in place.flatMap { place in start.map { $0 + place.lowerBound } } },
          places.map { Int32($0?.count ?? 0) },
          isBinary.map { $0 ? 1 : 0 })
      }
    }

    /// Whether two values are the same.
    func areEqual(_ left: Int, _ right: Int) -> Bool {
      guard places.indices.contains(left), places.indices.contains(right) else { return false }
      guard let first = places[left], let second = places[right] else { return places[left] == places[right] }
      return bytes[first].elementsEqual(bytes[second])
    }

    func fail(_ error: any Error) { if failure == nil { failure = error } }

    // MARK: Values

    private func type(_ index: Int, _ kind: Kind) -> ParameterType? {
      kinds.append(kind)
      guard let types else { return nil }
      guard types.indices.contains(index) else { return nil }
      return types[index]
    }

    private func add(isBinary: Bool = true, _ write: (inout [UInt8]) -> Void) {
      let start = bytes.count
      write(&bytes)
      places.append(start..<bytes.count)
      self.isBinary.append(isBinary)
    }

    private func addInteger<Value: FixedWidthInteger>(_ value: Value) {
      add { bytes in withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) } }
    }

    private func refuse(_ kind: Kind, _ type: ParameterType) {
      fail(ColumnEncodingError(type: "\(kind)", reason: "the parameter has PostgreSQL's type \(type.element)"))
      places.append(nil)
      isBinary.append(true)
    }

    func bindNull(_ index: Int) {
      _ = type(index, .null)
      places.append(nil)
      isBinary.append(true)
    }

    func bind(_ value: Int64, _ index: Int) {
      guard let type = type(index, .integer) else { return }
      switch type.element {
      case _ where type.isArray: refuse(.integer, type)
      case .boolean: add { $0.append(value == 0 ? 0 : 1) }
      case .integer64: addInteger(value)
      case .integer32 where Int32(exactly: value) != nil: addInteger(Int32(truncatingIfNeeded: value))
      case .integer16 where Int16(exactly: value) != nil: addInteger(Int16(truncatingIfNeeded: value))
      case .real64: addInteger(Double(value).bitPattern)
      case .numeric: add(isBinary: false) { $0.append(contentsOf: "\(value)\0".utf8) }
      default: refuse(.integer, type)
      }
    }

    func bind(_ value: Double, _ index: Int) {
      guard let type = type(index, .real) else { return }
      switch type.element {
      case .real64 where !type.isArray: addInteger(value.bitPattern)
      case .numeric where !type.isArray: add(isBinary: false) { $0.append(contentsOf: "\(value)\0".utf8) }
      default: refuse(.real, type)
      }
    }

    func bindText(_ text: UnsafeRawBufferPointer, _ index: Int) {
      guard let type = type(index, .text) else { return }
      if type.isArray { return bindArray(text, type) }
      if text.contains(0), type.element != .bytes {
        fail(ColumnEncodingError(type: "String", reason: "it contains NUL, which PostgreSQL can't store in a text"))
      }
      switch type.element {
      case .text:
        guard let conversion = type.conversion else { return add { $0.append(contentsOf: text) } }
        let source = String(decoding: text, as: UTF8.self)
        guard let converted = conversion(source) else {
          fail(StatementNotTranslated(reason: PostgreSQLMessage.text(conversion, source), sql: "?\(index + 1)"))
          return add { _ in }
        }
        add { $0.append(contentsOf: converted.utf8) }
      case .json:
        add { bytes in
          bytes.append(1)
          bytes.append(contentsOf: text)
        }
      case .timestamp:
        guard let microseconds = Moment.microseconds(text) else { return refuse(.text, type) }
        addInteger(microseconds)
      // The server reads them from their text.
      case .date, .uuid, .numeric, .other:
        add(isBinary: false) { bytes in
          bytes.append(contentsOf: text)
          bytes.append(0)
        }
      default: refuse(.text, type)
      }
    }

    func bindBytes(_ value: UnsafeRawBufferPointer, _ index: Int) {
      guard let type = type(index, .bytes) else { return }
      switch type.element {
      case .bytes where !type.isArray: add { $0.append(contentsOf: value) }
      case .uuid where !type.isArray && value.count == 16: add { $0.append(contentsOf: value) }
      default: refuse(.bytes, type)
      }
    }

    /// Binds an array, of which the program has bound the JSON: `[1,2]`. The server reads it from PostgreSQL's text, `{"1","2"}`.
    private func bindArray(_ json: UnsafeRawBufferPointer, _ type: ParameterType) {
      if type.element == .json {
        guard let elements = JSONValue.elements(of: json) else { return refuse(.text, type) }
        return addArray(elements) { $0 }
      }
      guard let elements = EngineTexts.jsonElements(json) else { return refuse(.text, type) }
      addArray(elements) { $0?.utf8 }
    }

    private func addArray<Element, Text: Sequence<UInt8>>(_ elements: [Element], _ text: (Element) -> Text?) {
      add(isBinary: false) { bytes in
        bytes.append(UInt8(ascii: "{"))
        for (index, element) in elements.enumerated() {
          if index > 0 { bytes.append(UInt8(ascii: ",")) }
          guard let text = text(element) else {
            bytes.append(contentsOf: "NULL".utf8)
            continue
          }
          bytes.append(UInt8(ascii: "\""))
          for byte in text {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
          }
          bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: "}"))
        bytes.append(0)
      }
    }
  }
#endif

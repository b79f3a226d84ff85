#if PostgreSQL
  import PostilDialects
  import PostilPostgreSQL
  import PostilQuery
  import PostilSchema
  import PostilTranslation

  /// A column whose values are copied: converts them between SQLite's storage classes and PostgreSQL's texts.
  ///
  /// Both engines of Postil store a property in one way each, so the property's type determines both forms. A value in another form, which
  /// a program with these models couldn't read, isn't copied.
  struct CopiedColumn {
    let name: String
    let type: ColumnType
    let isNullable: Bool
    /// The type of the elements of an array; `nil` for other columns.
    let elements: PostgreSQLType?
    /// Whether it is a vector, whose text is JSON.
    let isVector: Bool

    init(_ column: PostilSchema.Column) {
      (name, type, isNullable) = (column.name, column.type, column.isNullable)
      elements = column.elements.map(PostgreSQLColumnType.type(of:))
      isVector = column.dimensions != nil
    }

    // MARK: To PostgreSQL

    /// Appends the value as a text that PostgreSQL reads, without escape sequences.
    /// - Returns: whether the value was rounded to PostgreSQL's precision.
    func write(_ value: StoredValue, to text: inout [UInt8]) throws(UnstorableValue) -> Bool {
      switch (type, value) {
      case (.boolean, .integer(let integer)) where integer == 0 || integer == 1:
        text.append(integer == 0 ? UInt8(ascii: "f") : UInt8(ascii: "t"))
      case (.boolean, _): throw mismatch(value, "0 or 1")
      case (.integer(let bits), .integer(let integer)):
        guard bits >= 64 || (-(1 << (bits - 1))..<(1 << (bits - 1))).contains(integer) else {
          throw mismatch(value, "an integer of \(bits) bits")
        }
        text.append(contentsOf: "\(integer)".utf8)
      case (.unsignedInteger(let bits), .integer(let integer)):
        guard integer >= 0, bits >= 64 || integer < 1 << bits else {
          throw mismatch(value, "an unsigned integer of \(bits) bits")
        }
        text.append(contentsOf: "\(integer)".utf8)
      case (.unsignedInteger(64), .text(let digits)):
        guard digits.count == 20, let number = UInt64(String(decoding: digits, as: UTF8.self)), number > Int64.max
        else {
          throw mismatch(value, "an unsigned integer of 64 bits")
        }
        text.append(contentsOf: "\(number)".utf8)
      case (.unixSeconds, .integer(let integer)), (.unixMilliseconds, .integer(let integer)),
        (.duration, .integer(let integer)):
        text.append(contentsOf: "\(integer)".utf8)
      case (.real(let bits), .integer(let integer)): try write(Double(integer), bits, value, to: &text)
      case (.real(let bits), .real(let number)): try write(number, bits, value, to: &text)
      case (.julianDay, .real(let number)), (.referenceDate, .real(let number)):
        text.append(contentsOf: "\(number)".utf8)
      case (.julianDay, .integer(let number)), (.referenceDate, .integer(let number)):
        text.append(contentsOf: "\(number)".utf8)
      case (.text, .text(let characters)): try append(characters, value, to: &text)
      case (.json, .text(let characters)):
        // The server would report these too, but not the row.
        guard CanonicalJSON(characters) != nil else {
          throw mismatch(value, "JSON without the character U+0000, which 'jsonb' can't store")
        }
        guard elements == nil else {
          guard let items = EngineTexts.jsonElements(characters) else { throw mismatch(value, "a JSON array") }
          text += ArrayText.text(of: items.map { $0?.utf8 })
          return false
        }
        text.append(contentsOf: characters)
      case (.bytes, .bytes(let bytes)), (.packed, .bytes(let bytes)): Self.appendHexadecimal(bytes, to: &text)
      case (.timestamp, .text(let characters)), (.iso8601Milliseconds, .text(let characters)):
        return try writeTimestamp(characters, value, to: &text)
      case (.day, .text(let characters)):
        guard characters.count == 10, EngineTexts.instant(characters) != nil else { throw mismatch(value, "a day") }
        CopiedTimestamp.append(characters, to: &text)
      case (.decimal, .text(let characters)):
        guard DecimalParts(characters) != nil else { throw mismatch(value, "a decimal number") }
        text.append(contentsOf: characters)
      case (.decimal, .integer(let integer)): text.append(contentsOf: "\(integer)".utf8)
      case (.uuid, .text(let characters)):
        guard let uuid = UUIDDigits(text: characters) else { throw mismatch(value, "a UUID") }
        uuid.append(to: &text)
      case (.uuid, .bytes(let bytes)), (.uuidBytes, .bytes(let bytes)):
        guard let uuid = UUIDDigits(bytes: bytes) else { throw mismatch(value, "a UUID of 16 bytes") }
        uuid.append(to: &text)
      default: throw mismatch(value, expected)
      }
      return false
    }

    private func write(
      _ number: Double, _ bits: Int, _ value: StoredValue, to text: inout [UInt8]
    ) throws(UnstorableValue) {
      guard bits <= 32 else { return text.append(contentsOf: "\(number)".utf8) }
      let narrow = Float(number)
      guard Double(narrow) == number else { throw mismatch(value, "a number of 32 bits") }
      text.append(contentsOf: "\(narrow)".utf8)
    }

    private func append(
      _ characters: UnsafeRawBufferPointer, _ value: StoredValue, to text: inout [UInt8]
    ) throws(UnstorableValue) {
      guard !characters.contains(0) else {
        throw UnstorableValue("it contains the character U+0000, which a 'text' of PostgreSQL can't store")
      }
      guard String(utf8: characters) != nil else {
        throw UnstorableValue("it isn't valid UTF-8, which a 'text' of PostgreSQL must be")
      }
      text.append(contentsOf: characters)
    }

    private func writeTimestamp(
      _ characters: UnsafeRawBufferPointer, _ value: StoredValue, to text: inout [UInt8]
    ) throws(UnstorableValue) -> Bool {
      guard let timestamp = CopiedTimestamp(characters) else { throw mismatch(value, "a date and time") }
      guard timestamp.append(to: &text) else { throw mismatch(value, "a date and time in the years 0 to 9999") }
      return timestamp.isRounded
    }

    private func mismatch(_ value: StoredValue, _ expected: String) -> UnstorableValue {
      if case .text = value, case .text = type { return UnstorableValue("expected \(expected)") }
      return UnstorableValue("expected \(expected), found \(value.storageClass): \(value.description)")
    }

    /// What the column contains, for messages.
    private var expected: String {
      switch type {
      case .boolean: "0 or 1"
      case .integer, .unsignedInteger, .unixSeconds, .unixMilliseconds, .duration: "an INTEGER"
      case .real, .julianDay, .referenceDate: "a number"
      case .text, .json, .decimal, .timestamp, .iso8601Milliseconds, .day, .uuid: "a TEXT"
      case .bytes, .packed, .uuidBytes: "a BLOB"
      case .any: "a value of a type that PostgreSQL has"
      }
    }

    private static func appendHexadecimal(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
      let digits = Array("0123456789abcdef".utf8)
      text.reserveCapacity(text.count + 2 + bytes.count * 2)
      text.append(UInt8(ascii: "\\"))
      text.append(UInt8(ascii: "x"))
      for byte in bytes {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
    }

    // MARK: Comparison

    /// The JSON of an array or a vector, whose text is the server's; `nil` for other columns, and for arrays with several dimensions.
    func json(ofArray text: UnsafeRawBufferPointer) -> String? {
      if isVector { return EngineTexts.jsonElements(text).map { ArrayText.json(of: $0, .real(bits: 32)) } }
      return elements.flatMap { type in ArrayText.elements(text).map { ArrayText.json(of: $0, type) } }
    }

    /// Appends a text of the server, or of ``write(_:to:)``, in the one form that all equal values have.
    func appendCanonical(_ text: UnsafeRawBufferPointer, to row: inout [UInt8]) {
      switch type {
      case .real(let bits) where bits <= 32:
        let number = Float(String(decoding: text, as: UTF8.self)) ?? .nan
        withUnsafeBytes(of: number.bitPattern.littleEndian) { row.append(contentsOf: $0) }
      case .real, .julianDay, .referenceDate:
        let number = Double(String(decoding: text, as: UTF8.self)) ?? .nan
        withUnsafeBytes(of: number.bitPattern.littleEndian) { row.append(contentsOf: $0) }
      case .decimal:
        guard let parts = DecimalParts(text) else { return row.append(contentsOf: text) }
        row.append(contentsOf: "\(parts.isNegative ? "-" : "")\(parts.significand)e\(parts.exponent)".utf8)
      case .timestamp, .iso8601Milliseconds:
        guard let timestamp = CopiedTimestamp(server: text) else { return row.append(contentsOf: text) }
        withUnsafeBytes(of: timestamp.microseconds.littleEndian) { row.append(contentsOf: $0) }
      case .json:
        var json = json(ofArray: text) ?? String(decoding: text, as: UTF8.self)
        row += json.withUTF8 { CanonicalJSON(UnsafeRawBufferPointer($0))?.bytes ?? Array($0) }
      default: row.append(contentsOf: text)
      }
    }
  }
#endif

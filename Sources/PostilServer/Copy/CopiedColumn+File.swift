#if PostgreSQL
  import PostilPostgreSQL
  import PostilQuery

  extension CopiedColumn {
    /// Passes the value that a program stores in an SQLite file for a text of the server to `body`.
    /// - Throws: ``UnstorableValue`` if a property of this type doesn't have the value.
    func withStored(_ text: UnsafeRawBufferPointer, _ body: (StoredValue) -> Void) throws(UnstorableValue) {
      func refused(_ expected: String) -> UnstorableValue {
        UnstorableValue("expected \(expected), found '\(String(decoding: text, as: UTF8.self))'")
      }
      func integer() throws(UnstorableValue) -> Int64 {
        guard let value = Int64(String(decoding: text, as: UTF8.self)) else { throw refused("an integer of 64 bits") }
        return value
      }
      switch type {
      case .boolean: body(.integer(text.first == UInt8(ascii: "t") ? 1 : 0))
      case .integer, .unixSeconds, .unixMilliseconds, .duration: body(.integer(try integer()))
      case .unsignedInteger:
        guard let value = UInt64(String(decoding: text, as: UTF8.self)) else { throw refused("an unsigned integer") }
        if let small = Int64(exactly: value) { return body(.integer(small)) }
        // The texts of large numbers have twenty digits, so that they are sorted as numbers.
        let digits = String(value)
        Self.withBytes(String(repeating: "0", count: 20 - digits.utf8.count) + digits, body)
      case .real(let bits):
        let string = String(decoding: text, as: UTF8.self)
        let value = bits <= 32 ? Float(string).map(Double.init) : Double(string)
        guard let value, !value.isNaN else { throw refused("a number") }
        body(.real(value))
      case .julianDay, .referenceDate:
        guard let value = Double(String(decoding: text, as: UTF8.self)), !value.isNaN else { throw refused("a number") }
        body(.real(value))
      case .json where elements != nil || isVector:
        guard let json = json(ofArray: text) else { throw refused("an array with one dimension") }
        Self.withBytes(json, body)
      case .text, .json: body(.text(text))
      case .decimal:
        guard let parts = DecimalParts(text) else { throw refused("a number of at most 38 digits") }
        Self.withBytes(Self.text(parts), body)
      case .uuid: body(.text(text))
      case .uuidBytes: Self.withHexadecimal(text.filter { $0 != UInt8(ascii: "-") }, body)
      case .bytes, .packed: Self.withHexadecimal(Array(text.dropFirst(2)), body)
      case .timestamp, .iso8601Milliseconds:
        guard let timestamp = CopiedTimestamp(server: text),
          timestamp.withFileText(hasMilliseconds: type == .iso8601Milliseconds, { body(.text($0)) })
        else {
          throw refused("a date and time in the years 0 to 9999")
        }
      case .day:
        guard let day = CopiedTimestamp(server: text),
          day.withFileText({ body(.text(UnsafeRawBufferPointer(rebasing: $0.prefix(10)))) })
        else { throw refused("a day in the years 0 to 9999") }
      case .any: throw refused("a value of a type that PostgreSQL has")
      }
    }

    /// The only text of a decimal number in an SQLite file: without an exponent and trailing zeros.
    private static func text(_ parts: DecimalParts) -> String {
      var digits = "\(parts.significand)"
      if parts.significand == 0 { return "0" }
      if parts.exponent >= 0 {
        digits += String(repeating: "0", count: parts.exponent)
      } else {
        let places = -parts.exponent
        digits = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
        digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -places))
      }
      return (parts.isNegative ? "-" : "") + digits
    }

    private static func withBytes(_ text: String, _ body: (StoredValue) -> Void) {
      var text = text
      text.withUTF8 { body(.text(UnsafeRawBufferPointer($0))) }
    }

    private static func withHexadecimal(_ digits: [UInt8], _ body: (StoredValue) -> Void) {
      func value(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit & 15 : digit & 15 + 9 }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(digits.count / 2)
      var index = 0
      while index + 1 < digits.count {
        bytes.append(value(digits[index]) << 4 | value(digits[index + 1]))
        index += 2
      }
      bytes.withUnsafeBytes { body(.bytes($0)) }
    }
  }

  extension CopiedTimestamp {
    /// Passes the text in an SQLite file to `body`.
    /// - Parameter hasMilliseconds: whether the text has exactly three digits after the seconds.
    /// - Returns: `false` for a year that these texts don't have.
    func withFileText(hasMilliseconds: Bool = false, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
      var (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
      if rest < 0 { (seconds, rest) = (seconds - 1, rest + 1_000_000) }
      let written: Void? = EngineTexts.withInstant(
        seconds: seconds, nanoseconds: rest * 1000, hasMilliseconds: hasMilliseconds, body)
      return written != nil
    }
  }
#endif

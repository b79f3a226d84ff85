#if PostgreSQL
  import PostilQuery

  /// A JSON text in the one form that all equal values have in a `jsonb`: without spaces, keys in order, the last of repeated keys, numbers
  /// without insignificant zeros. Source: PostgreSQL 15, section 8.14.
  struct CanonicalJSON {
    let bytes: [UInt8]

    /// `nil` for a text that a `jsonb` can't store: one that isn't JSON, or contains the character U+0000 or a lone surrogate.
    init?(_ text: UnsafeRawBufferPointer) {
      var reader = Reader(text: text)
      guard let value = reader.value(depth: 0) else { return nil }
      reader.skipSpace()
      guard reader.position == text.count else { return nil }
      bytes = value
    }

    private struct Reader {
      let text: UnsafeRawBufferPointer
      var position = 0

      mutating func skipSpace() {
        while position < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[position]) { position += 1 }
      }

      private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < text.count, text[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
      }

      mutating func value(depth: Int) -> [UInt8]? {
        skipSpace()
        guard position < text.count, depth < 1000 else { return nil }
        switch text[position] {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: "t"): return word("true")
        case UInt8(ascii: "f"): return word("false")
        case UInt8(ascii: "n"): return word("null")
        default: return number()
        }
      }

      private mutating func object(depth: Int) -> [UInt8]? {
        var members: [(key: [UInt8], value: [UInt8])] = []
        guard skip("{") else { return nil }
        if !skip("}") {
          repeat {
            skipSpace()
            guard let key = string(), skip(":"), let value = value(depth: depth + 1) else { return nil }
            members.append((key, value))
          } while skip(",")
          guard skip("}") else { return nil }
        }
        var last: [[UInt8]: [UInt8]] = [:]
        for member in members { last[member.key] = member.value }
        let sorted = last.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return Array("{".utf8) + sorted.map { $0.key + Array(":".utf8) + $0.value }.joined(separator: [0x2C])
          + Array("}".utf8)
      }

      private mutating func array(depth: Int) -> [UInt8]? {
        var elements: [[UInt8]] = []
        guard skip("[") else { return nil }
        if !skip("]") {
          repeat {
            guard let element = value(depth: depth + 1) else { return nil }
            elements.append(element)
          } while skip(",")
          guard skip("]") else { return nil }
        }
        return Array("[".utf8) + elements.joined(separator: [0x2C]) + Array("]".utf8)
      }

      private mutating func word(_ word: String) -> [UInt8]? {
        let bytes = Array(word.utf8)
        guard text[position...].starts(with: bytes) else { return nil }
        position += bytes.count
        return bytes
      }

      private mutating func number() -> [UInt8]? {
        let start = position
        while position < text.count, "+-.0123456789eE".utf8.contains(text[position]) { position += 1 }
        let digits = UnsafeRawBufferPointer(rebasing: text[start..<position])
        guard let first = digits.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first) else { return nil }
        // A number with more digits than this form has is compared by its text.
        guard let parts = DecimalParts(digits) else { return Array(digits) }
        return Array("\(parts.isNegative ? "-" : "")\(parts.significand)e\(parts.exponent)".utf8)
      }

      /// The characters without escape sequences, after a quotation mark and before a zero, so that no other value has the same bytes.
      private mutating func string() -> [UInt8]? {
        guard position < text.count, text[position] == UInt8(ascii: "\"") else { return nil }
        position += 1
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        while position < text.count {
          let byte = text[position]
          position += 1
          switch byte {
          case UInt8(ascii: "\""):
            bytes.append(0)
            return String(utf8: bytes) == nil ? nil : bytes
          case UInt8(ascii: "\\"):
            guard let scalar = escaped(), scalar.value != 0 else { return nil }
            bytes.append(contentsOf: String(scalar).utf8)
          case 0..<0x20: return nil
          default: bytes.append(byte)
          }
        }
        return nil
      }

      private mutating func escaped() -> Unicode.Scalar? {
        guard position < text.count else { return nil }
        let byte = text[position]
        position += 1
        switch byte {
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "u"):
          guard let unit = unit() else { return nil }
          guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
          guard text[position...].starts(with: "\\u".utf8) else { return nil }
          position += 2
          guard let low = self.unit(), (0xDC00..<0xE000).contains(low) else { return nil }
          return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        default: return nil
        }
      }

      private mutating func unit() -> UInt32? {
        guard position + 4 <= text.count else { return nil }
        defer { position += 4 }
        return UInt32(String(decoding: text[position..<position + 4], as: UTF8.self), radix: 16)
      }
    }
  }
#endif

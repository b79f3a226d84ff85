#if PostgreSQL
  import PostilQuery
  import PostilTranslation

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// Arrays with one dimension as the server reads, prints and sends them: `{"a",NULL}`. Generated code reads and binds their JSON. Source:
  /// PostgreSQL 15, section 8.15.6, and `array_send`.
  package enum ArrayText {
    /// The text of an array with these elements.
    package static func text<Text: Collection<UInt8>>(of elements: some Sequence<Text?>) -> [UInt8] {
      var bytes = [UInt8(ascii: "{")]
      for element in elements {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        guard let element else {
          bytes += "NULL".utf8
          continue
        }
        bytes.append(UInt8(ascii: "\""))
        for byte in element {
          if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
          bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
      }
      return bytes + [UInt8(ascii: "}")]
    }

    /// The elements of an array, whose text the server has printed; `nil` if it has several dimensions.
    package static func elements(_ text: UnsafeRawBufferPointer) -> [String?]? {
      guard text.count > 1, text.first == UInt8(ascii: "{"), text.last == UInt8(ascii: "}") else { return nil }
      guard text.count > 2 else { return [] }
      var elements: [String?] = []
      var bytes: [UInt8] = []
      var (isQuoted, wasQuoted, isEscaped) = (false, false, false)
      for byte in text.dropFirst() {
        switch byte {
        case _ where isEscaped:
          bytes.append(byte)
          isEscaped = false
        case UInt8(ascii: "\\"): isEscaped = true
        case UInt8(ascii: "\""): (isQuoted, wasQuoted) = (!isQuoted, true)
        case _ where isQuoted: bytes.append(byte)
        case UInt8(ascii: "{"): return nil
        case UInt8(ascii: ","), UInt8(ascii: "}"):
          let element = String(decoding: bytes, as: UTF8.self)
          elements.append(!wasQuoted && element == "NULL" ? nil : element)
          (bytes, wasQuoted) = ([], false)
        default: bytes.append(byte)
        }
      }
      return elements
    }

    /// The JSON of an array, in the form in which a program's values are stored.
    package static func json(of elements: [String?], _ type: PostgreSQLType) -> String {
      let list = elements.map { element in
        guard let element else { return "null" }
        switch type {
        case .boolean: return ["t", "true", "1"].contains(element) ? "true" : "false"
        case .integer: return element
        case .real(let bits):
          guard let number = Double(element), number.isFinite else { return element.json }
          return bits > 32 ? "\(number)" : "\(Float(element) ?? Float(number))"
        case .uuid: return element.uppercased().json
        default: return element.json
        }
      }
      return "[\(list.joined(separator: ","))]"
    }

    /// The JSON of an array that the server has sent; `nil` for elements of other types, and for several dimensions.
    static func json(_ bytes: UnsafeRawBufferPointer) -> String? {
      var place = 0
      func word() -> Int? {
        guard place + 4 <= bytes.count else { return nil }
        defer { place += 4 }
        return Int(Int32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int32.self)))
      }
      // The number of dimensions, whether there are NULLs, the type; the number of elements, and the index of the first one.
      guard let dimensions = word(), word() != nil, let type = word() else { return nil }
      let wire = WireType(oid: UInt32(truncatingIfNeeded: type))
      guard dimensions > 0 else { return "[]" }
      guard dimensions == 1, let count = word(), word() != nil else { return nil }
      var elements: [String?] = []
      for _ in 0..<count {
        guard let length = word(), place + max(length, 0) <= bytes.count else { return nil }
        guard length >= 0 else {
          elements.append(nil)
          continue
        }
        guard let element = text(UnsafeRawBufferPointer(rebasing: bytes[place..<place + length]), wire) else {
          return nil
        }
        elements.append(element)
        place += length
      }
      return json(of: elements, wire.element)
    }

    /// The JSON of a vector of pgvector that the server has sent; `nil` for other bytes. The type has another number in each database, but no
    /// text begins as vectors do: with the number of dimensions and 0, each in two bytes. Source: pgvector, `vector_send`.
    static func json(ofVector bytes: UnsafeRawBufferPointer) -> String? {
      guard bytes.count > 4, bytes.count % 4 == 0, bytes[2] == 0, bytes[3] == 0,
        Int(bytes[0]) << 8 | Int(bytes[1]) == bytes.count / 4 - 1
      else { return nil }
      let numbers = stride(from: 4, to: bytes.count, by: 4).map { place in
        let bits = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
        return "\(Float(bitPattern: bits))"
      }
      return "[\(numbers.joined(separator: ","))]"
    }

    /// The types whose arrays are also sent in binary form.
    static let binary: Set<WireType> = [.boolean, .integer16, .integer32, .integer64, .real32, .real64, .text, .uuid]

    /// The binary form of an array with elements of one of these types; `nil` if one of them isn't such a value.
    static func bytes(of elements: [String?], _ type: WireType) -> [UInt8]? {
      var bytes: [UInt8] = []
      func append<Value: FixedWidthInteger>(_ value: Value) { withUnsafeBytes(of: value.bigEndian) { bytes += $0 } }
      for word in [elements.isEmpty ? 0 : 1, elements.contains(nil) ? 1 : 0, Int32(type.oid)] { append(word) }
      if !elements.isEmpty { for word in [Int32(elements.count), 1] { append(word) } }
      for element in elements {
        guard let element else {
          append(Int32(-1))
          continue
        }
        guard let value = value(of: element, type) else { return nil }
        append(Int32(value.count))
        bytes += value
      }
      return bytes
    }

    private static func value(of text: String, _ type: WireType) -> [UInt8]? {
      func bytes<Value: FixedWidthInteger>(_ value: Value?) -> [UInt8]? {
        value.map { value in withUnsafeBytes(of: value.bigEndian) { Array($0) } }
      }
      switch type {
      case .boolean: return bytes(UInt8(text).flatMap { $0 < 2 ? $0 : nil })
      case .integer16: return bytes(Int16(text))
      case .integer32: return bytes(Int32(text))
      case .integer64: return bytes(Int64(text))
      case .real32: return bytes(Float(text)?.bitPattern)
      case .real64: return bytes(Double(text)?.bitPattern)
      case .uuid: return UUID(uuidString: text).map { withUnsafeBytes(of: $0.uuid) { Array($0) } }
      default: return Array(text.utf8)
      }
    }

    private static func text(_ bytes: UnsafeRawBufferPointer, _ type: WireType) -> String? {
      func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
        bytes.count == MemoryLayout<Value>.size ? Value(bigEndian: bytes.loadUnaligned(as: Value.self)) : nil
      }
      switch type {
      case .boolean: return integer(UInt8.self).map { $0 == 0 ? "f" : "t" }
      case .integer16: return integer(Int16.self).map { "\($0)" }
      case .integer32: return integer(Int32.self).map { "\($0)" }
      case .integer64: return integer(Int64.self).map { "\($0)" }
      case .real32: return integer(UInt32.self).map { name(Double(Float(bitPattern: $0)), "\(Float(bitPattern: $0))") }
      case .real64: return integer(UInt64.self).map { name(Double(bitPattern: $0), "\(Double(bitPattern: $0))") }
      case .text: return String(decoding: bytes, as: UTF8.self)
      case .uuid where bytes.count == 16:
        return EngineTexts.withUUID(bytes) { String(decoding: $0, as: UTF8.self) }
      default: return nil
      }
    }

    /// The server's name of a number that JSON doesn't have.
    private static func name(_ number: Double, _ digits: String) -> String {
      number.isNaN ? "NaN" : number.isInfinite ? number < 0 ? "-Infinity" : "Infinity" : digits
    }
  }

  extension WireType {
    /// The type of an array's elements, as far as their JSON depends on it.
    fileprivate var element: PostgreSQLType {
      switch self {
      case .boolean: .boolean
      case .integer16, .integer32, .integer64: .integer(bits: 64)
      case .real32: .real(bits: 32)
      case .real64: .real(bits: 64)
      case .uuid: .uuid
      default: .text
      }
    }
  }
#endif

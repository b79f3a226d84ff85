#if PostgreSQL
  import PostilQuery

  /// A value in JSON as SQLite returns it: truth values are numbers, arrays and objects are texts.
  enum JSONValue {
    case number(String)
    case text(String)

    /// Reads JSON that isn't `null`.
    init(_ json: UnsafeRawBufferPointer) {
      let array: [UInt8] = [UInt8(ascii: "[")] + json + [UInt8(ascii: "]")]
      let element = array.withUnsafeBytes { EngineTexts.jsonElements($0)?.first } ?? nil
      switch json.first {
      case UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{"), nil: self = .text(element ?? "")
      default: self = .number(element ?? "")
      }
    }

    /// The JSON of each element of an array; `nil` if it isn't one.
    static func elements(of json: UnsafeRawBufferPointer) -> [Slice<UnsafeRawBufferPointer>]? {
      guard json.first == UInt8(ascii: "["), json.last == UInt8(ascii: "]") else { return nil }
      var elements: [Slice<UnsafeRawBufferPointer>] = []
      var (depth, start, isInText, isEscaped) = (0, 1, false, false)
      for (index, byte) in json.enumerated() {
        if isInText {
          if !isEscaped, byte == UInt8(ascii: "\"") { isInText = false }
          isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
          continue
        }
        switch byte {
        case UInt8(ascii: "\""): isInText = true
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
        let isEnd = depth == 0 && index > start
        guard isEnd || depth == 1 && byte == UInt8(ascii: ",") else { continue }
        elements.append(json[start..<index])
        start = index + 1
      }
      return depth == 0 ? elements : nil
    }
  }
#endif

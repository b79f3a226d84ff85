#if PostgreSQL
  import PostilQuery
  import PostilTranslation

  // Values of the kinds that generated code binds, in the form of the types that PostgreSQL's parameters and columns have.
  extension ParameterBuffer {
    func bindNull() { _ = next(.null) }

    func bind(_ value: Int64) {
      guard let type = next(.integer) else { return }
      switch type.element {
      case _ where type.isArray: refuse(.integer, type)
      case .integer64: write(value)
      case .boolean: take(1)[0] = value == 0 ? 0 : 1
      case .integer32 where Int32(exactly: value) != nil: write(Int32(truncatingIfNeeded: value))
      case .integer16 where Int16(exactly: value) != nil: write(Int16(truncatingIfNeeded: value))
      case .real64: write(Double(value).bitPattern)
      case .real32: write(Float(value).bitPattern)
      case .numeric: write(Numeric(value))
      default: refuse(.integer, type)
      }
    }

    func bind(_ value: Double) {
      guard let type = next(.real) else { return }
      switch type.element {
      case _ where type.isArray: refuse(.real, type)
      case .real64: write(value.bitPattern)
      case .real32:
        let narrow = Float(value)
        // The server reports a number that doesn't fit.
        guard narrow.isInfinite == value.isInfinite, (narrow == 0) == (value == 0) else { return refuse(.real, type) }
        write(narrow.bitPattern)
      case .numeric:
        var text = "\(value)"
        text.withUTF8 { bindNumeric(UnsafeRawBufferPointer($0), .real, type) }
      default: refuse(.real, type)
      }
    }

    func bindText(_ text: UnsafeRawBufferPointer) {
      guard let type = next(.text) else { return }
      if type.element != .bytes, type.isArray || text.contains(0) {
        return type.isArray ? bindArray(text, type) : refuseNUL()
      }
      switch type.element {
      case .text:
        guard let conversion = type.conversion else { return write(text) }
        let source = String(decoding: text, as: UTF8.self)
        guard var converted = conversion(source) else {
          return fail(
            StatementNotTranslated(reason: PostgreSQLMessage.text(conversion, source), sql: "?\(count)"))
        }
        converted.withUTF8 { write(UnsafeRawBufferPointer($0)) }
      case .json:
        let room = take(text.count + 1)
        room[0] = 1
        UnsafeMutableRawBufferPointer(rebasing: room[1...]).copyMemory(from: text)
      case .timestamp:
        guard let microseconds = Moment.microseconds(text) else { return refuse(.text, type) }
        write(microseconds)
      case .date:
        guard let days = Moment.days(text) else { return isCopy ? refuse(.text, type) : writeText(text) }
        write(days)
      case .uuid:
        if !EngineTexts.withUUIDBytes(of: text, { write($0) }) {
          if isCopy { refuse(.text, type) } else { writeText(text) }
        }
      case .numeric: bindNumeric(text, .text, type)
      // The server reads it from its text.
      case .other where !isCopy: writeText(text)
      default: refuse(.text, type)
      }
    }

    private func refuseNUL() {
      fail(ColumnEncodingError(type: "String", reason: "it contains NUL, which PostgreSQL can't store in a text"))
    }

    /// Binds a time, the seconds since the start of 2001.
    /// - Returns: `false`, and nothing is bound, if it isn't bound to a `timestamptz`.
    func bindTime(_ time: Double) -> Bool {
      guard let target, count < target.count, target.types[count].element == .timestamp, !target.types[count].isArray,
        let instant = Instant(timeInterval: time)
      else { return false }
      _ = next(.text)
      write(Moment.microseconds(instant))
      return true
    }

    func bindBytes(_ value: UnsafeRawBufferPointer) {
      guard let type = next(.bytes) else { return }
      switch type.element {
      case .bytes where !type.isArray: write(value)
      case .uuid where !type.isArray && value.count == 16: write(value)
      default: refuse(.bytes, type)
      }
    }

    private func bindNumeric(_ text: UnsafeRawBufferPointer, _ kind: Kind, _ type: ParameterType) {
      // The server reads what isn't a number of at most 38 digits, and reports what it can't read.
      if let number = DecimalParts(text).flatMap(Numeric.init) { return write(number) }
      if isCopy { refuse(kind, type) } else { writeText(text) }
    }

    private func write(_ number: Numeric) { number.write(to: take(number.byteCount)) }

    /// Binds an array, of which the program has bound the JSON: `[1,2]`. The server reads it from PostgreSQL's text, `{"1","2"}`.
    private func bindArray(_ json: UnsafeRawBufferPointer, _ type: ParameterType) {
      if type.element == .json, !isCopy {
        guard let elements = JSONValue.elements(of: json) else { return refuse(.text, type) }
        return ArrayText.text(of: elements).withUnsafeBytes { writeText($0) }
      }
      guard let elements = EngineTexts.jsonElements(json) else { return refuse(.text, type) }
      guard !elements.contains(where: { $0?.utf8.contains(0) == true }) else { return refuseNUL() }
      if isCopy {
        guard let bytes = ArrayText.bytes(of: elements, type.element) else { return refuse(.text, type) }
        return bytes.withUnsafeBytes { write($0) }
      }
      ArrayText.text(of: elements.map { $0?.utf8 }).withUnsafeBytes { writeText($0) }
    }
  }
#endif

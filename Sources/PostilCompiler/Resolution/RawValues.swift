/// Computes the raw values of an enum's cases as Swift does. Source: TSPL "Enumerations with Cases of a Raw-Value Type".
enum RawValues {
  /// - Throws: a problem if a value isn't a literal, is out of range, or depends on the build.
  static func values(of type: DeclaredType, stored: StoredType) throws(TypeResolver.Problem) -> [RawType.Value] {
    let cases = type.declaration.cases
    guard !cases.isEmpty else { throw TypeResolver.Problem(Message.enumWithoutCases(type.name), at: type.place) }
    var values: [RawType.Value] = []
    for declaration in cases {
      let name = declaration.name.text
      let place = SourcePlace(path: type.path, position: (declaration.rawValue ?? declaration.name).position)
      guard declaration.conditions.count <= type.conditions.count else {
        throw TypeResolver.Problem(Message.conditionalCase(type.name, name), at: place)
      }
      let value: RawType.Value?
      if let written = declaration.rawValue {
        value = literal(written, stored)
        guard value != nil else {
          throw TypeResolver.Problem(Message.rawValueNoLiteral(type.name, name, written.text), at: place)
        }
      } else {
        value = stored.base == .text ? .text(name) : successor(of: values.last)
      }
      guard let value, fits(value, stored.base) else {
        throw TypeResolver.Problem(Message.rawValueOutOfRange(type.name, name), at: place)
      }
      values.append(value)
    }
    return values
  }

  private static func successor(of value: RawType.Value?) -> RawType.Value? {
    switch value {
    case nil: .integer(0)
    case .integer(Int64.max): .large(UInt64(Int64.max) + 1)
    case .integer(let value): .integer(value + 1)
    case .large(let value): value == UInt64.max ? nil : .large(value + 1)
    case .text: nil
    }
  }

  private static func fits(_ value: RawType.Value, _ type: StoredType) -> Bool {
    guard case .integer(let bits, let isSigned) = type else { return true }
    switch value {
    case .integer(let value):
      if !isSigned { return value >= 0 && (bits == 64 || value < Int64(1) << Int64(bits)) }
      return bits == 64 || (-(Int64(1) << Int64(bits - 1))..<Int64(1) << Int64(bits - 1)).contains(value)
    case .large: return bits == 64 && !isSigned
    case .text: return true
    }
  }

  /// `-1`, `0xFF`, `1_000`, `"text"`; `nil` for anything that isn't a literal of the raw type.
  private static func literal(_ source: SourceText, _ stored: StoredType) -> RawType.Value? {
    guard var tokens = try? SyntaxToken.all(of: source) else { return nil }
    if stored.base == .text {
      guard tokens.count == 1, case .stringLiteral(.string(let text)) = tokens[0].kind else { return nil }
      return .text(text)
    }
    let isNegative = tokens.first?.text == "-"
    if isNegative { tokens.removeFirst() }
    guard tokens.count == 1, let token = tokens.first, token.kind == .integerLiteral else { return nil }
    return integer(token.text, isNegative: isNegative)
  }

  /// The value of an integer literal. Source: TSPL "Integer Literals".
  static func integer(_ text: String, isNegative: Bool) -> RawType.Value? {
    var digits = text.filter { $0 != "_" }
    var radix = 10
    for (prefix, base) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
      digits.removeFirst(2)
      radix = base
    }
    guard let magnitude = UInt64(digits, radix: radix) else { return nil }
    if isNegative {
      guard magnitude <= UInt64(Int64.max) + 1 else { return nil }
      return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
    }
    return magnitude <= UInt64(Int64.max) ? .integer(Int64(magnitude)) : .large(magnitude)
  }
}

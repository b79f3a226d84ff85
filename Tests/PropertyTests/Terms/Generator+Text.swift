import Postil

extension Generator {
  /// A computed text.
  mutating func text(_ depth: Int) -> Term<String> {
    switch roll(8) {
    case 0:
      let number = required(Int.self, depth - 1)
      // A cast keeps the collation of a column, here SQLite's own.
      return Term("\(number.text).cast(String)", ignoresCase: number.ignoresCase) {
        number.sql($0).cast(to: String.self)
      } value: {
        guard case .integer(let value) = try number.value($0) else { throw Unspecified() }
        return .text("\(value)")
      }
    case 1:
      let text = required(String.self, depth - 1)
      return Term("\(text.text).hexadecimal") {
        text.sql($0).hexadecimal
      } value: {
        guard case .text(let text) = try text.value($0) else { throw Unspecified() }
        return .text(TextRules.hexadecimal(text))
      }
    case 2:
      let (left, right) = (required(String.self, depth - 1), required(String.self, depth - 1))
      return joined(left, right)
    default: return changed(required(String.self, depth - 1))
    }
  }

  mutating func optionalText(_ depth: Int) -> Term<String?> {
    if chance(30) { return joined(optional(String.self, depth - 1), optional(String.self, depth - 1)) }
    return changed(optional(String.self, depth - 1))
  }

  private func joined<Value>(_ left: Term<Value>, _ right: Term<Value>) -> Term<Value> where Value.Unwrapped == String {
    Term("(\(left.text) + \(right.text))", smaller: [left, right]) {
      left.sql($0) + right.sql($0)
    } value: { moment in
      guard case .text(let left) = try left.value(moment), case .text(let right) = try right.value(moment) else {
        return .null
      }
      return .text(left + right)
    }
  }

  /// A function of one text.
  private mutating func changed<Value>(_ operand: Term<Value>) -> Term<Value> where Value.Unwrapped == String {
    func term(
      _ name: String, _ sql: @escaping (SQLOperation<Value>) -> SQLOperation<Value>,
      _ change: @escaping (String) -> String
    ) -> Term<Value> {
      Term("\(operand.text).\(name)", smaller: [operand]) {
        sql(operand.sql($0))
      } value: { moment in
        switch try operand.value(moment) {
        case .text(let text): .text(change(text))
        default: .null
        }
      }
    }
    let (one, two) = (String.sample(using: &random), String.sample(using: &random))
    switch roll(9) {
    case 0: return term("lowercased", { $0.lowercased() }, { TextRules.lower($0) })
    case 1: return term("uppercased", { $0.uppercased() }, { TextRules.upper($0) })
    case 2: return term("trimmed", { $0.trimmed() }, { TextRules.trimmed($0, " ") })
    case 3: return term("trimmed(\(one))", { $0.trimmed(one) }, { TextRules.trimmed($0, one) })
    case 4: return term("trimmedStart", { $0.trimmedStart() }, { TextRules.trimmed($0, " ", atEnd: false) })
    case 5: return term("trimmedEnd", { $0.trimmedEnd() }, { TextRules.trimmed($0, " ", atStart: false) })
    case 6:
      return term(
        "replacing(\(one), \(two))", { $0.replacing(one, with: two) }, { TextRules.replacing($0, one, with: two) })
    case 7: return term("+ \(one)", { $0 + one }, { $0 + one })
    default:
      let (offset, length) = (roll(5) - 1, chance(50) ? roll(4) : nil)
      return term(
        "substring(\(offset), \(length.map { "\($0)" } ?? "nil"))", { $0.substring(from: offset, length: length) },
        { TextRules.substring($0, from: offset, length: length) })
    }
  }
}

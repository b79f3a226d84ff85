/// Collects the lines of a block. Strings are lines; `if` and `for` are supported.
@resultBuilder
enum CodeBuilder {
  static func buildExpression(_ line: String) -> [Code] { [.line(line)] }
  static func buildExpression(_ code: Code) -> [Code] { [code] }
  static func buildExpression(_ codes: [Code]) -> [Code] { codes }
  static func buildBlock(_ parts: [Code]...) -> [Code] { parts.flatMap { $0 } }
  static func buildOptional(_ part: [Code]?) -> [Code] { part ?? [] }
  static func buildEither(first: [Code]) -> [Code] { first }
  static func buildEither(second: [Code]) -> [Code] { second }
  static func buildArray(_ parts: [[Code]]) -> [Code] { parts.flatMap { $0 } }
}

extension Code {
  /// `head {` … `}`, of a type or an extension.
  static func type(_ head: String, @CodeBuilder body: () -> [Code]) -> Code {
    .block(Block(.type, .line(head), body()))
  }

  /// `head {` … `}`, of a function or a computed property.
  static func function(_ head: String, @CodeBuilder body: () -> [Code]) -> Code {
    .block(Block(.function, .line(head), body()))
  }

  /// `head {` … `}`, for a closure after a call.
  static func closure(_ head: String, @CodeBuilder body: () -> [Code]) -> Code {
    .block(Block(.closure, .line(head), body()))
  }

  /// A call: its closing bracket follows the last argument.
  static func call(_ open: String, _ arguments: [Code], _ close: String = ")") -> Code {
    .list(BracketedList(.arguments, open, arguments, close))
  }

  /// A call followed by a closure, whose `body` may begin with the closure's parameters.
  static func call(_ open: String, _ arguments: [Code], tail: String = "", @CodeBuilder closure: () -> [Code]) -> Code {
    .block(Block(.closure, .list(BracketedList(.parameters, open, arguments, ")")), closure(), tail: tail))
  }

  /// An array literal.
  static func array(_ open: String = "[", _ elements: [Code], _ close: String = "]") -> Code {
    .list(BracketedList(.array, open, elements, close))
  }
}

extension [[Code]] {
  /// The parts with an empty line between them; empty parts are left out.
  func separatedByBlanks() -> [Code] {
    var codes: [Code] = []
    for part in self where !part.isEmpty {
      if !codes.isEmpty { codes.append(.blank) }
      codes += part
    }
    return codes
  }
}

/// `head {`, lines one level deeper, `}`.
struct Block: Sendable {
  /// What a block is of: a function and a closure of one line stand on one line where that fits, a type never does.
  enum Kind: Sendable {
    case type, function, closure
  }

  var kind: Kind
  var head: Code
  var body: [Code]
  /// What follows the closing brace: ` > 0`.
  var tail: String

  init(_ kind: Kind, _ head: Code, _ body: [Code], tail: String = "") {
    self.kind = kind
    self.head = head
    self.body = body
    self.tail = tail
  }

  var flat: String? {
    guard let head = head.flat else { return nil }
    if body.isEmpty { return head + " {}" + tail }
    guard kind != .type, body.count == 1, case .line(let text) = body[0] else { return nil }
    return head + " { " + text + " }" + tail
  }

  func brokenLines(at depth: Int) -> [String] {
    if body.isEmpty { return head.lines(at: depth, reserving: 3 + tail.count).appendingToLast(" {}" + tail) }
    var lines = head.lines(at: depth, reserving: 2)
    var body = body
    if kind == .closure, case .line(let parameters)? = body.first, parameters.hasSuffix(" in") {
      lines = lines.appendingToLast(" { " + parameters)
      body.removeFirst()
    } else {
      lines = lines.appendingToLast(" {")
    }
    return lines + body.flatMap { $0.lines(at: depth + 1) } + [String(repeating: "  ", count: depth) + "}" + tail]
  }
}

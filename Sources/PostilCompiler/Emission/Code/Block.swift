/// A block: `head {`, the body one level deeper, `}`.
struct Block: Sendable {
  /// The kind of a block. A function or closure with a one-line body is written on one line if it fits; a type never
  /// is.
  enum Kind: Sendable {
    case type, function, closure
  }

  var kind: Kind
  var head: Code
  var body: [Code]
  /// What follows the closing brace: ` > 0`.
  var tail: String
  /// `@inlinable`: written on the head's line if there is room, otherwise above it.
  var attributes: String

  init(_ kind: Kind, _ head: Code, _ body: [Code], tail: String = "", attributes: String = "") {
    self.kind = kind
    self.head = head
    self.body = body
    self.tail = tail
    self.attributes = attributes
  }

  private var inlineAttributes: String { attributes.isEmpty ? "" : attributes + " " }

  var flat: String? { flatWithoutAttributes.map { inlineAttributes + $0 } }

  private var flatWithoutAttributes: String? {
    guard let head = head.flat else { return nil }
    if body.isEmpty { return head + " {}" + tail }
    return flatBody.map { head + $0 }
  }

  /// ` { body }`, or `nil` if the body takes several lines.
  private var flatBody: String? {
    guard kind != .type, body.count == 1 else { return nil }
    switch body[0] {
    case .line, .list: return body[0].flat.map { " { " + $0 + " }" + tail }
    default: return nil
    }
  }

  /// The lines to write if ``flat`` doesn't fit.
  func lines(at depth: Int) -> [String] {
    let indentation = String(repeating: "  ", count: depth)
    let room = Code.lineLength - 2 * depth
    if attributes.isEmpty { return brokenLines(at: depth) }
    if let flatWithoutAttributes, flatWithoutAttributes.count <= room {
      return [indentation + attributes, indentation + flatWithoutAttributes]
    }
    guard let flat = head.flat, inlineAttributes.count + flat.count + 2 <= room else {
      return [indentation + attributes] + brokenLines(at: depth)
    }
    return brokenLines(at: depth, head: [indentation + inlineAttributes + flat])
  }

  private func brokenLines(at depth: Int, head: [String]? = nil) -> [String] {
    if body.isEmpty { return self.head.lines(at: depth, reserving: 3 + tail.count).appendingToLast(" {}" + tail) }
    var lines = head ?? self.head.lines(at: depth, reserving: 2)
    if kind == .closure, lines.count > 1, let flatBody, lines[lines.count - 1].count + flatBody.count <= Code.lineLength
    {
      return lines.appendingToLast(flatBody)
    }
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

/// A comma-separated list in brackets: a parameter list, the arguments of a call, an array literal.
///
/// If the list doesn't fit on one line, its items are wrapped one level deeper. An item that still doesn't fit gets
/// lines of its own.
struct BracketedList: Sendable {
  /// The kind of a list, which decides where the closing bracket goes if the list is broken over several lines.
  enum Kind: Sendable {
    /// Parameters, and arguments followed by a closure: the closing bracket has its own line.
    case parameters
    /// Arguments: the closing bracket follows the last one.
    case arguments
    /// An array literal: the closing bracket has its own line, after a trailing comma.
    case array
  }

  var kind: Kind
  /// The text up to and including the opening bracket: `func insert(`.
  var open: String
  var items: [Code]
  /// The text from the closing bracket on: `) throws -> Item`.
  var close: String

  init(_ kind: Kind, _ open: String, _ items: [Code], _ close: String) {
    self.kind = kind
    self.open = open
    self.items = items
    self.close = close
  }

  var flat: String? {
    var texts: [String] = []
    for item in items {
      guard let text = item.flat else { return nil }
      texts.append(text)
    }
    return open + texts.joined(separator: ", ") + close
  }

  func brokenLines(at depth: Int, reserving reserved: Int = 0) -> [String] {
    let indentation = String(repeating: "  ", count: depth)
    guard !items.isEmpty else { return [indentation + open + close] }
    let first = [indentation + open]
    switch kind {
    case .parameters: return first + filledItems(at: depth + 1) + [indentation + close]
    case .arguments:
      return (first + filledItems(at: depth + 1, reserving: close.count + reserved)).appendingToLast(close)
    case .array: return first + filledItems(at: depth + 1, reserving: 1).appendingToLast(",") + [indentation + close]
    }
  }

  /// Wraps the items, with `reserved` columns left free after the last one.
  private func filledItems(at depth: Int, reserving reserved: Int = 0) -> [String] {
    let indentation = String(repeating: "  ", count: depth)
    var lines: [String] = []
    var current = ""
    for (index, item) in items.enumerated() {
      let isLast = index == items.count - 1
      let room = Code.lineLength - 2 * depth - (isLast ? reserved : 1)
      if let text = item.flat, text.count <= room {
        let joined = current.isEmpty ? text : current + " " + text
        if joined.count > room { lines.append(indentation + current) }
        current = (joined.count > room ? text : joined) + (isLast ? "" : ",")
      } else {
        if !current.isEmpty { lines.append(indentation + current) }
        current = ""
        lines += item.lines(at: depth, reserving: isLast ? reserved : 1).appendingToLast(isLast ? "" : ",")
      }
    }
    return current.isEmpty ? lines : lines + [indentation + current]
  }
}

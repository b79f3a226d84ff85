/// `open`, items with commas between them, `close`: a parameter list, the arguments of a call, an array literal.
///
/// Where it does not fit on a line the items are filled into lines one level deeper; an item that still does not fit
/// has lines of its own.
struct BracketedList: Sendable {
  /// What a list is of, which decides how it ends where it is broken.
  enum Kind: Sendable {
    /// Parameters, and arguments followed by a closure: the closing bracket has its own line.
    case parameters
    /// Arguments: the closing bracket follows the last one.
    case arguments
    /// An array literal: the closing bracket has a line of its own, and a comma comes before it.
    case array
  }

  var kind: Kind
  /// Up to and with the opening bracket: `func insert(`.
  var open: String
  var items: [Code]
  /// From the closing bracket: `) throws -> Item`.
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

  /// The items, as many on a line as fit, with `reserved` columns free after the last.
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

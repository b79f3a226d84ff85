import PostilQuery
import PostilRows

extension JSONTree {
  /// The cell of a number: `{"real": "inf"}` if it isn't finite.
  package init(realCell value: Double) {
    self = value.isFinite ? .number(value) : ["real": .string("\(value)")]
  }

  /// The cell of a text: its beginning, if it is longer than ``Cell/maximumText``.
  package init(textCell text: String, limit: Int = Cell.maximumText) {
    guard text.utf8.count > limit else {
      self = .string(text)
      return
    }
    // Counts scalars, as JavaScript can't count characters in the same way as Swift.
    let start = text.unicodeScalars.prefix(limit)
    guard start.endIndex < text.unicodeScalars.endIndex else {
      self = .string(text)
      return
    }
    self = ["text": ["size": .integer(Int64(text.unicodeScalars.count)), "start": .string(String(start))]]
  }

  /// The cell of bytes: their number, and the first of them.
  package init(blobCell bytes: [UInt8], size: Int? = nil) {
    self = [
      "blob": ["size": .integer(Int64(size ?? bytes.count)), "hex": .string(bytes.prefix(Cell.shownBytes).hexadecimal)]
    ]
  }

  /// The cell of a value whose column is unknown, as in the result of a statement.
  package init(cell value: SQLValue?, limit: Int = Cell.maximumText) {
    switch value {
    case nil: self = .null
    case .integer(let value): self.init(integerCell: value)
    case .real(let value): self.init(realCell: value)
    case .text(let text): self.init(textCell: text, limit: limit)
    case .blob(let bytes): self.init(blobCell: bytes)
    case .malformedText(let bytes): self.init(textCell: String(decoding: bytes, as: UTF8.self), limit: limit)
    }
  }
}

/// The limits of cells.
package enum Cell {
  /// The number of characters of a text in a grid.
  package static let maximumText = 500
  /// The number of bytes of a text in a form.
  package static let maximumWholeText = 1 << 20
  /// The number of bytes of a blob or a text that can be downloaded.
  package static let maximumDownload = 64 << 20
  /// The number of bytes of a blob that are shown.
  package static let shownBytes = 32
}

extension Sequence<UInt8> {
  /// Two digits for each byte.
  package var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

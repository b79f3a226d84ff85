import Foundation
import Testing

/// The part of a statement that a row of Docs/Queries.md shows.
enum DocumentedPart {
  /// The selected value of a query of a table.
  case result(of: String)
  case condition
  case order
}

/// A document of this checkout, as tests read it.
struct Document {
  /// A code block.
  struct Block {
    /// The number of the line that opens it, from 1.
    let line: Int
    let code: [String]
  }

  let text: String

  /// The checkout's folder.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Docs/`name`.md.
  init(_ name: String) throws { try self.init(path: "Docs/\(name).md") }

  /// The document at a path below the checkout's folder.
  init(path: String) throws { text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8) }

  /// The contents of the code blocks of one language.
  func blocks(_ language: String) -> [String] { numberedBlocks(language).map { $0.code.joined(separator: "\n") } }

  /// The code blocks of one language, with their places.
  func numberedBlocks(_ language: String) -> [Block] {
    var blocks: [Block] = []
    var current: Block?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let block = current {
        if line == "```" {
          blocks.append(block)
          current = nil
        } else {
          current = Block(line: block.line, code: block.code + [String(line)])
        }
      } else if line == "```\(language)" {
        current = Block(line: index + 1, code: [])
      }
    }
    return blocks
  }

  /// Whether the document says this, wherever its lines break.
  func says(_ sentence: String) -> Bool { Self.unbroken(text).contains(Self.unbroken(sentence)) }

  /// Expects the document to show the text of an error.
  /// - Parameter path: the path in the text, instead of which the document has that of its example.
  func expectShows(
    _ error: any Error, path: String = "library.sqlite", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = "\(error)".replacing(path, with: "library.sqlite")
    #expect(says(text), "the document doesn't show: \(text)", sourceLocation: sourceLocation)
  }

  /// The text with one space wherever it has some white space.
  static func unbroken(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

import Foundation

/// A document of Docs/, as tests read it.
struct Document {
  let name: String
  let text: String

  /// Docs/`name`.md of this checkout.
  init(_ name: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    self.name = name
    text = try String(contentsOf: root.appending(path: "Docs/\(name).md"), encoding: .utf8)
  }

  /// The contents of the code blocks of one language.
  func blocks(_ language: String) -> [String] {
    var blocks: [String] = []
    var lines: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let current = lines {
        if line == "```" {
          blocks.append(current.joined(separator: "\n"))
          lines = nil
        } else {
          lines = current + [line]
        }
      } else if line == "```\(language)" {
        lines = []
      }
    }
    return blocks
  }

  /// Whether the document says this, wherever its lines break.
  func says(_ sentence: String) -> Bool { Self.unbroken(text).contains(Self.unbroken(sentence)) }

  /// The text with one space wherever it has some white space.
  static func unbroken(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

import Foundation

/// What the beginning and the name of a file say about it.
struct FileContent {
  /// In a fixed order.
  let kinds: [String]
  /// The first lines of a text.
  let excerpt: String?

  /// How much of a file is read, in bytes.
  private static let limit = 4096

  private static let byExtension = [
    "swift": ["source", "swift"], "swiftinterface": ["interface", "swift"], "swiftmodule": ["module", "swift"],
    "h": ["header", "c"], "c": ["source", "c"], "hpp": ["header", "c++"], "modulemap": ["module", "c"],
    "a": ["library"], "so": ["library"], "dylib": ["library"], "o": ["object"],
    "py": ["source", "python"], "json": ["data"], "md": ["document"], "html": ["document"], "txt": ["document"],
    "1": ["document"], "tcl": ["source"], "yaml": ["data"], "plist": ["data"], "swiftdoc": ["document", "swift"],
  ]

  init(_ url: URL, isExecutable: Bool) {
    let bytes = (try? FileHandle(forReadingFrom: url).read(upToCount: Self.limit)) ?? Data()
    let text = bytes.contains(0) ? nil : Self.text(bytes)
    var kinds = [text == nil ? "binary" : "text"] + (Self.byExtension[url.pathExtension] ?? [])
    if isExecutable, !kinds.contains("library") { kinds.append("executable") }
    self.kinds = kinds
    excerpt = text
  }

  /// UTF-8, but for a character that the limit cut.
  private static func text(_ bytes: Data) -> String? {
    for cut in 0...3 where bytes.count >= cut {
      if let text = String(bytes: bytes.dropLast(cut), encoding: .utf8) { return text }
      guard bytes.count == limit else { break }
    }
    return nil
  }
}

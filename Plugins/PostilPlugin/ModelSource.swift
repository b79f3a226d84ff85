import Foundation
import PackagePlugin

/// A source file in the plugin, which only searches its text. `postilc` parses it.
enum ModelSource {
  /// The Swift files of a target, sorted by path.
  static func all(of target: SwiftSourceModuleTarget) -> [URL] {
    target.sourceFiles(withSuffix: ".swift").map(\.url).sorted { $0.path < $1.path }
  }

  /// Whether a source could contain a model: one of its `//` comments contains the mark of a model. `postilc`
  /// determines whether it really declares one.
  static func couldHoldModel(_ source: URL) -> Bool {
    guard let bytes = try? Data(contentsOf: source),
      ModelMarks.all.contains(where: { bytes.range(of: Data($0.utf8)) != nil })
    else { return false }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).contains { line in
      guard let comment = line.range(of: "//") else { return false }
      let text = line[comment.upperBound...]
      return !text.hasPrefix("/") && ModelMarks.all.contains { text.contains($0) }
    }
  }
}

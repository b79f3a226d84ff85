import Foundation
import PostilMigrations

/// What somebody wrote behind `--from` and `--to`.
extension SchemaSide {
  /// - Parameter text: `models`, a file, or a fingerprint.
  /// - Throws: ``Misuse`` where it is none of these, or the file cannot be read.
  init(argument text: String) throws {
    if text == "models" {
      self = .models
    } else if FileManager.default.fileExists(atPath: text) {
      let bytes = try SwiftFiles.read(text)
      if bytes.starts(with: "SQLite format 3\0".utf8) {
        self = .database(path: text)
      } else if let script = String(validating: bytes, as: UTF8.self) {
        self = .script(path: text, text: script)
      } else {
        throw Misuse("'\(text)' is neither a SQLite database nor a script in UTF-8")
      }
    } else if (4...16).contains(text.utf8.count), text.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) {
      self = .fingerprint(text)
    } else {
      throw Misuse(
        "there is no file '\(text)', and it is no fingerprint: write 'models', a file, or the 16 digits of a fingerprint"
      )
    }
  }

  /// Whether the models of a target have to be known.
  var isAboutModels: Bool {
    switch self {
    case .models, .fingerprint: true
    case .script, .database: false
    }
  }
}

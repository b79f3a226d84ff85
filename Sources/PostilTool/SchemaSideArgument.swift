import Foundation
import PostilMigrations
import PostilSources

/// The arguments of `--from` and `--to`.
extension SchemaSide {
  /// - Parameter text: `models`, a file, or a fingerprint.
  /// - Throws: ``Misuse`` if it is something else, or the file can't be read.
  init(argument text: String) throws {
    if text == "models" {
      self = .models
    } else if FileManager.default.fileExists(atPath: text) {
      let bytes = try SwiftFiles.read(text)
      if bytes.starts(with: "SQLite format 3\0".utf8) {
        self = .database(path: text)
      } else if let script = String(utf8: bytes) {
        self = .script(path: text, text: script)
      } else {
        throw Misuse("'\(text)' is neither an SQLite database nor a UTF-8 script")
      }
    } else if (4...16).contains(text.utf8.count), text.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) {
      self = .fingerprint(text)
    } else {
      throw Misuse(
        "'\(text)' is neither an existing file nor a fingerprint; write 'models', a file, or the 16 digits of a "
          + "fingerprint"
      )
    }
  }

  /// Whether the models of a target are required.
  var isAboutModels: Bool {
    switch self {
    case .models, .fingerprint: true
    case .script, .database: false
    }
  }
}

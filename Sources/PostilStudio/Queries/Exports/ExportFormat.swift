import PostilQuery

/// The formats of exported rows.
enum ExportFormat: String, CaseIterable, Sendable {
  case csv, json, markdown, swift

  /// The type of the file, for a browser.
  var contentType: String {
    switch self {
    case .csv: "text/csv; charset=utf-8"
    case .json: "application/json"
    case .markdown: "text/markdown; charset=utf-8"
    case .swift: "text/plain; charset=utf-8"
    }
  }

  /// The extension of the file's name.
  var fileExtension: String { self == .markdown ? "md" : rawValue }

  /// The rows in this format. The same rows give the same bytes.
  /// - Parameters:
  ///   - columns: the names of the columns, which may be repeated.
  ///   - rows: as many values as columns.
  ///   - model: the model of the rows, if they have one.
  func text(columns: [String], rows: [[SQLValue?]], model: ModelExport?) -> [UInt8] {
    switch self {
    case .csv: CSVExport.text(columns, rows)
    case .json: JSONExport.text(columns, rows)
    case .markdown: MarkdownExport.text(columns, rows)
    case .swift: model?.text(rows) ?? SwiftExport.text(columns, rows)
    }
  }
}

/// What several formats need.
enum ExportText {
  /// Bytes as hexadecimal digits.
  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    let alphabet = Array("0123456789abcdef".utf8)
    for byte in bytes { digits += [alphabet[Int(byte >> 4)], alphabet[Int(byte & 15)]] }
    return String(decoding: digits, as: UTF8.self)
  }

  /// A floating-point number that is read back as the same one: `inf`, `-inf` and `nan` if it isn't finite.
  static func real(_ number: Double) -> String { "\(number)" }

  /// The names with a number added to each that was used before, ignoring case: `id`, `id_2`.
  static func unique(_ names: [String]) -> [String] {
    var used: Set<String> = []
    return names.map { name in
      var unique = name
      var number = 2
      while !used.insert(unique.lowercased()).inserted {
        unique = "\(name)_\(number)"
        number += 1
      }
      return unique
    }
  }
}

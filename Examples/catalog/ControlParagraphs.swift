/// One package's entry in an index: fields and their values. Source: Debian Policy, section 5.1.
struct ControlParagraph {
  /// Field names in lower case, values with their continuation lines.
  private var fields: [String: String] = [:]

  subscript(_ field: String) -> String? { fields[field] }

  fileprivate mutating func append(name: String, value: Substring) {
    fields[name] = String(value)
  }

  fileprivate mutating func append(continuation line: Substring, of name: String) {
    fields[name]?.append("\n")
    fields[name]?.append(contentsOf: line)
  }

  fileprivate var isEmpty: Bool { fields.isEmpty }
}

/// The paragraphs of a control file, one at a time; what is in none of the `wanted` fields is skipped.
struct ControlParagraphs: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private let wanted: Set<String>
  /// How many bytes have been read.
  private(set) var position = 0

  /// - Parameter wanted: names of fields, in lower case.
  init(_ bytes: [UInt8], wanted: Set<String>) {
    self.bytes = bytes
    self.wanted = wanted
  }

  mutating func next() -> ControlParagraph? {
    var paragraph = ControlParagraph()
    var current: String?
    while position < bytes.count {
      let line = nextLine()
      if line.isEmpty {
        if paragraph.isEmpty { continue }
        return paragraph
      }
      if line[line.startIndex] == UInt8(ascii: " ") || line[line.startIndex] == UInt8(ascii: "\t") {
        if let current { paragraph.append(continuation: trimmed(line), of: current) }
        continue
      }
      current = nil
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      guard wanted.contains(name) else { continue }
      paragraph.append(name: name, value: trimmed(line[line.index(after: colon)...]))
      current = name
    }
    return paragraph.isEmpty ? nil : paragraph
  }

  private mutating func nextLine() -> ArraySlice<UInt8> {
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    defer { position = Swift.min(end + 1, bytes.endIndex) }
    return bytes[position..<end]
  }

  private func trimmed(_ line: ArraySlice<UInt8>) -> Substring {
    let blank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
    var rest = line.drop(while: blank)
    while let last = rest.last, blank(last) { rest.removeLast() }
    return Substring(decoding: rest, as: UTF8.self)
  }
}

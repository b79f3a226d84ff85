/// Writes XML with closed elements and escaped text.
struct SVGWriter {
  private(set) var text = ""
  private var open: [String] = []

  /// Opens an element with content.
  mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
    line("<\(name)\(Self.written(attributes))>")
    open.append(name)
  }

  /// Closes the last open element.
  mutating func close() {
    guard let name = open.popLast() else { return }
    line("</\(name)>")
  }

  /// Writes an empty element.
  mutating func empty(_ name: String, _ attributes: [(String, String)]) {
    line("<\(name)\(Self.written(attributes))/>")
  }

  /// Writes an element that contains text.
  mutating func text(_ name: String, _ content: String, _ attributes: [(String, String)] = []) {
    line("<\(name)\(Self.written(attributes))>\(Self.escaped(content))</\(name)>")
  }

  /// Writes raw XML.
  mutating func raw(_ xml: String) { line(xml) }

  private mutating func line(_ text: String) { self.text += text + "\n" }

  private static func written(_ attributes: [(String, String)]) -> String {
    attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
  }

  /// Text in an element or in quotes. Characters that XML 1.0 excludes (section 2.2) become U+FFFD.
  static func escaped(_ text: String) -> String {
    XMLText.escaped(text) { scalar in
      if scalar == "\t" || scalar == "\n" { return scalar }
      let isText = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
      return isText ? scalar : "\u{FFFD}"
    }
  }
}

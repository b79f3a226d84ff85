/// Names and texts as SQL writes them.
enum SQLiteText {
  /// A name in double quotes.
  static func name(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

  /// A text in single quotes.
  static func literal(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }
}

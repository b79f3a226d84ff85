/// Full-text search.
extension Message {
  static func fullTextKey(_ model: String, key: [String], types: [String]) -> String {
    "an index of words finds rows by an integer, and the key of '\(model)' is "
      + (key.count == 1 ? "'\(types.first ?? key[0])'" : "\(list(key)) together")
      + "; write 'let id: ID', and '@unique' on what was the key, or search with 'contains'"
  }

  static func fullTextOfNoText(_ property: String, _ type: String) -> String {
    "'@fullText' indexes words, and '\(property)' is '\(type)'; name properties whose type is 'String'"
  }

  static func fullTextNameTaken(_ index: String, _ name: String) -> String {
    index == name
      ? "'\(index)' is the name of another index or table; write '@fullText(…, name: \"…\")' with another one"
      : "the index '\(index)' is kept in a table '\(name)', which is the name of another index or table; write "
        + "'@fullText(…, name: \"…\")' with another one"
  }

  static func fullTextMember(_ name: String) -> String {
    "'\(name)' is what '@fullText' generates; give this one another name"
  }

  static func directionOfFullText(_ property: String) -> String {
    "an index of words has no direction; write '\(property)' alone"
  }

  static func fullTextOfExpression(_ text: String) -> String {
    "'@fullText' indexes columns, and '\(text)' is an expression; write the names of properties, without quotes"
  }

  static func fullTextMissing(_ message: String) -> String {
    "the SQLite of this machine has no FTS5, which '@fullText' needs; build with one that has it, such as that of the "
      + "system's packages (SQLite: \(message))"
  }

  static func tokenizerRefused(_ tokenizer: String, _ message: String) -> String {
    "'\(tokenizer)' is no way to cut words that SQLite knows; write 'unicode61', 'ascii', 'porter' or 'trigram' with "
      + "their options, as in 'unicode61 remove_diacritics 2' (SQLite: \(message))"
  }

  static func prefixesRefused(_ prefixes: String, _ message: String) -> String {
    "'\(prefixes)' are no lengths of beginnings; write numbers from 1 to 999 with spaces between them, as in '2 3' "
      + "(SQLite: \(message))"
  }

  static func fullTextRefused(_ message: String) -> String {
    "SQLite refuses the index of '@fullText'; give the column another name, or leave it out (SQLite: \(message))"
  }
}

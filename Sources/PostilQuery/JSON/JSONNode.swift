/// A place in a JSON document: the document, and the path to the place in SQLite's own notation.
///
/// Every path is made here. A key that SQLite's notation can't hold as it is travels as a binding instead:
/// `(SELECT "value" FROM json_each(t0."settings") WHERE "key" = ?1)`.
/// Source: SQLite, "JSON Functions And Operators", section 3.2, PATH Arguments.
public struct JSONNode: Sendable {
  /// What holds the JSON text.
  let document: ExpressionNode
  /// `$."address"."lines"[0]`
  let path: String

  /// The whole document.
  init(_ document: ExpressionNode) {
    self.document = document
    path = "$"
  }

  private init(_ document: ExpressionNode, path: String) {
    self.document = document
    self.path = path
  }

  /// The value of this key in an object.
  public func member(_ key: String) -> JSONNode {
    guard Self.isPlain(key) else { return entry(key) }
    return JSONNode(document, path: "\(path).\"\(key)\"")
  }

  /// The element at this index of an array; there is none at an index below 0.
  func element(_ index: Int) -> JSONNode {
    // SQLite counts in 32 bits, and no array is as long.
    JSONNode(document, path: "\(path)[\(index < 0 ? Int(Int32.max) : min(index, Int(Int32.max)))]")
  }

  /// The value of a key that a program chose: a binding.
  func entry(_ key: String) -> JSONNode {
    JSONNode(ExpressionNode(.jsonEntry(self, .text(key)), over: document))
  }

  /// Whether a key is written unchanged between quotes, in a path and in JSON text: SQLite 3.40 compares the two byte by byte.
  private static func isPlain(_ key: String) -> Bool {
    key.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\"" && $0 != "\\" && $0 != "/" && $0.value != 0x7F }
  }

  /// The value, as SQL has it: a number, a text, 0 or 1, or the text of an array or object; `NULL` if there is none.
  var value: ExpressionNode { ExpressionNode(.jsonValue(self), over: document) }

  /// How many elements the array or object has, `NULL` if there is none.
  func count(isArray: Bool) -> ExpressionNode { ExpressionNode(.jsonCount(self, isArray: isArray), over: document) }

  /// Whether an element of the array is this value.
  func contains(_ value: BoundValue) -> ExpressionNode { ExpressionNode(.jsonContains(self, value), over: document) }
}

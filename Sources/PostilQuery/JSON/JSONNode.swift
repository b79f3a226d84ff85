/// A part of a JSON document: the document, and a path in SQLite's notation.
///
/// All paths are created here. A key that SQLite's notation can't represent is passed as a binding: `(SELECT "value" FROM
/// json_each(t0."settings") WHERE "key" = ?1)`. Source: SQLite, "JSON Functions And Operators", section 3.2, PATH Arguments.
public struct JSONNode: Sendable {
  /// The expression with the JSON text.
  let document: _ExpressionNode
  /// `$."address"."lines"[0]`
  let path: String
  /// The keys that lead from a column to the value; `nil` if an update can't set the value.
  let keys: [String]?
  /// Whether the value is a member of a struct that can't be read without it, although its type is optional in a query.
  var isRequired = false

  init(_ document: _ExpressionNode, path: String = "$", keys: [String]? = nil) {
    self.document = document
    self.path = path
    self.keys = keys
  }

  /// The value of this key in an object.
  public func member(_ key: String) -> JSONNode {
    guard Self.isPlain(key) else { return entry(key) }
    return JSONNode(document, path: "\(path).\"\(key)\"", keys: keys.map { $0 + [key] })
  }

  /// The element of an array at this index. There is none at a negative index.
  func element(_ index: Int) -> JSONNode {
    // SQLite uses 32-bit indices, and no array is longer.
    JSONNode(document, path: "\(path)[\(index < 0 ? Int(Int32.max) : min(index, Int(Int32.max)))]")
  }

  /// The value of a key that is only known at run time: a binding.
  func entry(_ key: String) -> JSONNode {
    JSONNode(_ExpressionNode(.jsonEntry(self, .text(key)), over: document), keys: keys.map { $0 + [key] })
  }

  /// Whether a key is the same text between quotes in a path and in JSON. SQLite 3.40 compares the two byte by byte.
  private static func isPlain(_ key: String) -> Bool {
    key.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\"" && $0 != "\\" && $0 != "/" && $0.value != 0x7F }
  }

  /// The value in SQL: a number, text, 0 or 1, or the text of an array or object; `NULL` if there is none.
  var value: _ExpressionNode { _ExpressionNode(.jsonValue(self), over: document) }

  /// The number of elements of the array or object; `NULL` if there is none.
  func count(isArray: Bool) -> _ExpressionNode { _ExpressionNode(.jsonCount(self, isArray: isArray), over: document) }

  /// Whether the array contains this value.
  func contains(_ value: BoundValue) -> _ExpressionNode { _ExpressionNode(.jsonContains(self, value), over: document) }
}

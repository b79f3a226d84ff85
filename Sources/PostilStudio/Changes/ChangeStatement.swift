import PostilQuery

/// A statement of a change, with the values that it binds.
struct ChangeStatement: Sendable {
  var operation: Int
  var sql: String
  var values: [StudioOperation.Value]

  /// The statement for a preview: a reference to a row that isn't inserted yet is `{"new": "n1"}`.
  var json: StudioJSON {
    let parameters = values.map { value -> StudioJSON in
      switch value {
      case .stored(let value): StudioJSON(cell: value)
      case .new(let name, _): ["new": .string(name)]
      }
    }
    return [
      "operation": .integer(Int64(operation)), "sql": .string(sql), "parameters": .array(parameters),
      "text": .string(text),
    ]
  }

  /// The statement with its values written in. Rows that aren't inserted yet stay parameters.
  private var text: String {
    RenderedStatement.text(sql) { number in
      guard values.indices.contains(number - 1) else { return nil }
      switch values[number - 1] {
      // A value of a megabyte isn't shown.
      case .stored(.text(let text)) where text.utf8.count > 2000: return "'\(text.unicodeScalars.prefix(100))…'"
      case .stored(.blob(let bytes)) where bytes.count > 1000: return "x'\(bytes.prefix(32).hexadecimal)…'"
      case .stored(let value): return (value?._boundValue ?? .null).literal
      case .new(let name, _): return ":\(name)"
      }
    }
  }
}

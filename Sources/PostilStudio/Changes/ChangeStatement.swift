import PostilQuery
import PostilRows

/// A statement of a change, with the values that it binds.
struct ChangeStatement: Sendable {
  var operation: Int
  var sql: String
  var values: [StudioOperation.Value]

  /// The statement for a preview: a reference to a row that isn't inserted yet is `{"new": "n1"}`.
  func json(_ shown: ShownSQL) -> JSONTree {
    let parameters = values.map { value -> JSONTree in
      switch value {
      case .stored(let value): JSONTree(cell: value)
      case .new(let name, _): ["new": .string(name)]
      }
    }
    return [
      "operation": .integer(Int64(operation)), "sql": .string(sql), "parameters": .array(parameters),
      "text": .string(text(shown)),
    ]
  }

  /// The statement with its values written in. Rows that aren't inserted yet stay parameters.
  private func text(_ shown: ShownSQL) -> String {
    let stored = _RenderedStatement.text(sql) { number in
      guard values.indices.contains(number - 1), case .stored(let value) = values[number - 1] else { return nil }
      switch value {
      // A value of a megabyte isn't shown.
      case .text(let text)? where text.utf8.count > 2000: return "'\(text.unicodeScalars.prefix(100))…'"
      case .blob(let bytes)? where bytes.count > 1000: return nil
      default: return value._boundValue.literal
      }
    }
    return _RenderedStatement.text(shown.text(stored)) { number in
      guard values.indices.contains(number - 1) else { return nil }
      switch values[number - 1] {
      case .new(let name, _): return ":\(name)"
      case .stored(.blob(let bytes)): return "\(shown.blobPrefix)\(bytes.prefix(32).hexadecimal)…'"
      case .stored: return nil
      }
    }
  }
}

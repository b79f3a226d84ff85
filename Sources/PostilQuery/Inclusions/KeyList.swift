/// The keys of the rows whose members a statement reads, numbered from 0.
enum KeyList {
  /// All keys there are. This column of the members, or of the join table, has the key that each belongs to.
  case all(column: String)
  /// An array in one parameter: of scalars, or of arrays for keys with several columns. Values that JSON can't
  /// represent are in a second parameter of bytes, and the array contains their positions in it.
  case json(String, forms: [Form], bytes: [UInt8])
  /// A parameter for each column of each key. `first` is the number of the first parameter.
  case parameters([BoundValue], columns: Int, first: Int)

  /// The form in which a column of the keys is written.
  enum Form {
    /// Unchanged: integers, and text without a NUL, at which SQLite would truncate it.
    case plain
    /// A blob, as a position and a length in the bytes.
    case blob
    /// Text, as a position and a length in the bytes.
    case text
  }

  /// The maximum number of parameters of a statement. SQLite's own limit is 32,766.
  static let maximumParameters = 30_000

  /// The lists for these keys. There is only one, unless the keys must be parameters: floating-point numbers, whose
  /// digits SQLite would round on some machines, and columns of a view with values of several kinds. There is none if
  /// every key is `NULL`.
  static func lists(of values: [BoundValue], columns: Int) -> [KeyList] {
    let starts = stride(from: 0, to: values.count, by: columns)
    guard starts.contains(where: { !values[$0..<$0 + columns].contains(.null) }) else { return [] }
    let forms = (0..<columns).map { column in Form(of: starts.lazy.map { values[$0 + column] }) }
    guard !forms.contains(nil) else {
      let size = maximumParameters / columns * columns
      return stride(from: 0, to: values.count, by: size).map { start in
        .parameters(
          Array(values[start..<min(start + size, values.count)]), columns: columns, first: start / columns)
      }
    }
    return [json(values, forms.compactMap { $0 })]
  }

  private static func json(_ values: [BoundValue], _ forms: [Form]) -> KeyList {
    var text = JSONText()
    var bytes: [UInt8] = []
    let isArray = forms.count > 1 || forms[0] != .plain
    text.write("[")
    for (index, value) in values.enumerated() {
      let column = index % forms.count
      if index > 0 { text.write(",") }
      if isArray, column == 0 { text.write("[") }
      switch (forms[column], value) {
      case (.plain, _): text.write(value)
      case (_, .text(let content)): write(content.utf8, to: &text, &bytes)
      case (_, .blob(let content)): write(content, to: &text, &bytes)
      default: text.write("null,null")
      }
      if isArray, column == forms.count - 1 { text.write("]") }
    }
    text.write("]")
    // 'substr' would return NULL for an empty blob.
    if forms.contains(where: { $0 != .plain }) { bytes.append(0) }
    return .json(text.string, forms: forms, bytes: bytes)
  }

  /// Writes the position of the content in the bytes, counted from 1 as in `substr`.
  private static func write(_ content: some Collection<UInt8>, to text: inout JSONText, _ bytes: inout [UInt8]) {
    text.write("\(bytes.count + 1),\(content.count)")
    bytes.append(contentsOf: content)
  }
}

extension KeyList.Form {
  /// The form that preserves every value; `nil` if there is none.
  init?(of values: some Sequence<BoundValue>) {
    var (isPlain, isText, isBlob) = (true, true, true)
    for value in values {
      switch value {
      case .null: break
      case .integer: (isText, isBlob) = (false, false)
      case .text(let text):
        isBlob = false
        if text.utf8.contains(0) { isPlain = false }
      case .blob: (isPlain, isText) = (false, false)
      case .real, .unstorable: return nil
      }
    }
    if isPlain { self = .plain } else if isBlob { self = .blob } else if isText { self = .text } else { return nil }
  }
}

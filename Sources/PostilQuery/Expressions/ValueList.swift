/// The values of an `IN`: parameters where they are few, one JSON array where they are many, so that a list of any length
/// fits SQLite's limit of 32,766 parameters and lists of all lengths share one prepared statement.
struct ValueList: Sendable {
  /// The values that are parameters.
  private(set) var parameters: [Binding] = []
  /// The values that are in the JSON array.
  private(set) var members: [Binding] = []
  /// Whether the array's members are bytes, written as hexadecimal digits.
  private(set) var isHexadecimal = false

  /// The longest list that is written as parameters alone.
  static let maximumParameters = 8
  /// How many values that JSON does not keep as they are stay parameters.
  static let maximumExceptions = 30_000

  init(_ values: [Binding]) {
    // The statement will not run; its binding says why.
    if let unstorable = values.first(where: \.isUnstorable) {
      parameters = [unstorable]
      return
    }
    guard values.count > Self.maximumParameters else {
      parameters = values
      return
    }
    if values.allSatisfy(\.isBlob) {
      members = values
      isHexadecimal = true
      return
    }
    let exceptions = values.filter { !$0.isExactInJSON }
    if exceptions.isEmpty || exceptions.count > Self.maximumExceptions {
      members = values
    } else {
      parameters = exceptions
      members = values.filter(\.isExactInJSON)
    }
  }

  var isEmpty: Bool { parameters.isEmpty && members.isEmpty }

  /// The members of the array as JSON.
  var json: String { JSONText.array(of: members) }
}

extension Binding {
  var isBlob: Bool {
    if case .blob = self { return true }
    return false
  }

  var isInteger: Bool {
    if case .integer = self { return true }
    return false
  }

  var isText: Bool {
    if case .text = self { return true }
    return false
  }

  var isUnstorable: Bool {
    if case .unstorable = self { return true }
    return false
  }

  /// Whether SQLite reads the value from JSON as it is on every machine: not a number whose digits it must round, nor text that it
  /// cuts at a NUL.
  var isExactInJSON: Bool {
    switch self {
    case .null, .integer: true
    case .text(let text): !text.utf8.contains(0)
    case .real, .blob, .unstorable: false
    }
  }
}

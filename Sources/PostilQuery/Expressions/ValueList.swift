/// The values of an `IN`: parameters where they are few, one JSON array where they are many, so that a list of any length
/// fits SQLite's limit of 32,766 parameters and lists of all lengths share one prepared statement.
struct ValueList: Sendable {
  let bindings: [Binding]

  /// The longest list that is written as parameters.
  static let maximumParameters = 8

  init(_ bindings: [Binding]) { self.bindings = bindings }

  var isEmpty: Bool { bindings.isEmpty }

  /// How the values are written.
  enum Form { case parameters, json, hexadecimalJSON }

  /// JSON holds bytes as hexadecimal digits; bytes among other values stay parameters.
  var form: Form {
    if bindings.count <= Self.maximumParameters { return .parameters }
    var blobs = 0
    for case .blob in bindings { blobs += 1 }
    return blobs == 0 ? .json : blobs == bindings.count ? .hexadecimalJSON : .parameters
  }

  /// The values as a JSON array.
  var json: String { JSONText.array(of: bindings) }
}

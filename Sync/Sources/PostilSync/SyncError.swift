/// What can go wrong on a device, apart from the transport's errors.
public enum SyncError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The tables of sync aren't in the file.
  case notInstalled
  /// The answer isn't one of a server.
  case malformedAnswer(String)
  /// The server doesn't have this table or column, which the device has changed. Rows arrive, and the device keeps its changes.
  case unknownToServer(String)
  /// Rows of the server can't be stored together: they violate a unique key that the server doesn't have.
  case rowsDontFit(table: String)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .notInstalled: "the file has no tables of sync; create a SyncClient for the store first"
    case .malformedAnswer(let reason): "the answer isn't one of a sync server: \(reason)"
    case .unknownToServer(let name):
      "the server doesn't sync '\(name)'; update the program with the older models"
    case .rowsDontFit(let table):
      "rows of '\(table)' from the server don't fit into the table: they violate a unique key; do the device and the "
        + "server have the same unique keys?"
    }
  }

  var isAboutRows: Bool { if case .rowsDontFit = self { true } else { false } }
}

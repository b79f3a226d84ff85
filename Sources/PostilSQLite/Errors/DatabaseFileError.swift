/// The file of an open store isn't at its path any more. What would be written now would be lost, so nothing was written.
public enum DatabaseFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, or its write-ahead log, was deleted, renamed or moved.
  case deleted(path: String)
  /// Another file has its place.
  case replaced(path: String)

  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .deleted(let path):
      "'\(path)' was deleted or moved while the store was open; nothing was written; close the store, and open it again"
    case .replaced(let path):
      "'\(path)' was replaced by another file while the store was open; nothing was written; close the store, and open it "
        + "again"
    }
  }
}

import Foundation

/// Decides whether the studio may change the database: without a decision of the user, it may not while somebody else uses it for
/// writing.
struct AccessDetection: Sendable {
  /// The decision of the user, if there is one.
  let isReadOnly: Bool?
  /// The file; `nil` for a server.
  let path: String?

  /// - Parameter options: the database and the decision of the user.
  init(_ options: StudioOptions) {
    isReadOnly = options.isReadOnly
    path = options.isFile ? options.database : nil
  }

  /// What applies now.
  /// - Parameter sessions: the other sessions of a server's database, for example `psql (2)`.
  func access(sessions: [String] = []) -> StudioAccess {
    if isReadOnly == true { return StudioAccess(isReadOnly: true, reason: nil) }
    if let path, Foundation.access(path, W_OK) != 0 {
      return StudioAccess(isReadOnly: true, reason: "the user of the studio may not write to the file")
    }
    if isReadOnly == false { return StudioAccess(isReadOnly: false, reason: nil) }
    let advice = "; start the studio with '--no-read-only' to edit nevertheless"
    guard let path else {
      guard !sessions.isEmpty else { return StudioAccess(isReadOnly: false, reason: nil) }
      return StudioAccess(
        isReadOnly: true, reason: "the database has other sessions: \(sessions.joined(separator: ", "))\(advice)")
    }
    let use = DatabaseFileUse.find(path)
    guard let reason = use.reason else {
      return StudioAccess(isReadOnly: false, reason: "no other process is known to write to the file. \(use.limits)")
    }
    return StudioAccess(isReadOnly: true, reason: reason + advice)
  }
}

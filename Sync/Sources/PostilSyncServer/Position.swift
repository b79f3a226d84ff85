import Foundation
import PostilSyncModels

/// Up to where a device has the rows of its user. The device gets it with an answer, and gives it back with its next request, so that an
/// answer needn't compare all rows.
///
/// A device can change it, and then lacks rows that its user may have. It gets no others.
struct Position: Codable, Sendable {
  /// What the position belongs to: ``UserScopes/fingerprint``.
  let scopes: String
  /// The device has the changes before this moment: ``ServerEngine/moment(in:)``.
  let since: Int64
  /// How far the first load has got; `nil` after it.
  var load: Load?

  /// The tables before this one are loaded, and the rows up to this key; without them, nothing is.
  struct Load: Codable, Sendable {
    var table: String?
    var key: [SyncValue]?
    /// How many rows the scopes had when it began.
    var count: Int?
    /// The tables of which they were a large part.
    var dense: [String]?
  }

  /// The position in a request; `nil` if it has none for these scopes.
  init?(_ text: String?, _ scopes: String) {
    guard let text, let position = try? JSONDecoder().decode(Position.self, from: Data(text.utf8)),
      position.scopes == scopes
    else { return nil }
    self = position
  }

  init(scopes: String, since: Int64, load: Load? = nil) {
    (self.scopes, self.since, self.load) = (scopes, since, load)
  }

  /// The text for the device.
  func text() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
}

/// Which rows an answer looks for.
enum Search {
  /// All rows of the scopes after this key that a device can have, in the order of their keys.
  /// - isDense: whether the scopes have a large part of the table's rows.
  case load(after: [SyncValue]?, isDense: Bool)
  /// All rows that the device doesn't have, or has in another version, and those that it has no longer.
  case differences
  /// The same, among the rows that changed since this moment, and those that refer to them.
  case changes(since: Int64, in: Set<String>)
}

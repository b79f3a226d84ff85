import Postil

/// What proves who a user is. It isn't synced: the server has those of all users, and a device has its own.
// @table
public struct Login: Hashable, Sendable {
  public let token: String  // @primaryKey
  /// No reference, because a device has its login before the first sync brings the user.
  public let userID: User.ID  // @noReference
}

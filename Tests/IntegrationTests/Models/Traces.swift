import Foundation
import Postil

#if DEBUG
  /// What a screen did, kept in debug builds only.
  // @table
  struct Trace: Sendable {
    let id: ID
    var at: Date
    var note: String

    // @references(inverse: traces, onDelete: cascade)
    let screenID: Screen.ID
  }
#endif

/// A screen of an application.
// @table
struct Screen: Sendable {
  let id: ID
  var title: String
}

#if NEVER_DEFINED
  /// What no build of this package has.
  // @table
  struct Probe: Sendable {
    let id: ID

    // @references(inverse: probes)
    let screenID: Screen.ID
  }
#endif

import Foundation
import Postil

#if DEBUG
  /// A trace of a screen's actions, only in debug builds.
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

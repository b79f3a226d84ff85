import Postil

/// A year, and those ten, twenty … years later.
// @projection
struct Decade: Hashable, Sendable {
  let year: Int16?
}

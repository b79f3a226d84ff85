// @projecton
struct Misspelt: Sendable {
  var title: String
}

/// @projection
struct Documented: Sendable {
  var title: String
}

// @ projection
struct Parted: Sendable {
  var title: String
}

// @projection
final class Reference: Sendable {
  let title = ""
}

// @projection

struct Loose: Sendable {
  var title: String
}

// @projection
struct Line: Sendable {
  var title: String  // @projection
}

// @projection
extension Line {}

/// Who can see a declaration; `hidden` is `private` and `fileprivate`, which no generated file can reach.
enum Visibility: Int, Comparable {
  case hidden, `internal`, package, `public`

  /// What the modifiers say, `nil` where they say nothing. `private(set)` says nothing about reading.
  init?(_ modifiers: [Modifier]) {
    for modifier in modifiers where modifier.detail == nil {
      switch modifier.name {
      case "public", "open": self = .public
      case "package": self = .package
      case "internal": self = .internal
      case "private", "fileprivate": self = .hidden
      default: continue
      }
      return
    }
    return nil
  }

  /// The access that generated code writes; hidden declarations were refused before.
  var access: Access {
    switch self {
    case .public: .public
    case .package: .package
    case .internal, .hidden: .internal
    }
  }

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

import Catalog
import Postil

/// The questions that the commands ask. Queries are values: each is built here and run there.
enum Questions {
  /// Packages whose name has `text` in it, the best matches first.
  static func packages(named text: String) -> Query<Package> {
    Package.where { $0.name.contains(text) && !$0.isVirtual }
      .order { (($0.name == text).descending, $0.name.hasPrefix(text).descending, $0.name) }
  }

  /// Packages that have every one of the tags.
  static func packages(tagged names: [String]) -> Query<Package> {
    names.reduce(Package.order { $0.name }) { query, name in
      query.where { $0.tags.any { $0.name == name } }
    }
  }

  /// Packages that need the package of this name, as a dependency or before they can be unpacked.
  static func dependents(of name: String) -> Query<Package> {
    Package.where {
      $0.dependencies.any { $0.target.name == name && $0.kind.in([.depends, .preDepends]) }
    }
    .order { $0.name }
  }

  /// The packages of the maintainers whose name or address has `text` in it.
  static func packages(maintainedBy text: String) -> Query<Package> {
    Package.where { $0.maintainer.name.contains(text) || $0.maintainer.email == text }
      .order { $0.name }
  }

  /// Tags, the most used ones first.
  static var tagsByUse: Query<Tag> {
    Tag.order { ($0.packages.count.descending, $0.name) }
  }
}

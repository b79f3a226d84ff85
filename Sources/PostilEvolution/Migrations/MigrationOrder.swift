/// The order in which migrations are applied: each after those that it names, otherwise sorted by name.
///
/// A checkpoint replaces a migration and all of its ancestors. As long as their files exist, a database that has only
/// some of them applies the rest and then the checkpoint. A new database starts with the checkpoint.
package struct MigrationOrder: Sendable {
  /// The names of all migrations, in order.
  package let names: [String]
  /// The migrations for a new database: all except those that the last checkpoint replaces.
  package let namesOfNew: [String]
  /// The last checkpoint, if there is one.
  package let checkpoint: String?
  /// All ancestors of each migration, by its name.
  package let ancestors: [String: Set<String>]

  /// Sorts migrations.
  /// - Throws: an error for a repeated name, a missing migration, a cycle, or branches without a merge.
  package init(_ scripts: [MigrationScript]) throws(MigrationOrderError) {
    let nodes = scripts.sorted { $0.name < $1.name }
    for (node, next) in zip(nodes, nodes.dropFirst()) where node.name == next.name {
      throw .duplicate(node.name)
    }
    let parents = try Self.parents(of: nodes)
    var ancestors: [String: Set<String>] = [:]
    var names: [String] = []
    var rest = nodes
    while !rest.isEmpty {
      let index = rest.firstIndex { (parents[$0.name] ?? []).allSatisfy { ancestors[$0] != nil } }
      guard let index else { throw .cycle(Self.cycle(in: parents, without: ancestors)) }
      let next = rest.remove(at: index)
      let before = parents[next.name] ?? []
      ancestors[next.name] = before.reduce(into: Set(before)) { $0.formUnion(ancestors[$1] ?? []) }
      names.append(next.name)
    }
    let followed = Set(parents.values.joined())
    let heads = names.filter { !followed.contains($0) }
    if heads.count > 1 { throw .branches(heads, of: Self.fork(of: heads, ancestors, in: names)) }
    let roots = names.filter { parents[$0]?.isEmpty == true }
    if roots.count > 1 { throw .severalFirst(roots) }
    let checkpoints = Set(nodes.filter { $0.replaces != nil }.map(\.name))
    let checkpoint = names.last { checkpoints.contains($0) }
    let replaced = checkpoint.flatMap { ancestors[$0] } ?? []
    self.names = names
    self.ancestors = ancestors
    self.checkpoint = checkpoint
    namesOfNew = names.filter { !replaced.contains($0) }
  }

  /// The direct parents of each migration. A checkpoint stands in for a replaced migration whose file was removed.
  private static func parents(of nodes: [MigrationScript]) throws(MigrationOrderError) -> [String: [String]] {
    let known = Set(nodes.map(\.name))
    let replacements = Dictionary(
      nodes.compactMap { node in node.replaces.map { ($0, node.name) } }, uniquingKeysWith: { $1 })
    var parents: [String: [String]] = [:]
    for node in nodes {
      var before: [String] = []
      for name in node.after {
        if known.contains(name) {
          before.append(name)
        } else if let replacement = replacements[name], replacement != node.name {
          before.append(replacement)
        } else {
          throw .missing(name, before: node.name)
        }
      }
      if let replaced = node.replaces, known.contains(replaced) { before.append(replaced) }
      parents[node.name] = before
    }
    return parents
  }

  /// The last common ancestor.
  private static func fork(of heads: [String], _ ancestors: [String: Set<String>], in names: [String]) -> String? {
    names.last { name in heads.allSatisfy { ancestors[$0]?.contains(name) == true } }
  }

  /// Migrations that form a cycle.
  private static func cycle(in parents: [String: [String]], without ordered: [String: Set<String>]) -> [String] {
    var path: [String] = []
    var next = parents.keys.filter { ordered[$0] == nil }.min()
    while let name = next {
      if let start = path.firstIndex(of: name) { return Array(path[start...]) }
      path.append(name)
      next = parents[name]?.first { ordered[$0] == nil }
    }
    return path
  }
}

/// The reason why migrations can't be put in order.
package enum MigrationOrderError: Error, Hashable, Sendable {
  case duplicate(String)
  /// A migration comes after one that doesn't exist.
  case missing(String, before: String)
  case cycle([String])
  /// The last migrations of several branches. `of` is their last common ancestor.
  case branches([String], of: String?)
  /// Several migrations that don't come after another one.
  case severalFirst([String])
}

extension MigrationOrderError: CustomStringConvertible {
  /// The migrations, and what to do.
  package var description: String { text(for: .sqlite) }

  /// The same for files of a dialect.
  package func text(for dialect: MigrationDialect) -> String {
    func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: " and ") }
    return switch self {
    case .duplicate(let name): "two migrations have the name '\(name)'; rename one of them"
    case .missing(let name, let node):
      "'\(node)' comes after '\(name)', which is missing; restore '\(name)\(dialect.suffix).sql' from version control, or "
        + "correct '@migration(after:)' in '\(node)'"
    case .cycle(let names):
      "the migrations \(list(names)) form a cycle; in one of them, change '@migration(after:)' to a migration outside the cycle"
    case .branches(let names, let fork):
      "the migrations \(list(names)) are branches\(fork.map { " of '\($0)'" } ?? ""); run 'postil migrate merge "
        + "PATH\(dialect.option)'"
    case .severalFirst(let names):
      "the migrations \(list(names)) come after no other one, but only one migration can be the first; add '@migration(after:)' "
        + "to the others"
    }
  }
}

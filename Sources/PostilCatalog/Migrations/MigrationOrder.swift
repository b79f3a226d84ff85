/// In which order several migrations are applied: each after those that it was written upon, ties by name.
///
/// A checkpoint stands for all that leads to the migration that it replaces. Where the files of those are still there, a
/// database that is in the middle of them goes on with them up to the checkpoint, and a new one begins at the checkpoint.
package struct MigrationOrder: Sendable {
  /// A migration, and what has to be known of it to find its place.
  package struct Node: Hashable, Sendable {
    package let name: String
    package let after: [String]
    package let replaces: String?

    package init(name: String, after: [String], replaces: String? = nil) {
      self.name = name
      self.after = after
      self.replaces = replaces
    }
  }

  /// Every migration.
  package let names: [String]
  /// What a new database is made with: every migration but those that the last checkpoint stands for.
  package let namesOfNew: [String]
  /// The last checkpoint; `nil` where there is none.
  package let checkpoint: String?
  /// By migration, all that come before it, near and far.
  package let ancestors: [String: Set<String>]

  /// Orders migrations whose files have been read.
  package init(_ scripts: [MigrationScript]) throws(MigrationOrderError) {
    try self.init(scripts.map { Node(name: $0.name, after: $0.after, replaces: $0.replaces) })
  }

  /// Orders migrations.
  /// - Throws: two of one name, one after a migration that is not there, a circle, or branches without a merge.
  package init(_ nodes: [Node]) throws(MigrationOrderError) {
    let nodes = nodes.sorted { $0.name < $1.name }
    for (node, next) in zip(nodes, nodes.dropFirst()) where node.name == next.name {
      throw .duplicate(node.name)
    }
    let parents = try Self.parents(of: nodes)
    var ancestors: [String: Set<String>] = [:]
    var names: [String] = []
    while names.count < nodes.count {
      let next = nodes.first { node in
        ancestors[node.name] == nil && (parents[node.name] ?? []).allSatisfy { ancestors[$0] != nil }
      }
      guard let next else { throw .cycle(Self.cycle(in: parents, without: ancestors)) }
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

  /// What each comes after directly. A migration that a checkpoint replaces, and whose file is gone, is the checkpoint.
  private static func parents(of nodes: [Node]) throws(MigrationOrderError) -> [String: [String]] {
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

  /// The last migration that all of these come after.
  private static func fork(of heads: [String], _ ancestors: [String: Set<String>], in names: [String]) -> String? {
    names.last { name in heads.allSatisfy { ancestors[$0]?.contains(name) == true } }
  }

  /// Migrations that come after each other in a circle.
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

/// Several migrations have no order in which they can be applied.
package enum MigrationOrderError: Error, Hashable, Sendable {
  case duplicate(String)
  /// The migration comes after one that is not there.
  case missing(String, before: String)
  case cycle([String])
  /// Nothing comes after any of these; the fork is the last that all of them come after.
  case branches([String], of: String?)
  /// None of these comes after another one.
  case severalFirst([String])
}

extension MigrationOrderError: CustomStringConvertible {
  /// Which migrations, and what to do.
  package var description: String {
    func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: " and ") }
    return switch self {
    case .duplicate(let name):
      "there are two migrations '\(name)': give one of them another name"
    case .missing(let name, let node):
      "'\(node)' comes after '\(name)', which is not there: restore the file '\(name).sql' from version control, or name in "
        + "'@migration(after:)' of '\(node)' the migration that it was written upon"
    case .cycle(let names):
      "the migrations \(list(names)) come after each other in a circle: name in '@migration(after:)' of one of them a "
        + "migration outside it"
    case .branches(let names, let fork):
      "the migrations \(list(names)) are branches\(fork.map { " of '\($0)'" } ?? ""), written without each other: "
        + "run 'postil migrate merge PATH'"
    case .severalFirst(let names):
      "the migrations \(list(names)) come after none: only one can be the first, name in '@migration(after:)' of the other the "
        + "migration that it was written upon"
    }
  }
}

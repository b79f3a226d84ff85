import PostilCatalog
import PostilEvolution
import PostilSQLite
import PostilSchema

/// Merges branches: migrations that were written independently, for example in two checkouts.
package struct MigrationMerge {
  let folder: MigrationFolder
  let models: MigrationModels
  /// The last migration of each branch; empty without branches.
  package let heads: [String]
  /// The last migration that all branches have.
  private let fork: String?

  /// Finds the branches of a folder.
  /// - Throws: ``MigrationRefusal`` if its migrations have no order for another reason.
  package init(in folder: MigrationFolder, for models: MigrationModels) throws(MigrationRefusal) {
    self.folder = folder
    self.models = models
    do throws(MigrationOrderError) {
      _ = try MigrationOrder(folder.scripts)
      (heads, fork) = ([], nil)
    } catch {
      guard case .branches(let heads, let fork) = error else {
        throw MigrationRefusal(error.text(for: folder.dialect), at: folder.path)
      }
      (self.heads, self.fork) = (heads, fork)
    }
  }

  /// The migration after all branches, with the statements that are still needed to reach the models; often there are none.
  /// - Throws: ``MigrationRefusal`` if the order of the branches matters, or something must be allowed first.
  package func draft(_ request: MigrationRequest) throws -> MigrationDraft {
    let list = heads.map { "'\($0)'" }.joined(separator: " and ")
    let description = ["Merges \(list), which were written independently. Their order makes no difference."]
    if models.server != nil {
      try refuseSharedChanges()
      return try MigrationDrafting(in: folder, for: models, after: heads, earlier: [])
        .draft(.empty, request, description)
    }
    let drafting = MigrationDrafting(in: folder, for: models, after: heads, earlier: try replayedInEachOrder())
    return try drafting.draft(try drafting.plan(for: request), request, description)
  }

  /// Replays the branches in both orders.
  /// - Returns: the migrations in one of them.
  /// - Throws: ``MigrationRefusal`` if the order makes a difference.
  private func replayedInEachOrder() throws -> [MigrationScript] {
    for head in heads where folder.records[head] != nil {
      _ = try folder.former(after: try scripts(inOrder: [head]), last: head, nil)
    }
    let orders = try heads.withEachPairSwapped.map { try scripts(inOrder: $0) }
    let conflicts = try RecordedBranches(orders[0], in: folder).conflicts
    guard conflicts.isEmpty else {
      throw MigrationRefusal(
        "the branches can't be merged, because they give a column different types", at: folder.path,
        notes: conflicts + [advice])
    }
    var first: DatabaseCatalog?
    for scripts in orders {
      let catalog = try replayed(scripts)
      if let first {
        let differences = CatalogComparison.differences(found: catalog, expected: first)
        guard differences.isEmpty else { throw orderMatters(scripts, differences) }
      }
      first = first ?? catalog
    }
    return orders.first ?? []
  }

  /// No server is needed: the recorded schemas show what each branch changes.
  /// - Throws: ``MigrationRefusal`` if two branches change the same part of the schema, or the models have other changes.
  private func refuseSharedChanges() throws {
    func parts(after name: String?) throws -> PostgreSQLSchemaParts {
      PostgreSQLSchemaParts(try folder.former(after: [], last: name, models.server))
    }
    var merged = try parts(after: fork)
    let conflicts = merged.merge(try heads.map { (name: $0, parts: try parts(after: $0)) })
    guard conflicts.isEmpty else {
      throw MigrationRefusal(
        "the branches can't be merged, because they change the same parts of the schema", at: folder.path,
        notes: conflicts + [
          "write the migration again that was not applied to any database yet: delete its '\(folder.dialect.suffix)' files, merge the "
            + "models, then run 'postil migrate new NAME PATH\(folder.dialect.option)'"
        ])
    }
    let target = FormerSchema(
      catalog: try models.catalog(), schema: models.schema, statements: models.server?.statements.map(\.sql) ?? [])
    let differences = merged.differences(from: PostgreSQLSchemaParts(target))
    guard differences.isEmpty else {
      throw MigrationRefusal(
        "the branches can't be merged, because together they don't lead to the schema of the models; merge them while the models "
          + "have the changes of the branches and no others, and then write another migration", at: folder.path,
        notes: differences)
    }
  }

  private func scripts(inOrder heads: [String]) throws(MigrationRefusal) -> [MigrationScript] {
    var names: [String] = []
    for head in heads {
      do throws(MigrationOrderError) {
        let order = try MigrationOrder(lineage(of: head))
        names += order.namesOfNew.filter { !names.contains($0) }
      } catch {
        throw MigrationRefusal(error.text(for: folder.dialect), at: folder.path)
      }
    }
    return folder.scripts(named: names)
  }

  /// A migration and all migrations before it.
  func lineage(of head: String) -> [MigrationScript] {
    var names: Set<String> = []
    var pending = [head]
    while let name = pending.popLast() {
      guard let script = folder.scripts.first(where: { $0.name == name || $0.replaces == name && !isThere(name) }),
        names.insert(script.name).inserted
      else { continue }
      pending += script.after + [script.replaces].compactMap(\.self)
    }
    return folder.scripts.filter { names.contains($0.name) }
  }

  private func isThere(_ name: String) -> Bool { folder.scripts.contains { $0.name == name } }

  private func replayed(_ scripts: [MigrationScript]) throws -> DatabaseCatalog {
    do {
      return try MigrationReplay.catalog(of: scripts)
    } catch {
      throw MigrationRefusal(
        "the branches can't be merged, because they can't be replayed in the order \(Self.list(scripts)): \(error)",
        at: folder.path,
        notes: [advice])
    }
  }

  private func orderMatters(_ scripts: [MigrationScript], _ differences: [String]) -> MigrationRefusal {
    MigrationRefusal(
      "the branches can't be merged, because their order matters: the order \(Self.list(scripts)) produces another "
        + "schema than the other order", at: folder.path, notes: differences + [advice])
  }

  private var advice: String {
    "rewrite the branch that was not applied to any database yet, after merging the models: "
      + heads.map { "'postil migrate merge PATH --rewrite \($0)'" }.joined(separator: " or ")
  }

  private static func list(_ scripts: [MigrationScript]) -> String {
    scripts.suffix(4).map { "'\($0.name)'" }.joined(separator: ", ")
  }
}

extension [String] {
  /// The given order, and those in which two elements are swapped.
  fileprivate var withEachPairSwapped: [[String]] {
    var orders = [self]
    for first in indices {
      for second in indices where second > first {
        var order = self
        order.swapAt(first, second)
        orders.append(order)
      }
    }
    return orders
  }
}

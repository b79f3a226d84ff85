import PostilCatalog
import PostilEvolution
import PostilSQLite

/// Merges branches: migrations that were written independently, for example in two checkouts.
package struct MigrationMerge {
  let folder: MigrationFolder
  let models: MigrationModels
  /// The last migration of each branch.
  package let heads: [String]

  /// Finds the branches of a folder.
  /// - Throws: ``MigrationRefusal`` if its migrations have no order for another reason.
  package init(in folder: MigrationFolder, for models: MigrationModels) throws(MigrationRefusal) {
    self.folder = folder
    self.models = models
    do throws(MigrationOrderError) {
      _ = try MigrationOrder(folder.scripts)
      heads = []
    } catch {
      guard case .branches(let heads, _) = error else { throw MigrationRefusal("\(error)", at: folder.path) }
      self.heads = heads
    }
  }

  /// The migration after all branches, with the statements that are still needed to reach the models; often there are none.
  /// - Throws: ``MigrationRefusal`` if the order of the branches matters, or something must be allowed first.
  package func draft(_ request: MigrationRequest) throws -> MigrationDraft {
    let orders = try heads.withEachPairSwapped.map { try scripts(inOrder: $0) }
    var first: (catalog: DatabaseCatalog, types: RecordedTypes)?
    for scripts in orders {
      let (catalog, types) = (try replayed(scripts), RecordedTypes(scripts))
      guard let first else {
        first = (catalog, types)
        continue
      }
      try compare(first.catalog, with: catalog, scripts)
      let differences = first.types.schema(of: catalog).map { types.differences(from: $0, in: catalog) } ?? []
      guard differences.isEmpty else { throw orderMatters(scripts, differences) }
    }
    let drafting = MigrationDrafting(in: folder, for: models, after: heads, earlier: orders.first ?? [])
    let list = heads.map { "'\($0)'" }.joined(separator: " and ")
    return try drafting.draft(
      try drafting.plan(for: request), request,
      ["Merges \(list), which were written independently. Their order makes no difference."])
  }

  private func scripts(inOrder heads: [String]) throws(MigrationRefusal) -> [MigrationScript] {
    var names: [String] = []
    for head in heads {
      do throws(MigrationOrderError) {
        let order = try MigrationOrder(lineage(of: head))
        names += order.namesOfNew.filter { !names.contains($0) }
      } catch {
        throw MigrationRefusal("\(error)", at: folder.path)
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

  private func compare(_ first: DatabaseCatalog, with second: DatabaseCatalog, _ scripts: [MigrationScript]) throws {
    let differences = CatalogComparison.differences(found: second, expected: first)
    guard differences.isEmpty else { throw orderMatters(scripts, differences) }
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

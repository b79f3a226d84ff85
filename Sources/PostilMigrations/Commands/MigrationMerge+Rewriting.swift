import PostilEvolution
import PostilSQL

/// Branches whose order matters, such as two that each rebuild the same table: one of them is planned again after the other.
extension MigrationMerge {
  /// A branch that is replaced by one migration after the other branch.
  package struct Rewriting: Sendable {
    /// Its changes, from the schema of the other branch to the models; `nil` if nothing is left to do.
    package let draft: MigrationDraft?
    /// The migrations of the branch, whose files are deleted.
    package let replaced: [String]
    /// The statements of these migrations that change rows and that the plan can't contain, each on one line.
    package let statements: [String]
  }

  /// Plans the changes of a branch again, after the other branch.
  ///
  /// The new migration leads from the schema of the other branch to the models, as `postil migrate new` would plan it, so that it keeps the
  /// rows and what the other branch added to its tables. Databases with a migration of the rewritten branch are refused from then on.
  /// - Parameter head: the last migration of the branch.
  /// - Throws: ``MigrationRefusal`` if there are no two branches, a step comes after a migration of the branch, or something must be
  ///   allowed first.
  package func rewriting(_ head: String, _ request: MigrationRequest) throws -> Rewriting {
    guard heads.count == 2, let other = heads.first(where: { $0 != head }), heads.contains(head) else {
      let list =
        heads.isEmpty ? "there are no branches" : "write one of \(heads.map { "'\($0)'" }.joined(separator: ", "))"
      throw MigrationRefusal(
        heads.count > 2
          ? "only one of two branches can be rewritten, and there are \(heads.count); merge the others first"
          : "'\(head)' isn't the last migration of a branch; \(list)", at: folder.path)
    }
    let kept = Set(lineage(of: other).map(\.name))
    let branch = lineage(of: head).filter { !kept.contains($0.name) }
    let names = Set(branch.map(\.name))
    if let step = folder.steps.first(where: { names.contains($0.after) }) {
      throw MigrationRefusal(
        "'\(head)' can't be rewritten, because the step '\(step.name)' comes after '\(step.after)'; delete its file first, and declare "
          + "the step again after the new migration", at: step.path)
    }
    let drafting = try MigrationDrafting(in: folder.without(names), for: models)
    let plan = try drafting.plan(for: request)
    let list = names.sorted().map { "'\($0)'" }.joined(separator: " and ")
    let draft =
      plan.isEmpty
      ? nil : try drafting.draft(plan, request, ["The changes of \(list), planned again after '\(other)'."])
    let planned = Set(plan.steps.flatMap(\.statements).map(SQLText.onOneLine))
    return Rewriting(
      draft: draft, replaced: branch.map(\.name).sorted(),
      statements: branch.flatMap(Self.changesOfRows).filter { !planned.contains($0) })
  }

  /// The statements of a file that change rows, apart from those that rebuild a table.
  private static func changesOfRows(_ script: MigrationScript) -> [String] {
    script.items.compactMap { item in
      guard case .statement(let statement) = item, let first = SQLLexer.tokens(of: statement.sql).first else {
        return nil
      }
      return first.is(in: ["insert", "update", "delete", "replace", "with"]) ? SQLText.onOneLine(statement.sql) : nil
    }
  }
}

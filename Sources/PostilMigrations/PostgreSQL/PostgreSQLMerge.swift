import PostilEvolution
import PostilSQL

/// Merges branches of migrations for PostgreSQL, from the schemas that were recorded after them.
///
/// No server is needed: what a branch changes is the difference between the schema after its last migration and the schema after the last
/// migration that all branches have. If each part of the schema is changed by one branch at most, and the changes together are the models,
/// the branches can be applied in any order.
package struct PostgreSQLMerge {
  private let folder: MigrationFolder
  private let schemas: [MigrationFolder.File]
  private let models: MigrationModels
  private let target: PostgreSQLModels
  /// The last migration of each branch; empty without branches.
  package let heads: [String]
  /// The last migration that all branches have.
  private let fork: String?

  /// Finds the branches of a folder.
  /// - Throws: ``MigrationRefusal`` if its migrations have no order for another reason.
  package init(
    in folder: MigrationFolder, schemas: [MigrationFolder.File], for models: MigrationModels, _ target: PostgreSQLModels
  ) throws(MigrationRefusal) {
    (self.folder, self.schemas, self.models, self.target) = (folder, schemas, models, target)
    do throws(MigrationOrderError) {
      _ = try MigrationOrder(folder.scripts)
      (heads, fork) = ([], nil)
    } catch {
      guard case .branches(let heads, let fork) = error else {
        throw MigrationRefusal("\(error)".replacing(".sql'", with: ".postgresql.sql'"), at: folder.path)
      }
      (self.heads, self.fork) = (heads, fork)
    }
  }

  /// The migration after all branches. It has no statements.
  /// - Throws: ``MigrationRefusal`` if two branches change the same part of the schema, or the models have other changes.
  package func draft(_ request: MigrationRequest) throws -> PostgreSQLDrafting.Draft {
    let before = Parts(try snapshot(after: fork))
    let branches = try heads.map { (name: $0, parts: Parts(try snapshot(after: $0))) }
    let merged = try merge(before, branches)
    let recorded = try PostgreSQLSnapshot.text(after: request.name, models: models, target.statements)
    let expected = Parts(try parsed(recorded, request.name))
    let differences = merged.differences(from: expected)
    guard differences.isEmpty else {
      throw MigrationRefusal(
        "the branches can't be merged, because together they don't lead to the schema of the models; merge them while the models "
          + "have the changes of the branches and no others, and then write another migration", at: folder.path,
        notes: differences)
    }
    let list = heads.map { "'\($0)'" }.joined(separator: " and ")
    let header = MigrationHeader(
      description: ["Merges \(list), which were written independently. Their order makes no difference."],
      after: heads, schema: models.fingerprint)
    return PostgreSQLDrafting.Draft(
      name: request.name, text: MigrationPlan(steps: [], problems: [], undo: .nothing).text(header), schema: recorded)
  }

  private func snapshot(after name: String?) throws(MigrationRefusal) -> PostgreSQLSnapshot {
    try PostgreSQLDrafting.snapshot(after: name, in: folder, schemas)
  }

  private func parsed(_ text: String, _ name: String) throws(MigrationRefusal) -> PostgreSQLSnapshot {
    do throws(MigrationScriptError) {
      return try PostgreSQLSnapshot(name: name, text: text)
    } catch {
      throw MigrationRefusal(
        "the migration can't be parsed; this is a bug in Postil, and nothing was written", at: folder.path,
        notes: error.problems.map(\.description))
    }
  }

  /// The schema with the changes of all branches.
  private func merge(_ before: Parts, _ branches: [(name: String, parts: Parts)]) throws(MigrationRefusal) -> Parts {
    var merged = before
    var conflicts: [String] = []
    for key in Set(before.texts.keys).union(branches.flatMap(\.parts.texts.keys)).sorted() {
      let changing = branches.filter { $0.parts.texts[key] != before.texts[key] }
      guard let first = changing.first else { continue }
      merged.texts[key] = first.parts.texts[key]
      // An extension or a comment can be added twice.
      let isRepeatable = key.hasPrefix("setting 'CREATE EXTENSION") || key.hasPrefix("comment ")
      let isSame = changing.allSatisfy { $0.parts.texts[key] == first.parts.texts[key] }
      if changing.count > 1, !(isRepeatable && isSame) {
        conflicts.append("\(key) is changed by \(changing.map { "'\($0.name)'" }.joined(separator: " and "))")
      }
    }
    guard conflicts.isEmpty else {
      throw MigrationRefusal(
        "the branches can't be merged, because they change the same parts of the schema", at: folder.path,
        notes: conflicts + [
          "write the migration again that was not applied to any database yet: delete its '.postgresql' files, merge the models, "
            + "then run 'postil migrate new NAME PATH --dialect postgresql'"
        ])
    }
    return merged
  }

  /// The parts of a schema that branches can change independently.
  private struct Parts {
    /// Their SQL, or the type of a column's values, by `column 'item.title'`.
    var texts: [String: String] = [:]

    init(_ snapshot: PostgreSQLSnapshot) {
      let shape = PostgreSQLShape(snapshot.statements)
      for table in shape.tables {
        texts["table '\(table.name)'"] = ""
        for column in table.columns { texts["column '\(table.name).\(column.name)'"] = column.definition }
        for constraint in table.constraints {
          texts["constraint '\(table.name).\(constraint.name)'"] = constraint.tokens.onOneLine
        }
      }
      for object in shape.objects {
        let name = object.kind == .distribution ? object.table : object.name
        texts["\(object.kind) '\(name)'"] = object.tokens[...].onOneLine
      }
      for (column, type) in snapshot.models.types ?? [:] { texts["type of '\(column)'"] = type }
    }

    func differences(from models: Parts) -> [String] {
      Set(texts.keys).union(models.texts.keys).sorted().compactMap { key in
        switch (texts[key], models.texts[key]) {
        case (nil, _?): "\(key) is missing in the branches"
        case (_?, nil): "\(key) isn't in the models"
        case (let found, let expected): found == expected ? nil : "\(key) differs from the models"
        }
      }
    }
  }
}

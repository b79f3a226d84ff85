import PostilEvolution
import PostilSchema

extension MigrationDrafting {
  /// Two migrations for the changes of the models, between which the running version and the new one can both run.
  /// - Parameters:
  ///   - request: the first one.
  ///   - second: the name of the second one.
  ///   - batchSize: about how many rows are filled in one transaction.
  /// - Returns: nothing if there is no difference. The first one has no recorded schema.
  /// - Throws: ``MigrationRefusal`` if a change can't be made in this way, or the migrations aren't for PostgreSQL.
  package func expansion(_ request: MigrationRequest, second: String, batchSize: Int) throws -> [MigrationDraft] {
    guard let server = models.server else {
      throw MigrationRefusal("an SQLite file is migrated by the program that opens it, in one step", at: folder.path)
    }
    let former = try former()
    let expansion = try planner(from: former, for: request).expansion(
      postgreSQL: former.statements, to: server, batchSize: batchSize)
    try refuseUnanswered(expansion.expand)
    guard !expansion.contract.isEmpty else { return [] }
    let reason = "it is one of two steps; to go back, write a migration"
    let sentence = MigrationName.sentence(request.name)
    guard !expansion.expand.isEmpty else {
      let only = MigrationHeader(
        description: [
          "\(sentence) The new version needs no change before: '--contract' applies it when every instance runs that version."
        ],
        after: after, schema: models.fingerprint, waits: true)
      return [
        try parsed(
          MigrationDraft(
            name: request.name, text: expansion.contract.text(only), record: try record(),
            undoReason: "it is a contract; to go back, write a migration"))
      ]
    }
    let expand = MigrationHeader(
      description: ["\(sentence) The first of two steps: the running version and the new one can both run."],
      after: after, schema: models.fingerprint, overlaps: true)
    let contract = MigrationHeader(
      description: ["The second step, when every instance runs the new version: '--contract' applies it."],
      after: [request.name], schema: models.fingerprint, waits: true)
    return [
      try parsed(MigrationDraft(name: request.name, text: expansion.expand.text(expand), undoReason: reason)),
      try parsed(
        MigrationDraft(
          name: second, text: expansion.contract.text(contract), record: try record(), undoReason: reason)),
    ]
  }

  private func parsed(_ draft: MigrationDraft) throws -> MigrationDraft {
    _ = try parsed(draft.text, as: draft.name, isUndo: false)
    return draft
  }
}

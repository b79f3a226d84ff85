import PostilSchema

/// Checks the full-text indexes with SQLite: whether FTS5 is available, each tokenizer, and each list of prefix lengths.
struct FullTextVerifier {
  let report: DiagnosticReport

  static func verify(_ graph: ModelGraph, report: DiagnosticReport) throws(ScratchDatabase.Failure) {
    let indexes = graph.models.compactMap { model in
      model.table.fullText.flatMap { index in model.origin.fullText.map { (index: index, origin: $0) } }
    }
    guard let first = indexes.first else { return }
    let verifier = FullTextVerifier(report: report)
    let database = try ScratchDatabase()
    if let message = verifier.refusal(of: FullTextIndex(name: "trial", key: "id", columns: ["text"]), in: database) {
      return report.error(Message.fullTextMissing(message), at: first.origin.place)
    }
    for (index, origin) in indexes { verifier.verify(index, origin, in: database) }
  }

  private func verify(_ whole: FullTextIndex, _ origin: FullTextOrigin, in database: ScratchDatabase) {
    var index = whole
    index.tokenizer = nil
    index.prefixes = nil
    if let message = refusal(of: index, in: database) {
      return report.error(Message.fullTextRefused(message), at: origin.place)
    }
    if let tokenizer = whole.tokenizer {
      index.tokenizer = tokenizer
      if let message = refusal(of: index, in: database) {
        return report.error(Message.tokenizerRefused(tokenizer, message), at: origin.tokenizer ?? origin.place)
      }
    }
    if let prefixes = whole.prefixes {
      index.prefixes = prefixes
      if let message = refusal(of: index, in: database) {
        report.error(Message.prefixesRefused(prefixes, message), at: origin.prefixes ?? origin.place)
      }
    }
  }

  /// SQLite's error message about an index; `nil` if SQLite accepts it.
  private func refusal(of index: FullTextIndex, in database: ScratchDatabase) -> String? {
    let table = Table(
      name: "content", columns: [], primaryKey: KeyConstraint(name: "", columns: [index.key]), fullText: index)
    let statement = Schema(tables: [table]).script().statements.first { $0.object == .fullTextTable }
    do throws(ScratchDatabase.Failure) {
      try database.rehearse([statement?.sql ?? ""])
      return nil
    } catch {
      return error.message
    }
  }
}

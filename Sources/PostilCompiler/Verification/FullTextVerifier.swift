import PostilSchema

/// Has SQLite judge the indexes of words: whether it has FTS5 at all, then each way to cut words and each list of lengths.
struct FullTextVerifier {
  let resolver: Resolver
  let report: DiagnosticReport

  static func verify(_ resolver: Resolver, report: DiagnosticReport) throws(ScratchDatabase.Failure) {
    let states = resolver.models.compactMap(\.fullText)
    guard let first = states.first else { return }
    let verifier = FullTextVerifier(resolver: resolver, report: report)
    let database = try ScratchDatabase()
    if let message = verifier.refusal(of: FullTextIndex(name: "trial", key: "id", columns: ["text"]), in: database) {
      return report.error(Message.fullTextMissing(message), at: first.note.place)
    }
    for state in states { verifier.verify(state, in: database) }
  }

  private func verify(_ state: FullTextState, in database: ScratchDatabase) {
    var index = state.index
    index.tokenizer = nil
    index.prefixes = nil
    if let message = refusal(of: index, in: database) {
      return report.error(Message.fullTextRefused(message), at: state.note.place)
    }
    if let literal = state.note.strings["tokenize"] {
      index.tokenizer = literal.text
      if let message = refusal(of: index, in: database) {
        return report.error(Message.tokenizerRefused(literal.text, message), at: state.note.place(of: literal))
      }
    }
    if let literal = state.note.strings["prefix"] {
      index.prefixes = literal.text
      if let message = refusal(of: index, in: database) {
        report.error(Message.prefixesRefused(literal.text, message), at: state.note.place(of: literal))
      }
    }
  }

  /// SQLite's message against an index, `nil` where it takes it.
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

import PostilCompiler
import PostilSQL
import PostilSchema

/// Checks whether PostgreSQL supports a schema, and reports what it doesn't support at the annotation.
struct PostgreSQLVerifier {
  let resolver: Resolver
  let report: DiagnosticReport

  static func verify(_ resolver: Resolver, graph: ModelGraph, report: DiagnosticReport) {
    let verifier = PostgreSQLVerifier(resolver: resolver, report: report)
    verifier.verifyNames()
    verifier.verifyCollations()
    verifier.verifyFiring()
    for refused in PostgreSQLDDL(graph.schema).refusals { verifier.report(refused) }
  }

  // MARK: Names

  /// The columns that every table of PostgreSQL's has. Source: PostgreSQL 15, "System Columns".
  private static let systemColumns: Set<String> = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"]

  private func verifyNames() {
    for state in resolver.models where state.isTable || state.isView {
      if state.tableName.foldedName.hasPrefix("pg_") {
        report.error(PostgreSQLMessage.reservedTable(state.tableName), at: state.tablePlace)
      }
      guard state.isTable else { continue }
      for property in state.properties where Self.systemColumns.contains(property.column) {
        report.error(PostgreSQLMessage.systemColumn(property.column), at: property.place)
      }
      for property in state.properties where property.type.stored.base == .any {
        report.error(PostgreSQLMessage.anyValue(property.name), at: property.place)
      }
    }
  }

  private func verifyCollations() {
    for state in resolver.models where state.isTable {
      for property in state.properties {
        guard let collation = property.collation, !["NOCASE", "BINARY"].contains(collation),
          let note = property.source.note("collate")
        else { continue }
        report.error(PostgreSQLMessage.refused(.collation(collation)), at: note.place)
      }
    }
  }

  // MARK: Triggers

  /// SQLite runs no trigger again while it runs, PostgreSQL does. Source: SQLite, "PRAGMA recursive_triggers".
  private func verifyFiring() {
    let triggers = resolver.snippets.compactMap {
      snippet -> (snippet: SQLSnippet, event: TriggerEvent, table: String)? in
      guard snippet.kind == .triggerStatement, let event = snippet.event else { return nil }
      return (snippet, event, resolver.models[snippet.model].tableName)
    }
    /// The pieces that each piece fires.
    let fired = triggers.map { trigger in
      let changes = PostgreSQLTrigger.changes(of: trigger.snippet.literal.text)
      return triggers.indices.filter { index in
        let (event, table) = (triggers[index].event, triggers[index].table)
        return changes.contains { change in
          change.action == event.action && change.table.foldedName == table.foldedName
            && (event.columns.isEmpty
              || change.columns.contains { name in
                event.columns.contains { $0.foldedName == name.foldedName }
              })
        }
      }
    }
    for (index, trigger) in triggers.enumerated() {
      var seen: Set<Int> = []
      var open = fired[index]
      while let next = open.popLast() {
        if triggers[next].snippet.place == trigger.snippet.place {
          report.error(PostgreSQLMessage.refused(.refiring(trigger.event.action)), at: trigger.snippet.place(of: 0))
          break
        }
        // All pieces of one trigger run together.
        let whole = triggers.indices.filter { triggers[$0].snippet.place == triggers[next].snippet.place }
        for piece in whole where seen.insert(piece).inserted { open += fired[piece] }
      }
    }
  }

  // MARK: What was refused

  private func report(_ refused: PostgreSQLDDL.Refused) {
    let model = resolver.models.first { $0.tableName == refused.table }
    // The collations of columns were reported at their annotations.
    if case .collation = refused.refusal.reason, refused.sql == nil, model?.stated == nil { return }
    let message = PostgreSQLMessage.refused(refused.refusal.reason)
    if let place = place(of: refused) ?? model?.stated?.place { return report.error(message, at: place) }
    let object = "\(refused.table)\(refused.name.map { ".\($0)" } ?? "")"
    let whole = PostgreSQLMessage.object(object, message)
    if let model { report.error(whole, at: model.place) } else { report.error(whole) }
  }

  /// Where the refused SQL was written, or `nil` if it is not from the source.
  private func place(of refused: PostgreSQLDDL.Refused) -> SourcePlace? {
    guard let sql = refused.sql else {
      guard case .tokenizer = refused.refusal.reason,
        let state = resolver.models.first(where: { $0.fullText?.index.name == refused.name })?.fullText,
        let literal = state.note.strings["tokenize"]
      else { return nil }
      return state.note.place(of: literal)
    }
    let candidates = resolver.snippets.filter { snippet in
      resolver.state(of: snippet).tableName == refused.table || snippet.embedded != nil
    }
    for snippet in candidates {
      guard case .success(let scanned) = SnippetScanner.scan(snippet.literal.text) else { continue }
      if snippet.literal.text == sql { return snippet.place(of: refused.refusal.offset) }
      if scanned == sql {
        // Spaces were removed, so bytes other than spaces are counted.
        return snippet.place(of: Self.offset(refused.refusal.offset, in: sql, as: snippet.literal.text))
      }
      if SQLLines.trimmed(snippet.literal.text) == sql {
        return snippet.place(of: Self.offset(refused.refusal.offset, in: sql, as: snippet.literal.text))
      }
      // An embedded struct's check has other names in the model that embeds it.
      if snippet.embedded != nil, snippet.kind == .check,
        areAlike(SQLLexer.tokens(of: scanned).names, SQLLexer.tokens(of: sql).names)
      {
        return snippet.place(of: 0)
      }
    }
    return nil
  }

  /// Whether names differ by a prefix only.
  private func areAlike(_ short: [String], _ long: [String]) -> Bool {
    short.count == long.count && zip(short, long).allSatisfy { $1.hasSuffix($0) }
  }

  /// Converts an offset in a text without some of its spaces to the offset in the text as written.
  static func offset(_ offset: Int, in short: String, as long: String) -> Int {
    let count = short.utf8.prefix(offset).count { $0 > 0x20 }
    var passed = 0
    for (index, byte) in long.utf8.enumerated() where byte > 0x20 {
      if passed == count { return index }
      passed += 1
    }
    return long.utf8.count
  }
}

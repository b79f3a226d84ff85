import PostilCompiler
import PostilSQL
import PostilTranslation
import PostilSchema

/// Checks whether PostgreSQL supports a schema, and reports what it doesn't support at the annotations.
struct PostgreSQLVerifier {
  let graph: ModelGraph
  let report: DiagnosticReport

  static func verify(_ graph: ModelGraph, checksQueries: Bool = false, report: DiagnosticReport) {
    let verifier = PostgreSQLVerifier(graph: graph, report: report)
    verifier.verifyNames()
    verifier.verifyCollations()
    verifier.verifyFiring()
    PartitionVerifier(report: report).verify(graph)
    let ddl = PostgreSQLDDL(graph.schema)
    for refused in ddl.refusals { verifier.report(refused) }
    if checksQueries { verifier.verifyQueries(ddl.translator) }
  }

  // MARK: Queries

  /// Named queries, which a store translates when they are run.
  private func verifyQueries(_ translator: PostgreSQLTranslator) {
    for model in graph.structs {
      for query in model.queries {
        do throws(PostgreSQLRefusal) {
          _ = try translator.statement(query.statement(of: model), bound: [])
        } catch {
          report.error(PostgreSQLMessage.refused(error.reason), at: query.place)
        }
      }
    }
  }

  // MARK: Names

  /// The columns of every table in PostgreSQL. Source: PostgreSQL 15, "System Columns".
  private static let systemColumns: Set<String> = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"]

  private func verifyNames() {
    for model in graph.models + graph.views {
      if model.table.name.foldedName.hasPrefix("pg_") {
        report.error(PostgreSQLMessage.reservedTable(model.table.name), at: model.tableNamePlace)
      }
      guard !model.isView else { continue }
      for column in model.origin.columns where Self.systemColumns.contains(column.name) {
        report.error(PostgreSQLMessage.systemColumn(column.name), at: column.place)
      }
      for column in model.origin.columns where column.type.stored.base == .any {
        report.error(PostgreSQLMessage.anyValue(column.property), at: column.place)
      }
    }
  }

  private func verifyCollations() {
    for model in graph.models {
      for column in model.table.columns {
        guard let collation = column.collation, !["NOCASE", "BINARY"].contains(collation),
          let place = model.origin.column(column.name)?.annotations["collate"]
        else { continue }
        report.error(PostgreSQLMessage.refused(.collation(collation)), at: place)
      }
    }
  }

  // MARK: Triggers

  /// SQLite doesn't fire a trigger again while it runs; PostgreSQL does. Source: SQLite, "PRAGMA recursive_triggers".
  private func verifyFiring() {
    let triggers = graph.models.flatMap { model in
      model.origin.snippets.compactMap { snippet -> (snippet: SQLSnippet, event: TriggerEvent, table: String)? in
        guard snippet.kind == .triggerStatement, let event = snippet.event else { return nil }
        return (snippet, event, model.table.name)
      }
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
        // All pieces of a trigger run together.
        let whole = triggers.indices.filter { triggers[$0].snippet.place == triggers[next].snippet.place }
        for piece in whole where seen.insert(piece).inserted { open += fired[piece] }
      }
    }
  }

  // MARK: What was refused

  private func report(_ refused: PostgreSQLDDL.Refused) {
    let model = graph.structs.first { $0.table.name == refused.table }
    // Unsupported collations of columns were reported at their annotations.
    if case .collation = refused.refusal.reason, refused.sql == nil, model?.table.statement == nil { return }
    let message = PostgreSQLMessage.refused(refused.refusal.reason)
    if let place = place(of: refused) ?? model?.origin.statement { return report.error(message, at: place) }
    let object = "\(refused.table)\(refused.name.map { ".\($0)" } ?? "")"
    let whole = PostgreSQLMessage.object(object, message)
    if let model { report.error(whole, at: model.place) } else { report.error(whole) }
  }

  /// The place of the unsupported SQL; `nil` if it isn't from the source.
  private func place(of refused: PostgreSQLDDL.Refused) -> SourcePlace? {
    guard let sql = refused.sql else {
      guard case .tokenizer = refused.refusal.reason,
        let model = graph.models.first(where: { $0.table.fullText?.name == refused.name })
      else { return nil }
      return model.origin.fullText?.tokenizer
    }
    let own = graph.structs.filter { $0.table.name == refused.table }.flatMap(\.origin.snippets)
    let embedded = graph.embeddedTables.flatMap(\.origin.snippets)
    for (index, snippet) in (own + embedded).enumerated() {
      guard case .success(let scanned) = SnippetScanner.scan(snippet.literal.text) else { continue }
      if snippet.literal.text == sql { return snippet.place(of: refused.refusal.offset) }
      if scanned == sql {
        // Spaces were removed, so bytes other than spaces are counted.
        return snippet.place(of: Self.offset(refused.refusal.offset, in: sql, as: snippet.literal.text))
      }
      if SQLLines.trimmed(snippet.literal.text) == sql {
        return snippet.place(of: Self.offset(refused.refusal.offset, in: sql, as: snippet.literal.text))
      }
      // An embedded struct's check uses other names in the model that embeds it.
      if index >= own.count, snippet.kind == .check,
        areAlike(SQLLexer.tokens(of: scanned).names, SQLLexer.tokens(of: sql).names)
      {
        return snippet.place(of: 0)
      }
    }
    return nil
  }

  /// Whether the names differ only by a prefix.
  private func areAlike(_ short: [String], _ long: [String]) -> Bool {
    short.count == long.count && zip(short, long).allSatisfy { $1.hasSuffix($0) }
  }

  /// Converts an offset in a text without some of its spaces to an offset in the text as written.
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

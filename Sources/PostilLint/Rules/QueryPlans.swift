import PostilCompiler
import PostilSQL
import PostilSchema

/// Named queries that scan whole tables or sort their rows although an index would avoid it.
///
/// SQLite explains the plan of the query, then the plan with each index that the conditions and the order of the query
/// suggest. A finding names an index only if the plan with it no longer has the problem.
enum QueryPlans {
  static func findings(in subject: LintSubject) -> [Finding] {
    let graph = subject.graph
    guard graph.structs.contains(where: { !$0.queries.isEmpty }), let database = try? ScratchDatabase(schemaOf: graph)
    else { return [] }
    let columns = Dictionary(
      (graph.models + graph.views).map { ($0.table.name.foldedName, $0.origin.columns) },
      uniquingKeysWith: { first, _ in first })
    return graph.structs.flatMap { model in
      model.queries.flatMap { PlanReview($0, of: model, in: graph, columns: columns, database: database).findings }
    }
  }
}

/// A named query, its plan, and the indexes that improve it.
private struct PlanReview {
  let query: ResolvedQuery
  let model: ResolvedModel
  let graph: ModelGraph
  let sql: String
  let database: ScratchDatabase
  let reader: QueryConditionsReader

  init(
    _ query: ResolvedQuery, of model: ResolvedModel, in graph: ModelGraph, columns: [String: [ColumnOrigin]],
    database: ScratchDatabase
  ) {
    self.query = query
    self.model = model
    self.graph = graph
    self.database = database
    sql = query.statement(of: model)
    let tokens = SQLLexer.tokens(of: query.written)
    let isCompleting = if case .completing = query.form { true } else { false }
    let tables = Set(graph.models.map { $0.table.name.foldedName })
    reader = QueryConditionsReader(
      tokens, columns: QueryColumns(tokens, of: columns, own: isCompleting ? model.table.name : nil),
      columnsOfTables: columns.filter { tables.contains($0.key) })
  }

  /// The problems of a plan, the worst first.
  private struct Faults {
    /// The tables that are scanned completely although a condition limits their rows.
    var scans: [String]
    var sorting: Int
    /// The number of conditions that use an index. It decides between two plans without problems.
    var served: Int

    func isBetter(than other: Faults) -> Bool {
      (scans.count, sorting, -served) < (other.scans.count, other.sorting, -other.served)
    }
  }

  private func faults(with indexes: [IndexCandidate] = []) -> Faults? {
    database.plan(of: sql, with: indexes).map { plan in
      Faults(
        scans: plan.scans.compactMap { name in
          reader.tables(named: name).first { reader.conditions[$0]?.isConditional == true }
        }, sorting: plan.sorting, served: plan.served)
    }
  }

  var findings: [Finding] {
    guard var faults = faults() else { return [] }
    var findings: [Finding] = []
    var added: [IndexCandidate] = []
    while !faults.scans.isEmpty || faults.sorting == 2, let cure = bestCure(of: faults, beside: added) {
      let cured = faults.scans.first { table in
        faults.scans.count { $0 == table } > cure.faults.scans.count { $0 == table }
      }
      findings.append(
        cured.map { finding(.fullScan, Message.fullScan(name, table: $0, cure: cureText(cure.indexes))) }
          ?? finding(.unindexedSort, Message.unindexedSort(name, cure: cureText(cure.indexes))))
      added += cure.indexes
      faults = cure.faults
    }
    for table in Set(faults.scans).sorted() where reader.conditions[table]?.isRestricted == true {
      var scan = finding(.fullScan, Message.fullScan(name, table: table, cure: nil))
      scan.changesSchema = false
      findings.append(scan)
    }
    return findings
  }

  // MARK: Cures

  private struct Cure {
    var indexes: [IndexCandidate]
    var faults: Faults
  }

  /// The index with which the plan has the fewest problems; `nil` if no index improves it.
  private func bestCure(of faults: Faults, beside added: [IndexCandidate]) -> Cure? {
    var best: Cure?
    let tables = reader.conditions.keys.sorted()
    for table in tables {
      for candidate in reader.conditions[table]?.candidates(on: name(of: table)) ?? [] {
        guard let with = self.faults(with: added + [candidate]), isCured(faults, by: with) else { continue }
        guard let other = best else {
          best = Cure(indexes: [candidate], faults: with)
          continue
        }
        let isShorter = candidate.terms.count < other.indexes[0].terms.count
        if with.isBetter(than: other.faults) || isShorter && !other.faults.isBetter(than: with) {
          best = Cure(indexes: [candidate], faults: with)
        }
      }
    }
    return best ?? severalIndexes(of: faults, beside: added)
  }

  /// Whether the other plan has fewer problems. A partial sort isn't a problem.
  private func isCured(_ faults: Faults, by other: Faults) -> Bool {
    other.scans.count < faults.scans.count
      || other.scans.count == faults.scans.count && faults.sorting == 2 && other.sorting < 2
  }

  /// Indexes that only help together, for conditions combined with `OR`.
  private func severalIndexes(of faults: Faults, beside added: [IndexCandidate]) -> Cure? {
    for table in Set(faults.scans).sorted() {
      var indexes = reader.conditions[table]?.singleTerms(on: name(of: table)) ?? []
      guard indexes.count > 1, var with = self.faults(with: added + indexes), isCured(faults, by: with) else {
        continue
      }
      for index in indexes {
        let fewer = indexes.filter { $0 != index }
        guard let without = self.faults(with: added + fewer), isCured(faults, by: without) else { continue }
        (indexes, with) = (fewer, without)
      }
      return Cure(indexes: indexes, faults: with)
    }
    return nil
  }

  // MARK: Findings

  private var name: String { query.name }

  private func name(of table: String) -> String {
    graph.models.first { $0.table.name.foldedName == table }?.table.name ?? table
  }

  /// `'@index(dueAt)' on 'Item'`
  private func cureText(_ indexes: [IndexCandidate]) -> String {
    let owner = graph.models.first { $0.table.name == indexes.first?.table }?.swiftName ?? ""
    return "\(Message.list(indexes.map(\.note))) on '\(owner)'"
  }

  private func finding(_ code: LintCode, _ message: String) -> Finding {
    Finding(code: code, message: message, place: query.place, model: model.swiftName)
  }
}

import PostilCompiler
import PostilSQL
import PostilSchema

/// Checks whether Citus can distribute the tables as annotated.
///
/// Sources: Citus 12, "Creating and Modifying Distributed Tables (DDL)", section "Adding/Removing Constraints"; `create_distributed_table`;
/// "SQL Support and Workarounds"; the comment of `ErrorIfUnsupportedForeignConstraintExists` in Citus' `foreign_constraint.c`.
struct CitusVerifier {
  let graph: ModelGraph
  let report: DiagnosticReport
  let tables: CitusTables

  static func verify(_ graph: ModelGraph, report: DiagnosticReport) {
    guard graph.models.contains(where: { $0.table.distribution != nil }) else { return }
    let verifier = CitusVerifier(graph: graph, report: report, tables: CitusTables(graph.schema))
    for model in graph.models where model.module == nil {
      if verifier.verifyColumn(of: model) {
        verifier.verifyKeys(of: model)
        verifier.verifyReferences(of: model)
      }
      verifier.verifyTriggers(of: model)
    }
    for table in graph.schema.tables where table.isJoinTable { verifier.verifyJoin(table) }
  }

  private func model(_ table: String) -> ResolvedModel? {
    graph.models.first { $0.table.name.foldedName == table.foldedName }
  }

  private func place(_ model: ResolvedModel) -> SourcePlace {
    model.origin.annotations["distributed"] ?? model.origin.annotations["referenceTable"] ?? model.place
  }

  // MARK: The distribution column

  /// - Returns: `false` if the table is distributed by a column that is missing or not allowed.
  private func verifyColumn(of model: ResolvedModel) -> Bool {
    let annotations = model.origin.annotations
    if annotations["distributed"] != nil, let other = annotations["referenceTable"] {
      report.error(CitusMessage.twice, at: other)
    }
    guard case .column(let name) = model.table.distribution else { return true }
    guard let (property, column) = model.column(named: name) else {
      let parts = model.origin.columns.filter { $0.declaredName == name }.map(\.property)
      let message =
        parts.isEmpty
        ? CitusMessage.unknownProperty(name, model: model.swiftName) : CitusMessage.severalColumns(name, parts)
      report.error(message, at: place(model))
      return false
    }
    if column.isNullable { report.error(CitusMessage.nullable(property), at: place(model)) }
    if column.generation != nil { report.error(CitusMessage.generated(property), at: place(model)) }
    return !column.isNullable && column.generation == nil
  }

  // MARK: Keys

  private func verifyKeys(of model: ResolvedModel) {
    guard case .column(let name) = model.table.distribution else { return }
    for key in model.keys(without: name) {
      report.error(
        CitusMessage.key(key.text, distribution: model.property(of: name), fix: key.fix), at: key.place ?? place(model))
    }
  }

  // MARK: References

  private func verifyReferences(of model: ResolvedModel) {
    for key in model.table.foreignKeys {
      let place = model.origin.references.first { $0.columns == key.columns }?.place ?? model.place
      if let message = problem(with: key, of: model.table.name, named: model.swiftName) {
        report.error(message, at: place)
      }
    }
  }

  /// The reason why Citus refuses a foreign key.
  private func problem(with key: ForeignKey, of table: String, named name: String) -> String? {
    let target = model(key.referencedTable)?.swiftName ?? key.referencedTable
    switch (tables[table], tables[key.referencedTable]) {
    case (nil, nil), (nil, .reference), (.reference, .reference): return nil
    case (nil, .column): return CitusMessage.fromLocal(name, target)
    case (.reference, .column): return CitusMessage.fromReference(name, target)
    case (.reference, nil):
      let isCascading = key.onDelete == .cascade || key.onDelete == .nullify
      return isCascading ? CitusMessage.fromReferenceToLocal(name, target, rule: key.onDelete.rawValue) : nil
    case (.column, nil): return CitusMessage.toLocal(target)
    case (.column(let own), .reference):
      return key.onDelete == .nullify && key.columns.contains(own) ? CitusMessage.nullified(own) : nil
    case (.column(let own), .column(let other)):
      guard zip(key.columns, key.referencedColumns).contains(where: { $0 == (own, other) }) else {
        return CitusMessage.separated(target, own: own, other: other)
      }
      return key.onDelete == .nullify ? CitusMessage.nullified(own) : nil
    }
  }

  /// The references of a join table, at the relationship.
  private func verifyJoin(_ table: Table) {
    let distributed = table.foreignKeys.filter { if case .column = tables[$0.referencedTable] { true } else { false } }
    for side in table.pairedSides {
      guard let model = model(side.table), model.module == nil,
        let relationship = model.origin.relationships.first(where: {
          $0.isDeclaredHere && SnakeCase.name($0.name) == side.name
        })
      else { continue }
      let message =
        distributed.count > 1
        ? CitusMessage.joined(relationship.name)
        : table.foreignKeys.lazy.compactMap { problem(with: $0, of: table.name, named: table.name) }.first
      if let message { return report.error(message, at: relationship.place) }
    }
  }

  // MARK: Triggers

  private func verifyTriggers(of model: ResolvedModel) {
    if model.table.distribution != nil, let exclusion = model.table.exclusions.first {
      report.error(
        CitusMessage.exclusion(exclusion.name, model.swiftName), at: model.origin.annotations["exclude"] ?? place(model)
      )
    }
    guard model.table.distribution != nil, let trigger = model.table.triggers.first else { return }
    report.error(CitusMessage.trigger(trigger.name, model.swiftName), at: place(model))
  }
}

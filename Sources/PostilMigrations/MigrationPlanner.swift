import PostilCatalog
import PostilEvolution
import PostilSQL
import PostilSQLite
import PostilSchema

/// Compares the schema of the migrations with the schema of the models, and plans the steps between them. It runs nothing.
///
/// The comparison is by the meaning of the SQL: comments and the order of columns are ignored. The models add
/// information that the SQL doesn't contain: former names, the meaning of a column's values, and the values of new
/// columns in existing rows.
///
///  step | reason for its position |
/// |---|---|
///  drop triggers that change, or that the next steps would fire | nothing depends on a trigger |
///  rename | while every view is valid, SQLite rewrites references to renamed objects |
///  drop views and full-text indexes that change | they would block changes of their tables |
///  create tables, change tables, drop old tables | a reference never deletes rows of a table that stays; a table is changed before those whose old keys it looks up |
/// | fill full-text indexes | from the final rows |
/// | create views and triggers | they read the final tables |
package struct MigrationPlanner {
  let from: SchemaShape
  let to: SchemaShape
  let allowances: [MigrationAllowance]
  private let engine: SQLiteVersion
  let history: RenameHistory?

  /// Creates a planner.
  /// - Parameters:
  /// - from: the schema that the existing migrations produce.
  /// - to: the schema that the DDL of the models produces.
  /// - schema: the models of `to`.
  /// - formerSchema: the models of `from`, if known.
  /// - allowing: the allowances passed on the command line.
  /// - engine: the oldest SQLite version that will run the script.
  /// - history: the names that the existing migrations swapped; `nil` if that is unknown.
  package init(
    from: DatabaseCatalog, to: DatabaseCatalog, schema: Schema?, formerSchema: Schema? = nil,
    allowing: [MigrationAllowance] = [], engine: SQLiteVersion = .floor, history: RenameHistory? = RenameHistory()
  ) {
    self.from = SchemaShape(from, schema: formerSchema)
    self.to = SchemaShape(to, schema: schema)
    allowances = allowing
    self.engine = engine
    self.history = history
  }

  /// The plan. The same input gives the same plan on every machine.
  package func plan() -> MigrationPlan {
    var builder = self.builder(engine)
    builder.build()
    var plan = MigrationPlan(steps: builder.steps, problems: builder.problems, undo: .nothing)
    if !plan.steps.isEmpty { plan.undo = undo(of: plan, renames: builder.renames) }
    return plan
  }

  /// The builder of the steps, with the problems of renames.
  func builder(_ engine: SQLiteVersion, isServer: Bool = false) -> PlanBuilder {
    var resolution = RenameResolution(from: from, to: to, history: history)
    resolution.resolve()
    var renames = resolution.renames
    renames.values = ValueRenames.resolved(from: from, to: to, renames)
    var builder = PlanBuilder(
      from: from, to: to, renames: renames, allowances: allowances, isUndo: false, engine: engine)
    (builder.isServer, builder.problems) = (isServer, resolution.problems)
    return builder
  }

  private func undo(of plan: MigrationPlan, renames: Renames) -> MigrationUndo {
    if let reason = lossReason(of: plan, renames: renames) { return .impossible(reason: reason) }
    var builder = undoBuilder(renames, engine)
    builder.build()
    return .script(MigrationPlan(steps: builder.steps, problems: [], undo: .nothing))
  }

  /// The builder of the steps back. Values that were converted to the models' types are converted back to their assumed types.
  func undoBuilder(_ renames: Renames, _ engine: SQLiteVersion, isServer: Bool = false) -> PlanBuilder {
    var back = from
    back.schema = from.schema ?? assumedSchema(renames)
    var builder = PlanBuilder(
      from: to, to: back, renames: renames.reversed(from: from), allowances: [], isUndo: true, engine: engine)
    builder.isServer = isServer
    return builder
  }

  /// The reason why the old values can't be restored; `nil` if they can.
  func lossReason(of plan: MigrationPlan, renames: Renames) -> String? {
    if let counts = from.tables.first(where: { from.isCounts($0) && to.table($0.key) == nil }) {
      return "the positions that '\(counts.name)' counted aren't counted again"
    }
    let losses = plan.findings.filter { $0.code.isLoss && !$0.code.isLock && !$0.query.isEmpty }
    if let first = losses.first {
      let others =
        losses.count > 1
        ? ", and there \(losses.count == 2 ? "is 1 more loss" : "are \(losses.count - 1) more losses")" : ""
      return "'\(first.subject)' loses its values (\(first.code.rawValue))\(others)"
    }
    for (table, columns) in renames.values.sorted(by: { $0.key < $1.key }) {
      let ambiguous = columns.filter { !$0.value.isUnambiguous }.min { $0.key < $1.key }
      guard let (column, values) = ambiguous else { continue }
      let subject = "\(renames.newTable(table)).\(renames.newColumn(column, of: table))"
      return "the old values of '\(subject)' can't be told apart anymore (\(values.phrase))"
    }
    return nil
  }

  /// The schema with the assumed types of the old columns.
  private func assumedSchema(_ renames: Renames) -> Schema {
    Schema(
      tables: zip(from.tables, from.whole.tables).map { old, described in
        var table = described
        table.statement = old.table.sql
        let new = to.table(renames.newTable(old.name).foldedName)
        table.columns = old.columns.compactMap { column in
          let name = renames.newColumn(column.name, of: old.name).foldedName
          guard let new, let now = new.column(name) else { return nil }
          let former = from.meaning(of: column, in: old)
          let type = former.isKnown ? former.type : Conversion.assumed(former, for: to.meaning(of: now, in: new))
          let isKnown = former.isKnown || type != former.type
          return isKnown ? Column(name: column.name, type: type, isNullable: !column.isNotNull) : nil
        }
        return table
      })
  }

  /// The script between two schemas, for `sqlite3`. Every loss is allowed, and stated in comments.
  package static func script(
    from: DatabaseCatalog, to: DatabaseCatalog, schema: Schema?, formerSchema: Schema? = nil
  ) -> String {
    // Nothing is allowed in the plan, so that the comments include every question.
    var plan = MigrationPlanner(from: from, to: to, schema: schema, formerSchema: formerSchema, history: nil).plan()
    guard !plan.isEmpty else { return "-- The schemas are the same.\n" }
    let hasSequences = from.tables.contains { TableShape($0)?.isAutoincremented ?? false }
    for index in plan.steps.indices {
      // A program that applies migrations does this itself for every rebuild.
      let rebuilt = plan.steps[index].rebuilds.flatMap { name in to.tables.first { $0.name.isSameName(as: name) } }
      if hasSequences, let table = rebuilt, TableShape(table)?.isAutoincremented == true {
        let sequence = SequenceSQL(of: table.name)
        plan.steps[index].preparation.append(sequence.keep)
        plan.steps[index].statements += sequence.restore
      }
      plan.steps[index].comments += plan.steps[index].findings.flatMap { ["\($0.message): \($0.query)"] + $0.notes }
      plan.steps[index].findings = []
    }
    let problems = plan.problems.flatMap { [$0.message] + $0.notes }.map(MigrationText.comment)
    let top = problems.isEmpty ? "" : problems.joined(separator: "\n") + "\n\n"
    guard !plan.steps.isEmpty else { return top + "-- The schemas are the same.\n" }
    return top + "PRAGMA foreign_keys = OFF;\nBEGIN;\n\n" + plan.text(nil) + "\nCOMMIT;\nPRAGMA foreign_keys = ON;\n"
  }
}

import PostilCatalog
import PostilEvolution
import PostilSQL
import PostilSQLite
import PostilSchema

/// Compares what migrations give with what models ask for, and says how one becomes the other. It runs nothing.
///
/// The comparison is of what SQL means: comments and the order of columns do not count. The models add what SQL does not say: what
/// something was called before, what the values of a column mean, and what new columns hold in rows that exist.
///
/// | step | why it stands there |
/// |---|---|
/// | triggers that change, or that would run for what follows, go | nothing depends on a trigger |
/// | renames | while every view is whole, SQLite rewrites what refers to them |
/// | views and indexes of words that change go | they would stand in the way of changes of their tables |
/// | new tables, changes of tables, old tables go | a reference never deletes rows of a table that stays; a table changes before those whose old keys it looks up |
/// | indexes of words, counts of positions are filled | from the rows as they are then |
/// | views, triggers | they read what is there now |
package struct MigrationPlanner {
  private let from: Side
  private let to: Side
  private let allowances: [MigrationAllowance]
  private let engine: SQLiteVersion
  private let history: RenameHistory?

  /// Makes a planner of both sides.
  /// - Parameters:
  ///   - from: What the migrations so far give.
  ///   - to: What the DDL of the models gives.
  ///   - schema: The models that `to` was made of.
  ///   - formerSchema: The models that `from` was made of, where they are known.
  ///   - allowing: The words that people gave.
  ///   - engine: The oldest engine that will run the script.
  ///   - history: Which names changed places in the migrations so far; `nil` where nobody knows.
  package init(
    from: DatabaseCatalog, to: DatabaseCatalog, schema: Schema?, formerSchema: Schema? = nil,
    allowing: [MigrationAllowance] = [], engine: SQLiteVersion = .floor, history: RenameHistory? = RenameHistory()
  ) {
    self.from = Side(from, schema: formerSchema)
    self.to = Side(to, schema: schema)
    allowances = allowing
    self.engine = engine
    self.history = history
  }

  /// The plan: the same for the same input, whatever the machine.
  package func plan() -> MigrationPlan {
    var resolution = RenameResolution(from: from, to: to, history: history)
    resolution.resolve()
    var builder = PlanBuilder(
      from: from, to: to, renames: resolution.renames, allowances: allowances, isUndo: false,
      engine: engine)
    builder.build()
    var plan = MigrationPlan(steps: builder.steps, problems: resolution.problems + builder.problems, undo: .nothing)
    if !plan.steps.isEmpty { plan.undo = undo(of: plan, renames: resolution.renames) }
    return plan
  }

  private func undo(of plan: MigrationPlan, renames: Renames) -> MigrationUndo {
    let losses = plan.findings.filter(\.code.isLoss)
    if let first = losses.first {
      let others = losses.count > 1 ? ", and \(losses.count - 1) more like it" : ""
      return .impossible(reason: "'\(first.subject)' loses what it held (\(first.code.rawValue))\(others)")
    }
    for (table, columns) in renames.values.sorted(by: { $0.key < $1.key }) {
      let ambiguous = columns.filter { !$0.value.isUnambiguous }.min { $0.key < $1.key }
      guard let (column, values) = ambiguous else { continue }
      let subject = "\(renames.newTable(table)).\(renames.newColumn(column, of: table))"
      return .impossible(
        reason: "'\(subject)' does not tell any more which rows held another value (\(values.phrase))")
    }
    // What was converted into what the models say is converted back into what it was taken for.
    var back = from
    back.schema = from.schema ?? assumedSchema(renames)
    var builder = PlanBuilder(
      from: to, to: back, renames: renames.reversed(from: from), allowances: [], isUndo: true, engine: engine)
    builder.build()
    return .script(MigrationPlan(steps: builder.steps, problems: [], undo: .nothing))
  }

  /// What the values of the old columns were taken for.
  private func assumedSchema(_ renames: Renames) -> Schema {
    Schema(
      tables: from.tables.compactMap { old in
        guard let new = to.table(Name.key(renames.newTable(old.name))) else { return nil }
        let columns = old.columns.compactMap { column -> Column? in
          let name = Name.key(renames.newColumn(column.name, of: old.name))
          guard let now = new.column(name) else { return nil }
          let former = from.meaning(of: column, in: old)
          let type = former.isKnown ? former.type : Conversion.assumed(former, for: to.meaning(of: now, in: new))
          let isKnown = former.isKnown || type != former.type
          return isKnown ? Column(name: column.name, type: type, isNullable: !column.isNotNull) : nil
        }
        return columns.isEmpty
          ? nil : Table(name: old.name, columns: columns, primaryKey: KeyConstraint(name: "", columns: []))
      })
  }

  /// The script between two schemas, for `sqlite3`: everything that it can lose is said in comments and let pass.
  package static func script(
    from: DatabaseCatalog, to: DatabaseCatalog, schema: Schema?, formerSchema: Schema? = nil
  ) -> String {
    // Nothing is allowed, so that every question is among the comments.
    var plan = MigrationPlanner(from: from, to: to, schema: schema, formerSchema: formerSchema, history: nil).plan()
    guard !plan.isEmpty else { return "-- Nothing differs.\n" }
    let hasSequences = from.tables.contains { TableShape($0)?.isAutoincremented ?? false }
    for index in plan.steps.indices {
      // A program that migrates does this by itself around every rebuild.
      let rebuilt = plan.steps[index].rebuilds.flatMap { name in to.tables.first { Name.isSame($0.name, name) } }
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
    guard !plan.steps.isEmpty else { return top + "-- Nothing differs.\n" }
    return top + "PRAGMA foreign_keys = OFF;\nBEGIN;\n\n" + plan.text(nil) + "\nCOMMIT;\nPRAGMA foreign_keys = ON;\n"
  }
}

import PostilEvolution
import PostilSQL
import PostilSchema
import PostilTranslation

/// A change in two steps, between which two versions of the program can run.
///
/// | file | when it is applied |
/// |---|---|
/// | expand: adds what the new version needs, and fills it | while the old version runs |
/// | contract: drops what only the old version needs | when every instance runs the new version |
///
/// | change | until the contract |
/// |---|---|
/// | a renamed column | both columns exist, and a trigger keeps them equal: ``ExpandedColumn`` |
/// | a renamed column with another type | the same, and the trigger converts the values in both directions |
/// | a new required column | it has a default |
/// | a dropped default, a column that becomes optional | nothing changes |
/// | a renamed table | the new version uses a view with the new name: ``ExpandedTables`` |
package struct PostgreSQLExpansion {
  /// Without steps if the new version needs nothing before the contract.
  package private(set) var expand = MigrationPlan.empty
  package private(set) var contract = MigrationPlan.empty
  private let writer: PostgreSQLPlanWriter
  private let batchSize: Int
  /// The statements after the transaction.
  private var afterwards: [String] = []

  /// The last comment of the first file.
  private static let next =
    "Then deploy the new version. When every instance runs it, apply the next migration with '--contract'."

  /// - Parameters:
  ///   - writer: the change, before it writes anything.
  ///   - problems: the questions about it.
  ///   - batchSize: about how many rows are filled in one transaction.
  init(_ writer: PostgreSQLPlanWriter, problems: [PlanProblem], batchSize: Int) {
    (self.writer, self.batchSize) = (writer, batchSize)
    expand.problems = problems + writer.problems
    guard expand.problems.isEmpty else { return }
    let limits = ExpansionLimits(writer)
    expand.problems = limits.problems
    guard expand.problems.isEmpty else { return }
    if limits.renamesTables { expandTables() } else { expandColumns() }
  }

  private mutating func expandColumns() {
    for change in writer.changes { add(change) }
    addTriggerFunctions()
    lock()
    addCheckFunctions()
    guard !expand.steps.isEmpty else { return }
    expand.steps.append(
      afterwards.isEmpty
        ? MigrationStep([Self.next], [])
        : MigrationStep(
          [
            "After the transaction: rows are filled in batches, and each of the other statements runs alone. The program reads and writes.",
            Self.next,
          ], afterwards))
  }

  private mutating func expandTables() {
    let tables = ExpandedTables(writer)
    (expand.steps, expand.problems) = (tables.expand + [MigrationStep([Self.next], [])], tables.problems)
    contract.steps = tables.contract
  }

  /// Every lock is taken before anything is changed.
  private mutating func lock() {
    func locks(_ isLocked: (PostgreSQLTableChange) -> Bool) -> MigrationStep {
      MigrationStep(
        ["The locks are held for a short time, and given up if the program holds one for too long."],
        writer.changes.filter(isLocked).map { "LOCK TABLE \($0.quoted) IN ACCESS EXCLUSIVE MODE" })
    }
    if !expand.steps.isEmpty { expand.steps.insert(locks(\.isExpanded), at: 0) }
    if !contract.steps.isEmpty { contract.steps.insert(locks(\.isContracted), at: 0) }
  }

  /// The functions of the schema that triggers call.
  private mutating func addTriggerFunctions() {
    let functions = PostgreSQLMigrationFunction.calledByTriggers(in: expand.steps.flatMap(\.statements))
    guard !functions.isEmpty else { return }
    expand.steps.insert(
      MigrationStep(["Functions of the triggers."], functions.map(\.definitionForTriggers)), at: 0)
    contract.steps.append(MigrationStep([], functions.map(\.dropForTriggers)))
  }

  /// The functions of the connection that pre-checks call, before the locks.
  private mutating func addCheckFunctions() {
    let functions = PostgreSQLMigrationFunction.called(in: expand.findings.map(\.query).joined(separator: ";"))
    guard !functions.isEmpty else { return }
    expand.steps.insert(
      MigrationStep(
        ["Functions of this migration, which end with its connection. They return NULL for what can't be converted."],
        functions.map(\.definition)), at: 0)
  }

  private mutating func add(_ change: PostgreSQLTableChange) {
    let renamed = change.kept.filter { $0.old.name != $0.new.name }
      .map { ExpandedColumn(old: $0.old, new: $0.new, change, writer) }
    for column in renamed { add(column) }
    if !renamed.isEmpty { addTrigger(renamed, change) }
    addRequired(change)
    for kept in change.kept where kept.old.name == kept.new.name { addKept(kept.old, kept.new, change) }
  }

  /// New required columns have a default for the old version.
  private mutating func addRequired(_ change: PostgreSQLTableChange) {
    let required = change.added.filter { $0.isNotNull && $0.defaultText == nil }
    guard !required.isEmpty else { return }
    let names = required.map { SQLText.identifier($0.name) }
    let checks = change.new.constraints.filter { check in
      check.kind == .check && required.contains { check.uses($0.name) }
    }
    afterwards += checks.map { "ALTER TABLE \(change.quoted) VALIDATE CONSTRAINT \(SQLText.identifier($0.name))" }
    expand.steps.append(
      MigrationStep(
        ["Table '\(change.name)' gets \(names.joined(separator: ", ")), with a default for the old version."],
        required.compactMap { column in
          guard case .literal(let value) = writer.source(of: column, in: change) else { return nil }
          return
            "ALTER TABLE \(change.quoted) ADD COLUMN \(SQLText.identifier(column.name)) \(column.definition) DEFAULT \(value)"
        } + checks.map { "ALTER TABLE \(change.quoted) ADD \($0.text) NOT VALID" }
          + comments(of: required.map(\.name), change)))
    contract.steps.append(
      MigrationStep(
        ["The new version sets these columns of '\(change.name)' itself."],
        names.map { "ALTER TABLE \(change.quoted) ALTER COLUMN \($0) DROP DEFAULT" },
        findings: required.map { writer.accepted(.dropDefault, "\(change.name).\($0.name)") }))
  }

  /// A column that keeps its name.
  private mutating func addKept(
    _ old: PostgreSQLShape.Column, _ new: PostgreSQLShape.Column, _ change: PostgreSQLTableChange
  ) {
    let alter = "ALTER TABLE \(change.quoted) ALTER COLUMN \(SQLText.identifier(new.name))"
    let subject = "\(change.name).\(new.name)"
    if let value = new.defaultText, old.defaultText == nil {
      expand.steps.append(
        MigrationStep(
          ["Column '\(subject)' gets a default, which the new version uses."], ["\(alter) SET DEFAULT \(value)"]))
    }
    if old.defaultText != nil, new.defaultText == nil {
      contract.steps.append(
        MigrationStep(
          ["Column '\(subject)' has a default until now, for rows that the old version inserts without it."],
          ["\(alter) DROP DEFAULT"], findings: [writer.accepted(.dropDefault, subject)]))
    }
    if old.isNotNull, !new.isNotNull {
      contract.steps.append(
        MigrationStep(
          [
            "Column '\(subject)' accepts NULL from now on. Until now, a NULL of the new version was refused, because the old version "
              + "couldn't read it."
          ], ["\(alter) DROP NOT NULL"], findings: [writer.accepted(.optionalColumn, subject)]))
    }
  }

  private func comments(of columns: [String], _ change: PostgreSQLTableChange) -> [String] {
    writer.new.objects(.comment).filter { comment in
      columns.contains { comment.name == "COLUMN \(change.quoted).\(SQLText.identifier($0))" }
    }.map(\.sql)
  }

  // MARK: - renamed columns

  private mutating func add(_ column: ExpandedColumn) {
    let (old, new, change) = (column.old, column.new, column.change)
    let (table, from, to) = (change.quoted, SQLText.identifier(old.name), SQLText.identifier(new.name))
    let alter = "ALTER TABLE \(table)"
    var statements = ["\(alter) ADD COLUMN \(to) \(new.type)"]
    var drops = ["\(alter) DROP COLUMN \(from)"]
    afterwards.append(column.backfill(batchSize: batchSize))
    if new.isNotNull {
      let check = SQLText.identifier(PostgreSQLNames.short("postil_required_\(new.name)"))
      statements.append("\(alter) ADD CONSTRAINT \(check) CHECK (\(to) IS NOT NULL) NOT VALID")
      afterwards += [
        "\(alter) VALIDATE CONSTRAINT \(check)", "\(alter) ALTER COLUMN \(to) SET NOT NULL",
        "\(alter) DROP CONSTRAINT IF EXISTS \(check)",
      ]
    }
    // Until then, the default of the old column is the value of both.
    if let value = new.defaultText { drops.append("\(alter) ALTER COLUMN \(to) SET DEFAULT \(value)") }
    for constraint in change.new.constraints where constraint.uses(new.name) {
      let name = freeName(constraint.name, change)
      let quoted = SQLText.identifier(name)
      if constraint.isKey {
        afterwards += PostgreSQLPlanWriter.built(constraint, named: name, on: change)
      } else {
        statements.append("\(alter) ADD CONSTRAINT \(quoted) \(constraint.tokens.onOneLine) NOT VALID")
        afterwards.append("\(alter) VALIDATE CONSTRAINT \(quoted)")
      }
      if name != constraint.name {
        drops.append("\(alter) RENAME CONSTRAINT \(quoted) TO \(SQLText.identifier(constraint.name))")
      }
    }
    for index in writer.new.objects(.index) where index.table == change.new.name && index.indexes(new.name) {
      let name = freeName(index.name, change)
      afterwards.append(index.concurrently(named: name))
      if name != index.name {
        drops.append("ALTER INDEX \(SQLText.identifier(name)) RENAME TO \(SQLText.identifier(index.name))")
      }
    }
    let type = column.isConverted ? ", with the type \(new.type)" : ""
    expand.steps.append(
      MigrationStep(
        ["Column '\(old.name)' of table '\(change.name)' also gets the name '\(new.name)'\(type)."],
        statements + comments(of: [new.name], change), findings: column.findings))
    contract.steps.append(
      MigrationStep(
        ["Column '\(old.name)' of table '\(change.name)' has the name '\(new.name)' only."], drops,
        findings: [column.dropFinding]))
  }

  /// The name of a new constraint or index, or another one while an old one has it.
  private func freeName(_ name: String, _ change: PostgreSQLTableChange) -> String {
    let taken = change.old.constraints.map(\.name) + writer.old.objects(.index).map(\.name)
    return taken.contains(name) ? PostgreSQLNames.short("postil_new_\(name)") : name
  }

  /// Each version writes one of the columns, and reads the other one's values in it.
  private mutating func addTrigger(_ columns: [ExpandedColumn], _ change: PostgreSQLTableChange) {
    let name = SQLText.identifier(PostgreSQLNames.short("postil_expand_\(change.name)"))
    expand.steps.append(
      MigrationStep(
        ["Each version of the program writes one of the columns, and this copies the value to the other one."],
        [
          """
          CREATE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
          \(columns.map(\.assignment).joined(separator: "\n"))
            RETURN NEW;
          END
          $$
          """,
          "CREATE TRIGGER \(name) BEFORE INSERT OR UPDATE ON \(change.quoted) FOR EACH ROW EXECUTE FUNCTION \(name)()",
        ]))
    contract.steps.insert(
      MigrationStep(
        ["Nothing writes the old columns any more."],
        ["DROP TRIGGER \(name) ON \(change.quoted)", "DROP FUNCTION \(name)()"]), at: 0)
  }
}

extension PostgreSQLTableChange {
  /// Whether the new version needs a change before the contract: of a renamed column, a new required one, or a new default.
  fileprivate var isExpanded: Bool {
    kept.contains { $0.old.name != $0.new.name || $0.old.defaultText == nil && $0.new.defaultText != nil }
      || added.contains { $0.isNotNull && $0.defaultText == nil }
  }

  /// Whether the contract changes the table.
  fileprivate var isContracted: Bool {
    kept.contains { kept in
      kept.old.name != kept.new.name || kept.old.isNotNull != kept.new.isNotNull
        || kept.old.defaultText != nil && kept.new.defaultText == nil
    } || added.contains { $0.isNotNull && $0.defaultText == nil }
  }
}

extension PostgreSQLShape.Constraint {
  /// Whether it is about a column of its own table.
  func uses(_ column: String) -> Bool {
    kind == .check ? tokens.nameKeys.contains(column.foldedName) : columns.contains(column)
  }
}

extension PostgreSQLShape.Object {
  /// Whether its text contains a column's name.
  func uses(_ column: String) -> Bool { tokens.nameKeys.contains(column.foldedName) }

  /// Whether an index is over a column, or its condition reads it.
  fileprivate func indexes(_ column: String) -> Bool {
    tokens.firstIndex { $0.is("(") }.map { tokens[$0...].nameKeys.contains(column.foldedName) } ?? false
  }

  /// The statement that builds an index while the program writes.
  fileprivate func concurrently(named name: String) -> String {
    let words = tokens[1].is("unique") ? "CREATE UNIQUE INDEX" : "CREATE INDEX"
    let rest = sql.dropFirst(words.count + 1 + SQLText.identifier(self.name).count)
    return "\(words) CONCURRENTLY \(SQLText.identifier(name))\(rest)"
  }
}

import PostilEvolution
import PostilSQL
import PostilSchema
import PostilTranslation

/// A change in two steps, between which two versions of the program can run: a renamed column exists under both names, kept equal by a
/// trigger, and a new required column has a default.
///
/// | file | when it is applied |
/// |---|---|
/// | expand: adds what the new version needs, and fills it | while the old version runs |
/// | contract: drops what only the old version needs | when every instance runs the new version |
package struct PostgreSQLExpansion {
  package private(set) var expand = MigrationPlan(steps: [], problems: [], undo: .nothing)
  package private(set) var contract = MigrationPlan(steps: [], problems: [], undo: .nothing)
  private let writer: PostgreSQLPlanWriter
  private let batchSize: Int
  /// The statements after the transaction.
  private var afterwards: [String] = []

  /// - Parameters:
  ///   - writer: the change, before it writes anything.
  ///   - problems: the questions about it.
  ///   - batchSize: about how many rows are filled in one transaction.
  init(_ writer: PostgreSQLPlanWriter, problems: [PlanProblem], batchSize: Int) {
    (self.writer, self.batchSize) = (writer, batchSize)
    expand.problems = problems + writer.problems
    guard expand.problems.isEmpty else { return }
    expand.problems = ExpansionLimits(writer).problems
    guard expand.problems.isEmpty else { return }
    for change in writer.changes { add(change) }
    guard !expand.steps.isEmpty else { return }
    lock(&expand)
    lock(&contract)
    guard !afterwards.isEmpty else {
      expand.steps.append(
        MigrationStep(
          ["Then deploy the new version. When every instance runs it, apply the next migration with '--contract'."], [])
      )
      return
    }
    expand.steps.append(
      MigrationStep(
        [
          "After the transaction: rows are filled in batches, and each of the other statements runs alone. The program reads and writes.",
          "Then deploy the new version. When every instance runs it, apply the next migration with '--contract'.",
        ], afterwards))
  }

  /// Every lock is taken before anything is changed.
  private func lock(_ plan: inout MigrationPlan) {
    let tables = writer.changes.filter(\.isExpanded)
    plan.steps.insert(
      MigrationStep(
        ["The locks are held for a short time, and given up if the program holds one for too long."],
        tables.map { "LOCK TABLE \($0.quoted) IN ACCESS EXCLUSIVE MODE" }), at: 0)
  }

  private mutating func add(_ change: PostgreSQLTableChange) {
    let renamed = change.kept.filter { $0.old.name != $0.new.name }
    for column in renamed { add(column.old, column.new, change) }
    if !renamed.isEmpty { addTrigger(renamed.map { ($0.old.name, $0.new.name) }, change) }
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
        findings: required.map { accepted(.dropDefault, "\(change.name).\($0.name)") }))
  }

  /// A finding that this step answers.
  private func accepted(_ code: MigrationFinding.Code, _ subject: String) -> MigrationFinding {
    var finding = MigrationFinding(code: code, subject: subject, message: "", query: "")
    (finding.isAllowed, finding.needsAllowance) = (true, false)
    return finding
  }

  private func comments(of columns: [String], _ change: PostgreSQLTableChange) -> [String] {
    writer.new.objects(.comment).filter { comment in
      columns.contains { comment.name == "COLUMN \(change.quoted).\(SQLText.identifier($0))" }
    }.map(\.sql)
  }

  // MARK: - renamed columns

  private mutating func add(
    _ old: PostgreSQLShape.Column, _ new: PostgreSQLShape.Column, _ change: PostgreSQLTableChange
  ) {
    let (table, from, to) = (change.quoted, SQLText.identifier(old.name), SQLText.identifier(new.name))
    let alter = "ALTER TABLE \(table)"
    var statements = ["\(alter) ADD COLUMN \(to) \(new.type)"]
    var drops = ["\(alter) DROP COLUMN \(from)"]
    afterwards.append(backfill(old.name, new.name, change))
    if new.isNotNull {
      let check = SQLText.identifier(PostgreSQLNames.short("postil_required_\(new.name)"))
      statements.append("\(alter) ADD CONSTRAINT \(check) CHECK (\(to) IS NOT NULL) NOT VALID")
      afterwards += [
        "\(alter) VALIDATE CONSTRAINT \(check)", "\(alter) ALTER COLUMN \(to) SET NOT NULL",
        "\(alter) DROP CONSTRAINT IF EXISTS \(check)",
      ]
    }
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
    expand.steps.append(
      MigrationStep(
        ["Column '\(old.name)' of table '\(change.name)' also gets the name '\(new.name)'."],
        statements + comments(of: [new.name], change)))
    var finding = MigrationFinding(
      code: .dropColumn, subject: "\(change.name).\(old.name)", message: "",
      query: "SELECT count(*) FROM \(table) WHERE \(from) IS DISTINCT FROM \(to)")
    finding.needsAllowance = false
    contract.steps.append(
      MigrationStep(
        ["Column '\(old.name)' of table '\(change.name)' has the name '\(new.name)' only."], drops, findings: [finding])
    )
  }

  /// The name of a new constraint or index, or another one while an old one has it.
  private func freeName(_ name: String, _ change: PostgreSQLTableChange) -> String {
    let taken = change.old.constraints.map(\.name) + writer.old.objects(.index).map(\.name)
    return taken.contains(name) ? PostgreSQLNames.short("postil_new_\(name)") : name
  }

  /// Each version writes one of the columns, and reads the other one's values in it. For a new row, `OLD` is NULL.
  private mutating func addTrigger(_ columns: [(old: String, new: String)], _ change: PostgreSQLTableChange) {
    let name = SQLText.identifier(PostgreSQLNames.short("postil_expand_\(change.name)"))
    let lines = columns.map { column in
      let (old, new) = (SQLText.identifier(column.old), SQLText.identifier(column.new))
      return """
          IF NEW.\(new) IS DISTINCT FROM OLD.\(new) THEN
            NEW.\(old) := NEW.\(new);
          ELSE
            NEW.\(new) := NEW.\(old);
          END IF;
        """
    }
    expand.steps.append(
      MigrationStep(
        ["Each version of the program writes one of the columns, and this copies the value to the other one."],
        [
          """
          CREATE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
          \(lines.joined(separator: "\n"))
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

  /// Copies the values in batches of pages, each in its own transaction. Rows that the program writes meanwhile are equal already.
  private func backfill(_ old: String, _ new: String, _ change: PostgreSQLTableChange) -> String {
    let (table, from, to) = (change.quoted, SQLText.identifier(old), SQLText.identifier(new))
    let name = SQLText.literal(table)
    return """
      \(PostgreSQLMigrationStatement.backfill)
      DECLARE
        page bigint := 0;
        pages bigint := pg_relation_size(\(name)) / current_setting('block_size')::bigint;
        batch bigint;
      BEGIN
        SELECT greatest(1, \(batchSize) * relpages / greatest(reltuples, 1))::bigint INTO batch FROM pg_class WHERE oid = \(name)::regclass;
        WHILE page <= pages LOOP
          UPDATE \(table) SET \(to) = \(from) WHERE \(to) IS DISTINCT FROM \(from)
            AND ctid >= format('(%s,0)', page)::tid AND ctid < format('(%s,0)', page + batch)::tid;
          COMMIT;
          page := page + batch;
        END LOOP;
      END
      $backfill$
      """
  }
}

extension PostgreSQLTableChange {
  /// Whether a column is renamed, or new and required.
  var isExpanded: Bool {
    kept.contains { $0.old.name != $0.new.name } || added.contains { $0.isNotNull && $0.defaultText == nil }
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
  func indexes(_ column: String) -> Bool {
    tokens.firstIndex { $0.is("(") }.map { tokens[$0...].nameKeys.contains(column.foldedName) } ?? false
  }

  /// The statement that builds an index while the program writes.
  func concurrently(named name: String) -> String {
    let words = tokens[1].is("unique") ? "CREATE UNIQUE INDEX" : "CREATE INDEX"
    let rest = sql.dropFirst(words.count + 1 + SQLText.identifier(self.name).count)
    return "\(words) CONCURRENTLY \(SQLText.identifier(name))\(rest)"
  }
}

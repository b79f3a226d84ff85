import PostilSQL
import PostilSchema
import PostilTranslation

/// A renamed column, which has both names during an expansion, and may have another type under the new one.
struct ExpandedColumn {
  let old: PostgreSQLShape.Column
  let new: PostgreSQLShape.Column
  let change: PostgreSQLTableChange
  private let decisions: PlanBuilder
  /// The types of the values; `nil` if they are the same ones.
  private let types: (old: ColumnType, new: ColumnType)?

  init(
    old: PostgreSQLShape.Column, new: PostgreSQLShape.Column, _ change: PostgreSQLTableChange,
    _ writer: PostgreSQLPlanWriter
  ) {
    (self.old, self.new, self.change, decisions) = (old, new, change, writer.decisions)
    let retyping = (change.retyped + change.narrowed).first { $0.new.name == new.name && $0.conversion != nil }
    types = retyping.map { ($0.pair.meanings.old.type, $0.pair.meanings.new.type) }
  }

  /// Whether the columns have different values.
  var isConverted: Bool { types != nil }

  private var from: String { SQLText.identifier(old.name) }
  private var to: String { SQLText.identifier(new.name) }
  private var subject: String { "\(change.comparison.new.name).\(new.name)" }

  /// The new value.
  private func forward(_ value: String) -> Conversion {
    let conversion = types.flatMap {
      Conversion.server(from: $0.old, to: $0.new, type: new.type, value: value, former: old.type)
    }
    return conversion ?? Conversion(value)
  }

  /// The old value; `nil` if there is no conversion.
  private func back(_ value: String) -> Conversion? {
    guard let types else { return Conversion(value) }
    return Conversion.server(from: types.new, to: types.old, type: old.type, value: value, former: new.type)
  }

  /// Whether the old version can read values of the new one.
  var isReadable: Bool { back(to) != nil }

  // MARK: - the trigger

  /// The statements of the trigger. For a new row, `OLD` is NULL. The value that the program hasn't changed stays, because the conversion of
  /// the other one could be less precise.
  var assignment: String {
    guard isConverted else {
      return """
          IF NEW.\(to) IS DISTINCT FROM OLD.\(to) THEN
            NEW.\(from) := NEW.\(to);
          ELSE
            NEW.\(to) := NEW.\(from);
          END IF;
        """
    }
    return """
        IF NEW.\(to) IS DISTINCT FROM OLD.\(to) THEN
      \(assigned(from, back("NEW.\(to)"), old))
        ELSIF TG_OP = 'INSERT' OR NEW.\(from) IS DISTINCT FROM OLD.\(from) OR NEW.\(to) IS NULL THEN
      \(assigned(to, forward("NEW.\(from)"), new))
        END IF;
      """
  }

  private func assigned(
    _ name: String, _ conversion: Conversion?, _ column: PostgreSQLShape.Column
  ) -> String {
    guard let conversion else { return "    NULL;" }
    let refusal = SQLText.literal(
      "'\(change.name).\(column.name)' can't store this value as \(column.type), and has to until the contract of the expansion"
    )
    // Without the parentheses, the condition ends at the 'THEN' of a 'CASE'.
    let check = conversion.failure.map { failure in
      """
          IF (\(PostgreSQLMigrationFunction.forTriggers(failure))) THEN
            RAISE EXCEPTION USING MESSAGE = \(refusal);
          END IF;

      """
    }
    return (check ?? "") + "    NEW.\(name) := \(PostgreSQLMigrationFunction.forTriggers(conversion.expression));"
  }

  // MARK: - rows

  /// Fills the new column in batches of pages, each in its own transaction. Rows that the program writes meanwhile are filled already.
  /// - Parameter batchSize: about how many rows are in a batch.
  func backfill(batchSize: Int) -> String {
    let (table, name) = (change.quoted, SQLText.literal(change.quoted))
    // The trigger converts the values.
    let update = isConverted ? "\(from) = \(from) WHERE \(unfilled)" : "\(to) = \(from) WHERE \(unfilled)"
    return """
      \(PostgreSQLMigrationStatement.backfill)
      DECLARE
        page bigint := 0;
        pages bigint := pg_relation_size(\(name)) / current_setting('block_size')::bigint;
        batch bigint;
      BEGIN
        SELECT greatest(1, \(batchSize) * relpages / greatest(reltuples, 1))::bigint INTO batch FROM pg_class WHERE oid = \(name)::regclass;
        WHILE page <= pages LOOP
          UPDATE \(table) SET \(update)
            AND ctid >= format('(%s,0)', page)::tid AND ctid < format('(%s,0)', page + batch)::tid;
          COMMIT;
          page := page + batch;
        END LOOP;
      END
      $backfill$
      """
  }

  /// The condition of the rows that aren't filled.
  private var unfilled: String {
    isConverted ? "\(to) IS NULL AND \(from) IS NOT NULL" : "\(to) IS DISTINCT FROM \(from)"
  }

  // MARK: - findings

  /// The finding of the contract, which drops the old column: no row may differ.
  var dropFinding: MigrationFinding {
    var finding = MigrationFinding(
      code: .dropColumn, subject: "\(change.name).\(old.name)", message: "",
      query: "SELECT count(*) FROM \(change.quoted) WHERE \(isConverted ? unfilled : "\(from) IS DISTINCT FROM \(to)")")
    finding.needsAllowance = false
    return finding
  }

  /// The values of each version that the other one can't read, or reads with a loss.
  var findings: [MigrationFinding] {
    guard let types else { return [] }
    func query(_ condition: String) -> String {
      "\(PostgreSQLPlanWriter.rows(of: change)) WHERE \(from) IS NOT NULL AND (\(condition))"
    }
    var findings: [MigrationFinding] = []
    let conversion = forward(from)
    if let failure = conversion.failure {
      findings.append(
        decisions.finding(
          .unconvertible, subject,
          "column '\(subject)' can't store every value of '\(old.name)' as '\(new.word(types.new))', and the running version fails when it "
            + "writes such a value: first correct the rows that the query finds, and deploy a version that doesn't write them; then pass "
            + "'--allow unconvertible:\(subject)'", query(failure)))
    }
    if let loss = conversion.loss {
      let condition = conversion.failure.map { "CASE WHEN \($0) THEN false ELSE \(loss) END" } ?? loss
      findings.append(
        decisions.finding(
          .narrowType, subject,
          "column '\(subject)' loses part of the values of '\(old.name)' as '\(new.word(types.new))'; pass '--allow narrowType:\(subject)'",
          query(condition)))
    }
    let former = "\(change.comparison.old.name).\(old.name)"
    let back = back(to)
    if back?.failure != nil {
      findings.append(
        decisions.finding(
          .changeColumn, former,
          "column '\(former)' can't store every value of '\(new.name)' as '\(old.word(types.old))', and the new version fails when it writes "
            + "such a value before the contract; let it write only values that both types have until then, and pass "
            + "'--allow changeColumn:\(former)'", ""))
    } else if back?.loss != nil {
      findings.append(
        decisions.finding(
          .changeColumn, former,
          "column '\(former)' loses part of the values of '\(new.name)' as '\(old.word(types.old))', so the running version reads other values "
            + "than the new one writes; if that is acceptable until the contract, pass '--allow changeColumn:\(former)'",
          ""))
    }
    return findings
  }
}

import CSQLite
import Foundation
import PostilCompiler
import PostilSQL
import PostilSchema

/// Copies the rows of a store into a new file with the schema of the written structs.
package struct StoreCopy {
  package typealias Progress = (_ table: String, _ rows: Int, _ total: Int) -> Void

  /// The number of rows of each new table.
  typealias Report = [(table: String, rows: Int)]

  let graph: ModelGraph
  let plans: [EntityPlan]
  let store: EntityPlanner.Store
  private(set) var warnings: [String] = []
  /// The number of values that equal those of the store.
  private(set) var values = 0

  init(graph: ModelGraph, plans: [EntityPlan], store: EntityPlanner.Store) {
    self.graph = graph
    self.plans = plans
    self.store = store
  }

  /// A statement that reads a store's rows, with the form of each column.
  private struct Transfer {
    var table: String
    /// The columns of the new table, the key first.
    var columns: [String]
    var forms: [StoredForm]
    /// What the query reads from: a table with its alias.
    var source: String
    var expressions: [String]
    var ordering = ""
    /// Whether a row with a missing key is left out.
    var skipsNulls = false

    var query: String { "SELECT \(expressions.joined(separator: ", ")) FROM \(source)\(ordering)" }
  }

  /// Copies all rows. The file is removed if that fails.
  /// - Parameter path: a file that doesn't exist.
  /// - Throws: ``ImportError``, `ScratchDatabase.Failure`
  mutating func run(to path: String, progress: Progress) throws -> Report {
    let file: NewDatabase
    do { file = try NewDatabase(path: path) } catch { throw ImportError("cannot write '\(path)': \(error)") }
    do {
      return try fill(file, progress)
    } catch {
      for ending in ["", "-journal"] { try? FileManager.default.removeItem(atPath: path + ending) }
      throw error
    }
  }

  private mutating func fill(_ file: NewDatabase, _ progress: Progress) throws -> Report {
    for statement in graph.schema.script().statements { try file.run(statement.sql) }
    var report: Report = []
    for transfer in try plans.compactMap(transfer) + plans.flatMap(pairTransfers) {
      let total = try copy(transfer, to: file, progress)
      try verify(transfer, total, in: file)
      report.append((transfer.table, total.rows))
    }
    let comparison = StoreComparison(graph: graph, plans: plans, store: store)
    for plan in plans { values += try comparison.values(of: plan, in: file) }
    if let orphan = try file.texts("SELECT \"table\" FROM temp.pragma_foreign_key_check").first {
      throw ImportError("the copy of '\(orphan)' refers to a row that doesn't exist, which is a bug in 'postil import'")
    }
    try file.run("COMMIT")
    return report
  }

  private func transfer(_ plan: EntityPlan) throws -> Transfer? {
    guard let table = plan.table.map(SQLText.identifier) else { return nil }
    let model = try graph.model(of: plan)
    var (columns, forms, expressions): ([String], [StoredForm], [String]) = ([], [], [])
    for source in plan.sources {
      guard let expression = source.expression,
        let column = model.properties.first(where: { $0.name == source.property })?.column
      else { continue }
      columns.append(column)
      forms.append(source.form)
      expressions.append(expression)
    }
    for position in plan.positions {
      guard let column = positionColumn(position.relationship, of: position.owner) else { continue }
      columns.append(column)
      forms.append(.any)
      expressions.append(position.expression)
    }
    return Transfer(
      table: model.table.name, columns: columns, forms: forms, source: "\(table) t", expressions: expressions,
      ordering: " ORDER BY t.Z_PK")
  }

  /// The column with the positions of an ordered relationship of a struct.
  private func positionColumn(_ relationship: String, of owner: String) -> String? {
    graph.models.first { $0.swiftName == owner }?.relationships.first { $0.name == relationship }?.order?.column
  }

  private func pairTransfers(_ plan: EntityPlan) throws -> [Transfer] {
    let model = try graph.model(of: plan)
    return plan.pairs.compactMap { pairs in
      let name = SnakeCase.name(pairs.relationship)
      guard let binding = pairs.binding, let other = plans.first(where: { $0.root == pairs.destination }),
        let table = graph.schema.tables.first(where: { table in
          table.pairedSides.contains { $0.table == model.table.name && $0.name == name }
        }),
        let owner = table.pairedSides.first(where: { $0.table == model.table.name && $0.name == name })?.columns.first,
        let member = table.primaryKey.columns.first(where: { $0 != owner }),
        let ownerTable = plan.table, let memberTable = other.table
      else { return nil }
      let join = SQLText.identifier(binding.table)
      func key(_ plan: EntityPlan, _ table: String, _ column: String) -> String {
        "(SELECT k.\(SQLText.identifier(plan.keyColumn)) FROM \(SQLText.identifier(table)) k "
          + "WHERE k.Z_PK = j.\(SQLText.identifier(column)))"
      }
      var columns = [owner, member]
      var expressions = [key(plan, ownerTable, binding.owner), key(other, memberTable, binding.member)]
      var forms = [plan.keyForm, other.keyForm]
      func addPosition(_ relationship: String?, of side: EntityPlan, _ order: String?, _ group: String, _ last: String)
      {
        guard let relationship, let order, let column = positionColumn(relationship, of: side.value.name)
        else { return }
        columns.append(column)
        forms.append(.any)
        expressions.append(
          "(row_number() OVER (PARTITION BY j.\(SQLText.identifier(group)) ORDER BY j.\(SQLText.identifier(order)), "
            + "j.\(SQLText.identifier(last))) - 1) * 4096")
      }
      var source = join
      if pairs.isReflexive {
        let (one, two) = (SQLText.identifier(binding.owner), SQLText.identifier(binding.member))
        source = "(SELECT \(one), \(two) FROM \(join) UNION SELECT \(two), \(one) FROM \(join))"
      } else {
        addPosition(pairs.relationship, of: plan, binding.order, binding.owner, binding.member)
        addPosition(pairs.inverse, of: other, binding.inverseOrder, binding.member, binding.owner)
      }
      return Transfer(
        table: table.name, columns: columns, forms: forms, source: "\(source) j", expressions: expressions,
        skipsNulls: true)
    }
  }

  private mutating func copy(
    _ transfer: Transfer, to file: NewDatabase, _ progress: Progress
  ) throws -> TableTotal {
    let names = transfer.columns.map(SQLText.identifier).joined(separator: ", ")
    let places = (1...transfer.columns.count).map { "?\($0)" }.joined(separator: ", ")
    let insert = try file.prepare(
      "INSERT INTO \(SQLText.identifier(transfer.table)) (\(names)) VALUES (\(places))")
    defer { sqlite3_finalize(insert) }
    var total = TableTotal(columns: transfer.columns.count)
    var skipped = 0
    let rowCount = try store.rows.number("SELECT count(*) FROM \(transfer.source)")
    try store.rows.forEach(transfer.query) { cells in
      var row: [StoredCell] = []
      row.reserveCapacity(cells.count)
      for (index, cell) in cells.enumerated() {
        guard let stored = transfer.forms[index].stored(cell, files: store.files) else {
          throw ImportError(
            "the value \(cell) of '\(transfer.table).\(transfer.columns[index])' can't be stored, which is a bug in 'postil import'"
          )
        }
        row.append(stored)
      }
      if transfer.skipsNulls, row[0] == .null || row[1] == .null {
        skipped += 1
        return
      }
      do throws(ImportError) {
        try file.step(insert, row)
      } catch {
        throw ImportError("the row with the key \(row[0]) of '\(transfer.table)' can't be copied: \(error)")
      }
      total.add(row)
      if total.rows.isMultiple(of: 1024) { progress(transfer.table, total.rows, rowCount) }
    }
    if skipped > 0 {
      let pairs = skipped == 1 ? "1 pair refers" : "\(skipped) pairs refer"
      warnings.append("'\(transfer.table)': \(pairs) to rows that don't exist, and can't be copied")
    }
    guard total.rows + skipped == rowCount else {
      throw ImportError("'\(transfer.table)' has \(total.rows) rows, but the store has \(rowCount)")
    }
    return total
  }

  /// Reads the new table, and compares its rows with those that were written.
  private func verify(_ transfer: Transfer, _ written: TableTotal, in file: NewDatabase) throws {
    let found = try file.total(of: transfer.columns, in: transfer.table)
    guard found == written else {
      throw ImportError("the copy of '\(transfer.table)' differs from the rows that were written")
    }
  }
}

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

    /// The number of rows, and for each column the number of values and the sum of the integers.
    var totals: String {
      let columns = expressions.map { expression in
        "count(\(expression)), sum(iif(typeof(\(expression)) = 'integer', \(expression) % \(ColumnTotal.modulus), 0))"
      }
      return "SELECT count(*), \(columns.joined(separator: ", ")) FROM \(source)"
    }
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
    if let orphan = try file.texts("SELECT \"table\" FROM temp.pragma_foreign_key_check").first {
      throw ImportError("the copy of '\(orphan)' refers to a row that doesn't exist, which is a bug in 'postil import'")
    }
    try file.run("COMMIT")
    return report
  }

  private func resolved(_ plan: EntityPlan) throws -> ResolvedModel {
    guard let model = graph.models.first(where: { $0.swiftName == plan.value.name }) else {
      throw ImportError("the struct '\(plan.value.name)' is missing, which is a bug in 'postil import'")
    }
    return model
  }

  private func transfer(_ plan: EntityPlan) throws -> Transfer? {
    guard let table = plan.table.map(SQLText.identifier) else { return nil }
    let model = try resolved(plan)
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
      guard let column = Self.positionColumn(position.relationship, in: model.table) else { continue }
      columns.append(column)
      forms.append(.any)
      expressions.append(position.expression)
    }
    return Transfer(
      table: model.table.name, columns: columns, forms: forms, source: "\(table) t", expressions: expressions,
      ordering: " ORDER BY t.Z_PK")
  }

  private static func positionColumn(_ relationship: String, in table: Table) -> String? {
    let name = "\(relationship)_position"
    return table.columns.first { $0.name == name || StoreLayout.isNumbered($0.name, name) }?.name
  }

  private func pairTransfers(_ plan: EntityPlan) throws -> [Transfer] {
    let model = try resolved(plan)
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
      func addPosition(_ relationship: String?, _ order: String?, _ group: String, _ last: String) {
        guard let relationship, let order,
          let column = Self.positionColumn(SnakeCase.name(relationship), in: table)
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
        addPosition(pairs.relationship, binding.order, binding.owner, binding.member)
        addPosition(pairs.inverse, binding.inverseOrder, binding.member, binding.owner)
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
    try compare(transfer, total, skipped, rowCount)
    return total
  }

  /// Compares the counts and sums of the written rows with those that SQLite computes from the store.
  private func compare(_ transfer: Transfer, _ total: TableTotal, _ skipped: Int, _ rows: Int) throws {
    guard total.rows + skipped == rows else {
      throw ImportError("'\(transfer.table)' has \(total.rows) rows, but the store has \(rows)")
    }
    // Positions are window functions, which can't be aggregated; pairs consist of keys only.
    let plain = transfer.expressions.indices.filter { !transfer.expressions[$0].contains("row_number()") }
    guard !transfer.skipsNulls else { return }
    var counted = transfer
    counted.expressions = plain.map { transfer.expressions[$0] }
    let found = try store.rows.database.rows(counted.totals).first?.map { $0.flatMap { Int64($0) } ?? 0 } ?? []
    for (place, index) in plain.enumerated() where found.count > place * 2 + 2 {
      let column = total.columns[index]
      guard found[place * 2 + 1] == column.values else {
        throw ImportError(
          "'\(transfer.table).\(transfer.columns[index])' has \(column.values) values, but the store has \(found[place * 2 + 1])"
        )
      }
      switch transfer.forms[index] {
      case .boolean, .integer(_, isSigned: true):
        guard found[place * 2 + 2] == column.sum else {
          throw ImportError("the sum of '\(transfer.table).\(transfer.columns[index])' differs from the store's")
        }
      default: break
      }
    }
  }

  /// Reads the new table, and compares its rows with those that were written.
  private func verify(_ transfer: Transfer, _ written: TableTotal, in file: NewDatabase) throws {
    let names = transfer.columns.map(SQLText.identifier).joined(separator: ", ")
    let statement = try file.prepare("SELECT \(names) FROM \(SQLText.identifier(transfer.table))")
    defer { sqlite3_finalize(statement) }
    var found = TableTotal(columns: transfer.columns.count)
    while sqlite3_step(statement) == SQLITE_ROW {
      found.add((0..<Int32(transfer.columns.count)).map { SampleRow(statement, column: $0).stored })
    }
    guard found == written else {
      throw ImportError("the copy of '\(transfer.table)' differs from the rows that were written")
    }
  }
}

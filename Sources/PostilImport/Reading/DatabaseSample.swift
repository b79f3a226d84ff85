import CSQLite
import PostilCatalog
import PostilCompiler
import PostilSQL
import PostilSchema

/// The sampled values of all tables and views.
struct DatabaseSample {
  private var columns: [String: [String: ColumnSample]] = [:]
  /// The tables with more rows than the limit.
  private(set) var unfinished: Set<String> = []
  /// The number of rows that are read from each table and view.
  let rowLimit: Int

  /// - Parameter rowLimit: the number of rows to read from each table and view.
  init(of catalog: DatabaseCatalog, in file: ScratchDatabase, rowLimit: Int) {
    self.rowLimit = rowLimit
    for table in catalog.tables where !table.isVirtual {
      let checks = TableChecks(of: table)
      let samples = table.columns.map { column in
        ColumnSample(
          affinity: StoredAffinity(declared: column.declaredType, isStrict: table.isStrict),
          isListed: checks.list(of: column.name) != nil)
      }
      read(table.name, table.columns.map(\.name), samples, in: file)
    }
    for view in catalog.views {
      // Views are never written to, so an integer may be read as a floating-point number.
      read(view.name, view.columns, view.columns.map { _ in ColumnSample(affinity: .numeric) }, in: file)
    }
  }

  /// The sample of a table's columns, by name.
  subscript(_ table: String) -> [String: ColumnSample] { columns[table] ?? [:] }

  /// Reads a sample. A column that can't be read, such as one computed by a missing function, has no sample.
  private mutating func read(
    _ table: String, _ names: [String], _ fresh: [ColumnSample], in file: ScratchDatabase
  ) {
    guard !names.isEmpty else { return }
    var samples = fresh
    var count = 0
    let list = names.map(SQLText.identifier).joined(separator: ", ")
    let isRead: Void? = try? file.forEachRow("SELECT \(list) FROM \(SQLText.identifier(table))") { statement in
      if count == rowLimit {
        unfinished.insert(table)
        return false
      }
      count += 1
      for index in samples.indices { samples[index].add(SampleRow(statement, column: Int32(index))) }
      return true
    }
    if isRead != nil {
      columns[table, default: [:]].merge(zip(names, samples)) { first, _ in first }
    } else if names.count > 1 {
      for (name, sample) in zip(names, fresh) { read(table, [name], [sample], in: file) }
    }
  }
}

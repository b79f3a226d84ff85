import PostilCatalog
import PostilCompiler
import PostilSQL
import PostilSchema

/// Which columns of tables the results of views come straight from.
///
/// A column's type in trial tables says which column it is, so that SQLite itself tells, through other views too.
/// Source: SQLite, `sqlite3_column_decltype`.
struct ViewOrigins {
  struct Origin: Hashable {
    var table: String
    var column: String
  }

  private var origins: [String: [Origin?]] = [:]

  init(_ catalog: DatabaseCatalog) throws {
    let trial = try ScratchDatabase()
    for (index, table) in catalog.tables.enumerated() {
      let columns = table.columns.enumerated().map { "\(SQLText.identifier($1.name)) origin_\(index)_\($0)" }
      let list = columns.isEmpty ? "x" : columns.joined(separator: ", ")
      _ = try? trial.run("CREATE TABLE \(SQLText.identifier(table.name)) (\(list))")
    }
    for view in catalog.views { _ = try? trial.run(view.sql) }
    for view in catalog.views {
      let columns = try? trial.results(of: "SELECT * FROM \(SQLText.identifier(view.name))")
      origins[view.name] = columns?.map { column in
        let parts = column.declaredType?.split(separator: "_").compactMap { Int($0) } ?? []
        guard parts.count == 2 else { return nil }
        let table = catalog.tables[parts[0]]
        return Origin(table: table.name, column: table.columns[parts[1]].name)
      }
    }
  }

  /// Where a result of a view comes from, `nil` where it is computed.
  func origin(of index: Int, in view: String) -> Origin? {
    guard let columns = origins[view], columns.indices.contains(index) else { return nil }
    return columns[index]
  }
}

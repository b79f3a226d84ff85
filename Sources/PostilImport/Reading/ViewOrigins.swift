import PostilCatalog
import PostilCompiler
import PostilSQL
import PostilSchema

/// The table columns that the results of views come from directly.
///
/// In a scratch database, each column has a unique declared type, so that SQLite itself reports the origin, also
/// through other views. Source: SQLite, `sqlite3_column_decltype`.
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

  /// The origin of a view's result; `nil` if it is computed.
  func origin(of index: Int, in view: String) -> Origin? {
    guard let columns = origins[view], columns.indices.contains(index) else { return nil }
    return columns[index]
  }
}

import PostilSQL

/// The tables and views of an existing SQLite database.
///
/// It is read through a closure, so that all tools and tests can use it, however they run SQL.
package struct DatabaseCatalog: Sendable {
  /// Runs a query with text values for `?1`, `?2` and so on, and returns the rows as text; `nil` for `NULL`.
  package typealias Query = (_ sql: String, _ values: [String]) throws -> [[String?]]

  /// The tables and virtual tables in the order of creation, without the shadow tables of virtual tables and SQLite's own tables.
  package var tables: [CatalogTable]
  /// The views in the order of creation.
  package var views: [CatalogView]

  package init(tables: [CatalogTable] = [], views: [CatalogView] = []) {
    self.tables = tables
    self.views = views
  }

  /// Reads the database `main`.
  /// - Throws: the errors of `query`. A view or virtual table that can't be read, because something it needs is
  ///   missing, has no columns.
  package init(reading query: Query) throws {
    let rows = try query(
      """
      SELECT s.type, s.name, s.sql, t.type, t.wr, t.strict FROM sqlite_schema s
      JOIN temp.pragma_table_list t ON t.schema = 'main' AND t.name = s.name
      WHERE s.type IN ('table', 'view') AND t.type <> 'shadow' AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY s.rowid
      """, [])
    let triggers = try query(
      "SELECT tbl_name, name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid", [])
    func triggersOf(_ name: String) -> [CatalogTrigger] {
      triggers.filter { $0[0]?.isSameName(as: name) == true }
        .map { CatalogTrigger(name: $0[1] ?? "", sql: $0[2] ?? "") }
    }
    tables = []
    views = []
    for row in rows {
      let (name, sql) = (row[1] ?? "", row[2] ?? "")
      if row[0] == "view" {
        let columns = try? query("SELECT name FROM temp.pragma_table_xinfo(?1) ORDER BY cid", [name])
        views.append(
          CatalogView(name: name, sql: sql, columns: columns?.compactMap { $0[0] } ?? [], triggers: triggersOf(name)))
      } else {
        var table = CatalogTable(name: name, sql: sql, triggers: triggersOf(name))
        table.isVirtual = row[3] == "virtual"
        table.isWithoutRowID = row[4] == "1"
        table.isStrict = row[5] == "1"
        do {
          try table.read(query)
        } catch  where table.isVirtual {
          // This build of SQLite doesn't have the module.
        }
        tables.append(table)
      }
    }
  }

  /// The table with this name, ignoring case.
  package func table(_ name: String) -> CatalogTable? {
    tables.first { $0.name.isSameName(as: name) }
  }

  /// The view with this name, ignoring case.
  package func view(_ name: String) -> CatalogView? {
    views.first { $0.name.isSameName(as: name) }
  }
}

/// A view, with its `INSTEAD OF` triggers.
package struct CatalogView: Sendable {
  package var name: String
  /// Its `CREATE VIEW` statement.
  package var sql: String
  /// The names of its columns.
  package var columns: [String]
  package var triggers: [CatalogTrigger]
}

/// A trigger.
package struct CatalogTrigger: Sendable {
  package var name: String
  /// Its `CREATE TRIGGER` statement.
  package var sql: String
}

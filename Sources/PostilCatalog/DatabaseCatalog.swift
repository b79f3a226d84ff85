import PostilSQL

/// What a SQLite database says of itself: its tables with all that belongs to them, and its views.
///
/// It is read through a closure, so that runtime, tools and tests share it, whatever runs their SQL.
package struct DatabaseCatalog: Sendable {
  /// Runs a query with text values for `?1`, `?2` …, and gives the text of each column of each row, `nil` for `NULL`.
  package typealias Query = (_ sql: String, _ values: [String]) throws -> [[String?]]

  /// The tables, virtual ones among them, in the order in which they were made. The tables in which a virtual table keeps
  /// what it holds are left out, and so are SQLite's own.
  package var tables: [CatalogTable]
  /// The views, in the order in which they were made.
  package var views: [CatalogView]

  /// Makes a catalog of its parts.
  package init(tables: [CatalogTable] = [], views: [CatalogView] = []) {
    self.tables = tables
    self.views = views
  }

  /// Reads the database `main`.
  /// - Throws: what `query` throws. A view or virtual table that cannot be looked into, because what it needs is missing,
  ///   has no columns.
  package init(reading query: Query) throws {
    let rows = try query(
      """
      SELECT s.type, s.name, s.sql, t.type, t.wr, t.strict FROM sqlite_schema s
      JOIN pragma_table_list t ON t.schema = 'main' AND t.name = s.name
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
        let columns = try? query("SELECT name FROM pragma_table_xinfo(?1) ORDER BY cid", [name])
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
          // A module that this SQLite does not have.
        }
        tables.append(table)
      }
    }
  }

  /// The table of this name, whatever its case.
  package func table(_ name: String) -> CatalogTable? {
    tables.first { $0.name.isSameName(as: name) }
  }

  /// The view of this name, whatever its case.
  package func view(_ name: String) -> CatalogView? {
    views.first { $0.name.isSameName(as: name) }
  }
}

/// A view, with the triggers that stand for writing to it.
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

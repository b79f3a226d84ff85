#if PostgreSQL
  /// The names that renamed tables get during an expansion: the new version of a program uses a view with the new name, until the
  /// contract renames the table. `postil migrate new --expand` marks these views and their columns with comments.
  struct OtherTableNames {
    /// The beginning of the comments, before the name in the table.
    private static let mark = "postil_expand: "

    /// The tables, by their views.
    private var tables: [String: String] = [:]
    /// The views, by their tables.
    private var views: [String: String] = [:]
    /// The columns of views, by the table and the name in it.
    private var columns: [String: String] = [:]
    /// The columns of views that are `NOT NULL` in their tables.
    private var required: Set<String> = []
    /// The columns of each view that are the primary key of its table.
    private(set) var keys: [String: [String]] = [:]

    init() {}

    /// - Parameter rows: the results of ``query``.
    init(_ rows: [[String]]) {
      for row in rows {
        (tables[row[0]], views[row[2]]) = (row[2], row[0])
        columns["\(row[2]).\(row[3])"] = row[1]
        if row[4] == "t" { required.insert("\(row[0]).\(row[1])") }
        if row[5] == "t" { keys[row[0], default: []].append(row[1]) }
      }
    }

    func table(of view: String) -> String? { tables[view] }
    func view(of table: String) -> String? { views[table] }
    /// The name of a table's column in the view.
    func column(_ name: String, of table: String) -> String { columns["\(table).\(name)"] ?? name }
    /// Whether a column of a view is `NOT NULL` in the table.
    func isRequired(_ column: String, of view: String) -> Bool { required.contains("\(view).\(column)") }

    /// The views, their columns, their tables, the columns of these, and whether those are `NOT NULL` and in the primary key.
    static let query = """
      SELECT v.relname, a.attname, c.relname, b.attname, b.attnotnull,
        EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND b.attnum = ANY (i.indkey))
      FROM pg_class v JOIN pg_attribute a ON a.attrelid = v.oid AND a.attnum > 0
        JOIN pg_class c ON c.relnamespace = v.relnamespace AND c.relkind IN ('r', 'p')
          AND '\(mark)' || c.relname = obj_description(v.oid, 'pg_class')
        JOIN pg_attribute b ON b.attrelid = c.oid AND b.attnum > 0 AND NOT b.attisdropped
          AND '\(mark)' || b.attname = coalesce(col_description(v.oid, a.attnum), '\(mark)' || a.attname)
      WHERE v.relkind = 'v' AND pg_table_is_visible(v.oid)
      """
  }
#endif

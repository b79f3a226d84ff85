#if PostgreSQL
  import PostilSQL

  /// The schema that a session works in, and the search path that begins with it.
  struct SearchPath {
    /// The schema; `nil` if no schema of the search path exists.
    let schema: String?
    /// The quoted names of the existing schemas, separated by commas.
    let sql: String

    /// Finds the schema, once, because a statement can change the search path later.
    /// - Parameters:
    ///   - name: the schema; `nil` for the first one of the search path, `current_schema()`. The others follow it, so that the types and
    ///     functions of extensions are found in them.
    ///   - rows: runs a query whose parameters and results are texts.
    /// - Throws: ``PostgreSQLError`` with the code 3F000 if the schema doesn't exist.
    init(_ name: String?, rows: (_ sql: String, _ values: [String]) throws -> [[String?]]) throws {
      let found = try rows("SELECT name FROM unnest(current_schemas(false)) AS path (name)", []).compactMap { $0[0] }
      if let name, !found.contains(name),
        try rows("SELECT FROM pg_namespace WHERE nspname = $1", [name]).isEmpty
      {
        throw PostgreSQLError(
          code: "3F000",
          message: "schema '\(name)' doesn't exist; create it with 'CREATE SCHEMA \(SQLText.identifier(name))'",
          detail: nil, sql: nil)
      }
      schema = name ?? found.first
      sql = SQLText.identifiers(
        ([schema].compactMap(\.self) + found).reduce(into: []) { names, name in
          if !names.contains(name) { names.append(name) }
        })
    }
  }
#endif

extension SQLRenderer {
  /// One step along a relationship of a table with itself, from one row's key to another's, through a row of `table`.
  private struct Step {
    let table: String
    let from: [String]
    let to: [String]

    /// `nil` if the relationship is over columns other than the key.
    init?(_ path: RelationshipPath) {
      let key = path.target.primaryKey
      if let join = path.join {
        guard let from = Self.columns(join.near, over: path.near, for: key),
          let to = Self.columns(join.far, over: path.far, for: key)
        else { return nil }
        (table, self.from, self.to) = (join.table, from, to)
      } else if let to = Self.columns(path.near, over: path.far, for: key) {
        (table, from, self.to) = (path.owner.name, key, to)
      } else if let from = Self.columns(path.far, over: path.near, for: key) {
        (table, self.from, to) = (path.target.name, from, key)
      } else {
        return nil
      }
    }

    /// The columns that correspond to the key's columns, in the order of the key.
    private static func columns(_ columns: [String], over names: [String], for key: [String]) -> [String]? {
      guard names.count == key.count else { return nil }
      let found = key.compactMap { name in names.firstIndex(of: name).map { columns[$0] } }
      return found.count == key.count ? found : nil
    }
  }

  /// The depth limit from which on counting the rows is worthwhile.
  private static var longBound: Int { 1000 }

  /// Writes the condition that a row can be reached from the row with a key: `t0."id" IN (WITH RECURSIVE t1("k0") AS
  /// (SELECT … UNION SELECT … FROM t1 JOIN …) SELECT t1."k0" FROM t1)`.
  ///
  /// `UNION` drops rows that were already found, so cycles end. With a depth limit, the same row may occur once on each
  /// level. No row is farther away than the number of rows, so cycles end whatever the limit is. Source: SQLite, "The
  /// WITH Clause", section 3.
  mutating func writeReached(by path: RelationshipPath, from key: [BoundValue], depth: Int?, of alias: Int) {
    guard let step = Step(path), key.count == step.from.count else {
      return fail(.keyMismatch(relationship: path.name))
    }
    // Columns with the same value in all rows, as that of a tenant. Citus requires the value in each part of the query.
    let shared = key.indices.filter { step.from[$0] == step.to[$0] }
    let (found, first, next) = (nextAlias(), nextAlias(), nextAlias())
    subqueries += 1
    writeKey(path.target.primaryKey, of: alias)
    write(" IN (WITH RECURSIVE ")
    writeAlias(found)
    write("(")
    for index in key.indices {
      if index > 0 { write(", ") }
      writeIdentifier("k\(index)")
    }
    if depth != nil { write(", \"depth\"") }
    write(") AS (SELECT ")
    writeColumns(step.to, of: first)
    if depth != nil { write(", 1") }
    write(" FROM ")
    writeTable(step.table, as: first)
    write(" WHERE ")
    writeValues(key, in: step.from, of: first)
    if let depth {
      write(" AND ")
      writeValue(.integer(Int64(depth)))
      write(" > 0")
    }
    write(" UNION SELECT ")
    writeColumns(step.to, of: next)
    if depth != nil {
      write(", ")
      writeColumn("depth", of: found)
      write(" + 1")
    }
    write(" FROM ")
    writeAlias(found)
    write(" JOIN ")
    writeTable(step.table, as: next)
    for index in key.indices {
      write(index == 0 ? " ON " : " AND ")
      writeColumn(step.from[index], of: next)
      write(" = ")
      if shared.contains(index) { writeValue(key[index]) } else { writeColumn("k\(index)", of: found) }
    }
    if let depth { writeBound(depth, on: found, rowsOf: path.target.name) }
    write(") SELECT ")
    writeColumns(key.indices.map { "k\($0)" }, of: found)
    write(" FROM ")
    writeAlias(found)
    write(")")
    if !shared.isEmpty { write(" AND ") }
    writeValues(shared.map { key[$0] }, in: shared.map { path.target.primaryKey[$0] }, of: alias)
  }

  private mutating func writeBound(_ depth: Int, on found: Int, rowsOf table: String) {
    write(" WHERE ")
    writeColumn("depth", of: found)
    write(" < ")
    guard depth > Self.longBound else { return writeValue(.integer(Int64(depth))) }
    write("min(")
    writeValue(.integer(Int64(depth)))
    write(", (SELECT count(*) FROM ")
    writeTable(table, as: nextAlias())
    write("))")
  }
}

import PostilSQL
import PostilSchema

/// Random rows, and what they reference.
extension Blueprint {
  /// Rows that the schema takes; those that it does not are left out.
  func fill(_ database: Database, _ random: inout Generator) throws {
    for name in schema().tables.map(\.name) {
      guard let table = tables.first(where: { $0.name == name }) else { continue }
      for row in 0..<random.below(8) {
        var values: [Int: String] = [:]
        for reference in table.references {
          guard let parent = self.table(reference.table) else { continue }
          let isOptional = reference.columns.allSatisfy { table.column($0)?.isNullable ?? false }
          let keys = isOptional && random.once(in: 3) ? [] : try self.keys(of: parent, in: database)
          let key = random.maybe(keys)
          for (index, column) in reference.columns.enumerated() {
            values[column] = key.map { Self.spelt($0[index], table.column(column), &random) } ?? "NULL"
          }
        }
        for column in table.plain where values[column.id] == nil {
          values[column.id] = value(of: column, in: table, row, &random)
        }
        let columns = table.plain
        try database.run(
          "INSERT OR IGNORE INTO \(SQLText.identifier(name)) (\(SQLText.identifiers(columns.map(\.name)))) "
            + "VALUES (\(columns.map { values[$0.id] ?? "NULL" }.joined(separator: ", ")))")
      }
    }
    try closeCircles(database, &random)
    // A circle of references can leave a row behind that references none.
    while let violation = try database.rows("PRAGMA foreign_key_check").first, let table = violation[0] {
      try database.run("DELETE FROM \(SQLText.identifier(table))")
    }
  }

  /// The keys, numbers and labels of a table are the same values in another order, and those of all tables are alike: what references
  /// one of them by mistake finds a row all the same.
  private func value(of column: Column, in table: Table, _ row: Int, _ random: inout Generator) -> String {
    let isText = column.type == .text
    if column.id == table.label { return "'k\((row * 3 + 5) % 8)'" }
    if column.id == table.number { return String((row * 5 + 3) % 8 + 1) }
    if column.id == table.key[0] || column.name == "id", isText || column.type == .integer(bits: 64) {
      return isText ? "'\(row + 1)'" : String(row + 1)
    }
    return column.isNullable && random.once(in: 3) ? "NULL" : Values.value(column.type, &random)
  }

  private func keys(of table: Table, in database: Database) throws -> [[String]] {
    let columns = table.key.map { "quote(\(SQLText.identifier(table.column($0)?.name ?? "")))" }
    return try database.rows(
      "SELECT \(columns.joined(separator: ", ")) FROM \(SQLText.identifier(table.name)) ORDER BY 1, \(columns.count)"
    ).map { $0.map { $0 ?? "NULL" } }
  }

  /// A reference to a text whose case does not count may have another case.
  private static func spelt(_ value: String, _ column: Column?, _ random: inout Generator) -> String {
    column?.collation == "NOCASE" && random.once(in: 2) && value.hasPrefix("'k") ? value.uppercased() : value
  }

  /// References to tables that were filled later, or to later rows of the same table.
  private func closeCircles(_ database: Database, _ random: inout Generator) throws {
    for table in tables where !table.isJoin {
      for reference in table.references {
        guard let parent = self.table(reference.table),
          reference.columns.allSatisfy({ table.column($0)?.isNullable ?? false }), random.once(in: 2),
          let key = random.maybe(try keys(of: parent, in: database))
        else { continue }
        let values = zip(reference.columns, key).map {
          "\(SQLText.identifier(table.column($0)?.name ?? "")) = \($1)"
        }
        try database.run(
          "UPDATE OR IGNORE \(SQLText.identifier(table.name)) SET \(values.joined(separator: ", ")) "
            + "WHERE \(label(of: table)) > 'k3'")
      }
    }
  }

  private func label(of table: Table) -> String { SQLText.identifier(table.column(table.label)?.name ?? "") }

  // MARK: - what rows reference

  /// What every row references, told without keys: the labels of both rows, or of both rows of a pair, by the references that
  /// are asked for.
  func links(of database: Database, _ references: [Int]) throws -> [Int: [String]] {
    try linkQueries(references).mapValues { query in
      try database.rows("\(query) ORDER BY 1").map { $0[0] ?? "" }
    }
  }

  /// The queries of the links.
  func linkQueries(_ references: [Int]) -> [Int: String] {
    var queries: [Int: String] = [:]
    for table in tables {
      for (index, reference) in table.references.enumerated() where references.contains(reference.id) {
        // A pair has no label.
        guard let parent = self.table(reference.table), parent.column(parent.label) != nil else { continue }
        let name = SQLText.identifier(table.name)
        var columns = ["\"parent\".\(label(of: parent))"]
        var sources = "\(name) AS \"child\" \(join(parent, as: "parent", reference, of: table))"
        if table.isJoin {
          // A pair is told by what its other reference is to.
          let other = table.references[1 - index]
          guard let partner = self.table(other.table) else { continue }
          columns.append("\"partner\".\(label(of: partner))")
          sources += " \(join(partner, as: "partner", other, of: table))"
        } else {
          columns.append("\"child\".\(label(of: table))")
        }
        let list = columns.joined(separator: " || ' < ' || ")
        queries[reference.id] = "SELECT \(list) FROM \(sources)"
      }
    }
    return queries
  }

  private func join(_ parent: Table, as alias: String, _ reference: Reference, of table: Table) -> String {
    let same = zip(parent.key, reference.columns).map { key, column in
      "\"\(alias)\".\(SQLText.identifier(parent.column(key)?.name ?? "")) = "
        + "\"child\".\(SQLText.identifier(table.column(column)?.name ?? ""))"
    }
    return "JOIN \(SQLText.identifier(parent.name)) AS \"\(alias)\" ON \(same.joined(separator: " AND "))"
  }
}

import PostilCompiler
import PostilSQL
import PostilSchema

/// The collations that the statements of a database name, but which only the program that created it has.
struct MissingCollations {
  /// The collations of each table and its indexes.
  private var tables: [String: [String]] = [:]

  init() {}

  /// - Throws: `ScratchDatabase.Failure`
  init(in file: ScratchDatabase) throws {
    let known: Set<String> = ["binary", "nocase", "rtrim", "decimal"]
    for row in try file.rows("SELECT tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid") {
      for name in ExistingTable.collations(in: row[1] ?? "") where !known.contains(name.lowercased()) {
        let table = (row[0] ?? "").foldedName
        let isNew = tables[table]?.contains { $0.isSameName(as: name) } != true
        if isNew { tables[table, default: []].append(name) }
      }
    }
  }

  /// All of them, sorted.
  var names: [String] {
    tables.values.joined().reduce(into: [String]()) { names, name in
      if !names.contains(where: { $0.isSameName(as: name) }) { names.append(name) }
    }.sorted()
  }

  /// Adds collations that compare bytes in their place, so that rows can be read.
  func addStandIns(to database: ScratchDatabase) {
    for name in names { database.addCollation(name) }
  }

  /// What a program must do to use a table.
  func remarks(about table: String) -> [String] {
    (tables[table.foldedName] ?? []).map { "the table uses \(Self.advice($0))" }
  }

  static func advice(_ name: String) -> String {
    let call = "SQLiteOptions(prepareConnection: { try $0.add(collation: \(SwiftLiteral.string(name))) { … } })"
    return
      "the collation '\(name)', which SQLite doesn't have; the file can be opened only with '\(call)', with a closure that "
      + "returns whether the first of two texts comes before the second one, in the order of the program that created the file"
  }
}

import Foundation
import PostilCompiler
import PostilImport
import PostilTestSupport
import Testing

/// A database made of SQL, and what the import of it gives.
struct Sample {
  let result: DatabaseImport.Result
  let path: String
  private let folder: TemporaryFolder
  /// Those that the file needs, and SQLite doesn't have.
  private let collations: [String]

  init(
    _ sql: String, names: NameStyle = .swift, target: String = "Sample", rowLimit: Int = 1_000_000,
    references: String? = nil, collations: [String] = []
  ) throws {
    self.collations = collations
    folder = try TemporaryFolder()
    path = folder.path("sample.sqlite")
    try RawDatabase(path: path, foreignKeys: false, collations: collations, decimals: true).execute(sql)
    var databaseImport = DatabaseImport(target: target, names: names, rowLimit: rowLimit)
    databaseImport.references = references.map { ("references.sql", $0) }
    result = try databaseImport.run(path: path)
    try expectNoDrift(target: target, isWhole: rowLimit > 1000)
  }

  /// The text of a file, without the lines above the struct's documentation and notes.
  func text(_ name: String) throws -> String {
    try #require(result.files.first { $0.name == "\(name).swift" }, "there are \(result.files.map(\.name))").text
  }

  /// The lines of a struct, from its declaration on, without indentation.
  func members(_ name: String) throws -> [String] {
    let lines = try text(name).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    return Array(lines.drop { !$0.hasPrefix("struct ") }.dropFirst().dropLast())
  }

  /// The import notes at the top of a file, each on one line.
  func remarks(_ name: String) throws -> [String] {
    var remarks: [String] = []
    for line in try text(name).split(separator: "\n").prefix(while: { !$0.hasPrefix("// @") }) {
      if line.hasPrefix("// - ") { remarks.append(String(line.dropFirst(5))) }
      if line.hasPrefix("//   ") { remarks[remarks.count - 1] += " " + line.dropFirst(5) }
    }
    return remarks
  }

  /// What was written compiles, and every object that its schema makes is in the file and means the same there.
  private func expectNoDrift(target: String, isWhole: Bool) throws {
    #expect(result.differences.isEmpty)
    let compiled = CompilerPipeline(target: target).run(
      sources: result.files.map { CompilerPipeline.Source(path: $0.name, bytes: Array($0.text.utf8)) })
    #expect(compiled.diagnostics.isEmpty)
    let graph = try #require(compiled.graph)
    if isWhole {
      try RoundTrip(path: path, graph: graph, files: result.files, collations: collations).expectEveryValue()
    }
    let script = graph.schema.script().text
    let copy = try RawDatabase(path: ":memory:", collations: collations, decimals: true)
    try copy.execute(script)
    let file = try RawDatabase(path: path, collations: collations, decimals: true)
    let query = "SELECT type, lower(name), sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    let found = Dictionary(
      uniqueKeysWithValues: try file.rows(query).map { ($0[1] ?? "", Self.tokens($0[2] ?? "")) })
    for row in try copy.rows(query) { #expect(found[row[1] ?? ""] == Self.tokens(row[2] ?? ""), "\(row[1] ?? "")") }
  }

  /// A statement without white space, comments and quotes: what is left must be the same, whoever wrote it.
  private static func tokens(_ sql: String) -> String {
    sql.split(separator: "\n").map { line in line.range(of: "-- ").map { line[..<$0.lowerBound] } ?? line }.joined()
      .filter { !$0.isWhitespace && !"\"[]`".contains($0) }.lowercased()
  }
}

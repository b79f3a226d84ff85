import PostilCatalog
import PostilCompiler
import PostilEvolution
import PostilSQL
import PostilSchema

/// The stages of an import: file -> catalog -> plan -> structs -> files. They are repeated without the rejected
/// choices, until the compiler accepts the files and their schema matches the database.
package struct DatabaseImport {
  /// The result of an import.
  package struct Result {
    /// A Swift file.
    package struct File {
      package var name: String
      package var text: String
    }

    /// In the order of the tables and views.
    package var files: [File] = []
    /// The objects without a struct, one line each, with the reason.
    package var notImported: [String] = []
    /// The remaining differences between the schema of the files and the database.
    package var differences: [String] = []
    /// What the program needs to open the file, one line each.
    package var warnings: [String] = []
    package var tableCount = 0
    package var viewCount = 0
  }

  /// The file with comments about the objects without a struct.
  package static let listName = "NotImported.swift"

  /// The target that the files will belong to.
  package var target: String
  package var names: NameStyle
  /// The number of rows that are read from each table and view.
  package var rowLimit: Int

  /// The references of the file for `--references`, with its path.
  package var references: (path: String, text: String)?

  package init(target: String, names: NameStyle = .swift, rowLimit: Int = 1_000_000) {
    self.target = target
    self.names = names
    self.rowLimit = rowLimit
  }

  /// Imports a database without changing it.
  /// - Throws: ``ImportError`` if it can't be read.
  package func run(path: String) throws -> Result {
    do {
      return try run(ScratchDatabase(reading: path))
    } catch let error as ScratchDatabase.Failure {
      throw ImportError("cannot read '\(path)': \(error.message)")
    }
  }

  /// Imports the tables of a PostgreSQL database without changing it. The types of its columns replace the sampled rows.
  /// - Parameter query: runs a query on the server.
  /// - Throws: ``ImportError``, and the errors of `query`.
  package func run(onServer query: DatabaseCatalog.Query) throws -> Result {
    let server = ServerDescription(try ServerCatalog(reading: query))
    do {
      // The later stages read an SQLite database, so one with the same tables is created.
      let file = try ScratchDatabase()
      for statement in server.schema.script().statements { try file.run(statement.sql) }
      return try run(file, server)
    } catch let error as ScratchDatabase.Failure {
      throw ImportError(
        "the tables of this server can't be described for SQLite, which is a bug in 'postil import': \(error.message)")
    }
  }

  private func run(_ file: ScratchDatabase, _ server: ServerDescription? = nil) throws -> Result {
    let collations = try MissingCollations(in: file)
    collations.addStandIns(to: file)
    let functions = try server == nil ? MissingFunctions(in: file) : MissingFunctions()
    var catalog = try DatabaseCatalog { sql, values in try file.rows(sql, values) }
    // The migrations of the program that created the database aren't migrations of the new program.
    catalog.tables.removeAll { $0.name.isSameName(as: MigrationTable.name) }
    let conventions = server == nil ? ApplicationConventions(catalog, in: file) : ApplicationConventions()
    catalog.tables.removeAll { table in conventions.bookkeeping.contains { $0.table.name == table.name } }
    let samples = DatabaseSample(of: catalog, in: file, rowLimit: rowLimit)
    let store = CoreDataStore(catalog, in: file)
    let origins = try ViewOrigins(catalog)
    let importNames = ImportNames(catalog, style: names, target: target, store: store)
    let comparison = try SchemaComparison(with: file, collations)
    let unenforced = try unenforcedReferences(catalog, file, conventions)
    var refusals = Refusals()
    while true {
      let planner = Planner(
        catalog: catalog, samples: samples, origins: origins, names: importNames, store: store, refusals: refusals,
        unenforced: unenforced, server: server, conventions: conventions, collations: collations,
        functions: functions)
      let files = planner.plan().map(StructFile.init)
      let before = refusals.reasons.count
      let compiled = CompilerPipeline(target: target).run(
        sources: files.map { CompilerPipeline.Source(path: $0.name, bytes: Array($0.text.utf8)) })
      var differences: [String] = []
      if let graph = compiled.graph {
        differences = try comparison.judge(graph.schema, catalog, &refusals)
      } else if let mistake = judge(compiled.diagnostics, files, &refusals) {
        throw ImportError(
          "the structs for this database do not compile, which is a bug in 'postil import': \(mistake)")
      }
      guard refusals.reasons.count == before else { continue }
      return result(of: planner, files, differences)
    }
  }

  /// The references that the user states, and those that names and values suggest. Without the values, none is suggested.
  private func unenforcedReferences(
    _ catalog: DatabaseCatalog, _ file: ScratchDatabase, _ conventions: ApplicationConventions
  ) throws -> [UnenforcedReference] {
    var stated: [UnenforcedReference] = []
    if let references {
      stated = try StatedReferences(references.text, path: references.path, catalog).references.map {
        $0.counted(in: file)
      }
    }
    if rowLimit == 0 { return stated }
    let suggested = ReferenceSuggestions(catalog: catalog, file: file).references(besides: stated)
    return stated
      + suggested.filter { reference in
        !conventions.polymorphicReferences(of: reference.table).contains { [$0.keyColumn] == reference.columns }
      }
  }

  /// Rejects the choice at the first error of each file, because the other errors may be consequences.
  /// - Returns: an error that isn't caused by a choice.
  private func judge(_ diagnostics: [Diagnostic], _ files: [StructFile], _ refusals: inout Refusals) -> String? {
    var seen: Set<String> = []
    var unplaced: String?
    let before = refusals.reasons.count
    for diagnostic in diagnostics where diagnostic.severity == .error && seen.insert(diagnostic.path).inserted {
      let file = files.first { $0.name == diagnostic.path }
      let choices = diagnostic.position.flatMap { file?.choices[$0.line] } ?? []
      if let choice = choices.first(where: { !refusals.contains($0) }) {
        refusals.add(choice, diagnostic.message)
      } else {
        unplaced = unplaced ?? diagnostic.lines.first
      }
    }
    return refusals.reasons.count == before ? unplaced ?? "no reason is given" : nil
  }

  private func result(of planner: Planner, _ files: [StructFile], _ differences: [String]) -> Result {
    var result = Result(differences: differences)
    result.files = files.map { Result.File(name: $0.name, text: $0.text) }
    let missing = MissingObjects(planner, structs: Set(files.map(\.name)))
    result.notImported = missing.lines
    if let file = missing.file { result.files.append(file) }
    result.warnings = planner.collations.names.map { "the tables use \(MissingCollations.advice($0))" }
    result.tableCount = planner.tables.count
    result.viewCount = files.count - min(files.count, planner.tables.count)
    return result
  }
}

/// The reason why a database can't be imported.
package struct ImportError: Error, CustomStringConvertible, Equatable {
  package let description: String

  init(_ description: String) { self.description = description }
}

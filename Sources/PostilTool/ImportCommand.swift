import ArgumentParser
import Foundation
import PostilImport
import PostilServer
import PostilSources

extension NameStyle: ExpressibleByArgument {}

/// The kinds of sources that `postil import` distinguishes.
enum ImportOrigin: String, ExpressibleByArgument, CaseIterable {
  case database, coredata, swiftdata
}

/// `postil import`
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Writes annotated structs for an existing database, or for a Core Data or SwiftData application.",
    discussion: """
      Each table and each view becomes a struct in its own file. Comments at the top of a file list what the \
      annotations can't express. Before anything is written, the structs are compiled, and their schema is compared \
      with the database. The database is only read.

        postil import shop.sqlite --output Sources/Shop
        postil import shop.sqlite --output Sources/Shop --names exact
        postil import postgresql://app@db.example/shop --output Sources/Shop

      The store of a Core Data or SwiftData application is imported with its model, and its rows are copied into a new \
      file. The store is never opened; a temporary copy is read.

        postil import --from coredata default.store Tasks.xcdatamodeld --output Sources/Tasks --copy tasks.sqlite
        postil import --from coredata default.store Sources/App --output Sources/Tasks --copy tasks.sqlite
        postil import --from swiftdata Sources/App --output Sources/Tasks

      Existing files are not overwritten unless you pass '--overwrite'.

      Docs/Import.md, Docs/FromCoreData.md and Docs/FromSwiftData.md explain the mapping.
      """)

  @Argument(
    help: ArgumentHelp(
      "The SQLite file, the URL of a PostgreSQL database, or Swift sources with '@Model' classes.",
      valueName: "database"))
  var database: String

  @Argument(
    help: ArgumentHelp(
      "With '--from coredata': the '.xcdatamodeld', or the Swift sources of the '@Model' classes.",
      discussion: "Without them, the names of properties are in lower case, and delete rules and defaults are unknown. "
        + "With '--from swiftdata': more sources.",
      valueName: "model"))
  var models: [String] = []

  @Option(
    help: ArgumentHelp(
      "database, coredata or swiftdata.",
      discussion: "'database' is any SQLite file or PostgreSQL database; 'coredata' is the store of a Core Data or "
        + "SwiftData application; 'swiftdata' are '@Model' classes without a store.",
      valueName: "origin"))
  var from = ImportOrigin.database

  @Option(
    help: ArgumentHelp(
      "With '--from coredata': a new SQLite file for the rows of the store.", valueName: "file"))
  var copy: String?

  @Option(
    help: ArgumentHelp(
      "With '--from coredata': the columns of properties that the store doesn't show, separated by commas.",
      discussion:
        "'Drink.id=ZID1,Drink.glass.id=ZID' names columns, and 'Drink.note=none' a property that the store doesn't have.",
      valueName: "columns"))
  var columns: [String] = []

  @Option(
    name: [.short, .long], help: ArgumentHelp("The folder to write into: the target's folder.", valueName: "dir"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "swift, words or exact.",
      discussion: "'swift' turns 'tblOrders.customer_id' into 'Order.customerID'; 'words' keeps plurals and "
        + "prefixes:  'TblOrders.customerID'; 'exact' keeps the names as they are where they are valid in Swift.",
      valueName: "style"))
  var names = NameStyle.swift

  @Option(
    help: ArgumentHelp("The target that the folder belongs to; by default the folder's name.", valueName: "name"))
  var target: String?

  @Option(
    help: ArgumentHelp(
      "The number of rows of each table that are read to find the types of its columns.",
      discussion: "A PostgreSQL server has a type for each column, so no rows are read.", valueName: "rows"))
  var sample = 1_000_000

  @Option(
    help: ArgumentHelp(
      "A file that states references without a foreign key.",
      discussion: "The file contains lines such as 'movie_link(movie_id) REFERENCES title;'. They become "
        + "'@references(enforced: false)'.",
      valueName: "file"))
  var references: String?

  @OptionGroup var schema: ServerSchemaOption

  @Flag(help: "Overwrites existing files.")
  var overwrite = false

  func validate() throws {
    try schema.validate(isServer: from == .database && ServerURL.matches(database))
    guard sample >= 0 else { throw ValidationError("'--sample' can't be negative.") }
    guard target?.isEmpty != true else { throw ValidationError("'--target' can't be empty.") }
    if from != .coredata, copy != nil { throw ValidationError("'--copy' needs '--from coredata'.") }
    if from != .coredata, !columns.isEmpty { throw ValidationError("'--columns' needs '--from coredata'.") }
    if from == .database, let model = models.first {
      throw ValidationError("'\(model)' needs '--from coredata' or '--from swiftdata'.")
    }
    if from != .database, names != .swift || references != nil {
      throw ValidationError("'--names' and '--references' can't be combined with '--from \(from.rawValue)'.")
    }
  }

  func run() throws {
    if from != .database { return try runModelImport() }
    let isServer = ServerURL.matches(database)
    guard isServer || FileManager.default.fileExists(atPath: database) else {
      throw Misuse("file '\(database)' doesn't exist")
    }
    let name = target ?? SwiftFiles.targetName(ofFolder: output)
    var databaseImport = DatabaseImport(target: name, names: names, rowLimit: sample)
    if let references {
      guard let text = try? String(contentsOfFile: references, encoding: .utf8) else {
        throw Misuse("cannot read '\(references)'")
      }
      databaseImport.references = (references, text)
    }
    let result: DatabaseImport.Result
    do {
      result = try isServer ? server(databaseImport) : databaseImport.run(path: database)
    } catch let error as ImportError {
      throw Misuse(error.description)
    }
    try write(result.files)
    let files = result.files.count == 1 ? "1 file" : "\(result.files.count) files"
    StandardStream.output.write("\(files) in '\(output)'\n")
    let shown = ServerURL.shown(database)
    for line in result.notImported { StandardStream.error.write("\(shown): warning: not imported: \(line)\n") }
    for line in result.warnings { StandardStream.error.write("\(shown): warning: \(line)\n") }
    for line in result.differences { StandardStream.error.write("\(shown): error: \(line)\n") }
    guard result.differences.isEmpty else { throw ExitCode.failure }
  }

  /// Imports the tables of the server.
  private func server(_ databaseImport: DatabaseImport) throws -> DatabaseImport.Result {
    #if PostgreSQL
      let server = DatabaseServer(database, schema: schema.schema)
      do {
        let session = try server.connect()
        return try databaseImport.run(onServer: { sql, _ in try session.rows(sql) })
      } catch let error as UnusableServer {
        throw Misuse("cannot connect to '\(server.name)': \(error.reason)")
      }
    #else
      throw ServerURL.unsupported(database)
    #endif
  }

  func write(_ files: [DatabaseImport.Result.File]) throws {
    let folder = URL(fileURLWithPath: output, isDirectory: true)
    do {
      let changed = files.filter { (try? Data(contentsOf: folder.appending(path: $0.name))) != Data($0.text.utf8) }
      let there = changed.filter { FileManager.default.fileExists(atPath: folder.appending(path: $0.name).path) }
      guard there.isEmpty || overwrite else {
        let names = there.map { "'\($0.name)'" }.joined(separator: ", ")
        throw Misuse("'\(output)' already contains \(names); choose another folder, or pass '--overwrite'")
      }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // The list written by an earlier import of the same database.
      if overwrite, !files.contains(where: { $0.name == DatabaseImport.listName }) {
        try? FileManager.default.removeItem(at: folder.appending(path: DatabaseImport.listName))
      }
      for file in changed {
        try Data(file.text.utf8).write(to: folder.appending(path: file.name), options: .atomic)
      }
    } catch let error as Misuse {
      throw error
    } catch {
      throw Misuse("cannot write to '\(output)': \(error.localizedDescription)")
    }
  }
}

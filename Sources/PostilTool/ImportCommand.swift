import ArgumentParser
import Foundation
import PostilImport

extension NameStyle: ExpressibleByArgument {}

/// `postil import`
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Writes annotated structs for a database that exists.",
    discussion: """
      Each table becomes a struct in a file of its own, each view too; what the notes cannot say stands at the top of the \
      files. What is written compiles, and the schema that is made of it opens the same file: both are tried before \
      anything is written. The database is only read.

        postil import shop.sqlite --output Sources/Shop
        postil import shop.sqlite --output Sources/Shop --names exact

      Files that are there already are not written over, unless '--overwrite' says so.

      Docs/Import.md explains what becomes of what.
      """)

  @Argument(help: ArgumentHelp("The SQLite file.", valueName: "database"))
  var database: String

  @Option(
    name: [.short, .long], help: ArgumentHelp("The folder to write into, that of the target.", valueName: "dir"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "swift, words or exact.",
      discussion: "'swift' writes 'tblOrders.customer_id' as 'Order.customerID'; 'words' keeps plurals and prefixes: "
        + "'TblOrders.customerID'; 'exact' keeps the names as they are, where Swift takes them.", valueName: "style"))
  var names = NameStyle.swift

  @Option(
    help: ArgumentHelp("The target that the folder belongs to; by default the folder's name.", valueName: "name"))
  var target: String?

  @Option(
    help: ArgumentHelp("How many rows of each table are looked at to find what its columns hold.", valueName: "rows"))
  var sample = 1_000_000

  @Flag(help: "Writes over files of the same names.")
  var overwrite = false

  func validate() throws {
    guard sample >= 0 else { throw ValidationError("The value of '--sample' is less than 0.") }
    guard target?.isEmpty != true else { throw ValidationError("The value of '--target' is empty.") }
  }

  func run() throws {
    guard FileManager.default.fileExists(atPath: database) else { throw Misuse("there is no file '\(database)'") }
    let name = target ?? SwiftFiles.targetName(ofFolder: output)
    let result: DatabaseImport.Result
    do {
      result = try DatabaseImport(target: name, names: names, rowLimit: sample).run(path: database)
    } catch let error as ImportError {
      throw Misuse(error.description)
    }
    try write(result.files)
    let files = result.files.count == 1 ? "1 file" : "\(result.files.count) files"
    StandardStream.output.write("\(files) in '\(output)'\n")
    for line in result.notImported { StandardStream.error.write("\(database): warning: not imported: \(line)\n") }
    for line in result.differences { StandardStream.error.write("\(database): error: \(line)\n") }
    guard result.differences.isEmpty else { throw ExitCode.failure }
  }

  private func write(_ files: [DatabaseImport.Result.File]) throws {
    let folder = URL(fileURLWithPath: output, isDirectory: true)
    do {
      let changed = files.filter { (try? Data(contentsOf: folder.appending(path: $0.name))) != Data($0.text.utf8) }
      let there = changed.filter { FileManager.default.fileExists(atPath: folder.appending(path: $0.name).path) }
      guard there.isEmpty || overwrite else {
        let names = there.map { "'\($0.name)'" }.joined(separator: ", ")
        throw Misuse("'\(output)' has \(names) already: name another folder, or say '--overwrite'")
      }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // The list of an import before this one, of what is there now.
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

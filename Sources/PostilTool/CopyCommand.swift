import ArgumentParser
import Foundation
import PostilCompiler
import PostilSchema
import PostilServer

/// `postil copy`
struct CopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copies all rows of a SQLite database to a PostgreSQL database.",
    discussion: """
      The models define how each value is stored. The PostgreSQL database needs the tables of the models, without rows:

        postil ddl Sources/Tasks --dialect postgresql | psql -v ON_ERROR_STOP=1 postgresql://app@db.example/tasks
        postil copy tasks.sqlite postgresql://app@db.example/tasks Sources/Tasks

      All rows are copied in one transaction and compared with those of the file before it is committed. If a row can't \
      be copied, nothing is changed. The file is only read; it can be in use.

      Docs/PostgreSQL.md describes what is checked, and what to do with the program in the meantime.
      """)

  @Argument(help: ArgumentHelp("The SQLite file.", valueName: "file"))
  var file: String

  @Argument(
    help: ArgumentHelp("The PostgreSQL database: a URL such as postgresql://app@db.example/tasks.", valueName: "url"))
  var server: String

  @OptionGroup var sources: SourceOptions

  func run() throws {
    guard FileManager.default.fileExists(atPath: file) else { throw Misuse("file '\(file)' doesn't exist") }
    guard ServerURL.matches(server) else {
      throw Misuse("'\(server)' is not the URL of a PostgreSQL database; write 'postgresql://user@host/database'")
    }
    #if PostgreSQL
      let graphs = try sources.targets().compiled(for: .postgresql)
      // The schema of a target includes the schemas of the targets that its models import.
      let imported = Set(graphs.flatMap(\.importedModules))
      let tables = graphs.filter { !imported.contains($0.target) }.flatMap(\.schema.tables)
      var seen: Set<String> = []
      try copy(Schema(tables: TableOrder.sorted(tables.filter { seen.insert($0.name).inserted })))
    #else
      throw ServerURL.unsupported(server)
    #endif
  }

  #if PostgreSQL
    private func copy(_ schema: Schema) throws {
      let destination = DatabaseServer(server)
      var bar = ProgressBar()
      let report: DatabaseCopy.Report
      do {
        report = try DatabaseCopy(schema).run(from: file, to: destination.connect()) { progress in
          bar.update(
            "\(progress.isComparing ? "comparing" : "copying") \(progress.table)", progress.rows, of: progress.totalRows
          )
        }
      } catch {
        bar.clear()
        throw failure(error, destination)
      }
      bar.clear()
      let width = report.tables.map(\.name.count).max() ?? 0
      for (name, checksum) in report.tables {
        let padded = name + String(repeating: " ", count: width - name.count)
        StandardStream.output.write("\(padded)  \(checksum)  \(checksum.count) row\(checksum.count == 1 ? "" : "s")\n")
      }
      if report.rounded > 0 {
        StandardStream.error.write(
          "\(file): warning: \(report.rounded) date\(report.rounded == 1 ? " was" : "s were") rounded to microseconds, "
            + "the precision of PostgreSQL\n")
      }
      for name in report.notCopied {
        StandardStream.error.write("\(file): warning: '\(name)' is not copied, because no model describes it\n")
      }
    }

    private func failure(_ error: any Error, _ destination: DatabaseServer) -> any Error {
      switch error {
      case let refusal as CopyRefusal:
        StandardStream.error.write("\(file): error: \(refusal); nothing was copied\n")
        return ExitCode.failure
      case let server as UnusableServer: return Misuse("cannot connect to '\(destination.name)': \(server.reason)")
      case let unreadable as PostilCompiler.ScratchDatabase.Failure:
        return Misuse("cannot read '\(file)': \(unreadable.message)")
      default: return Misuse("'\(destination.name)': \(error)")
      }
    }
  #endif
}

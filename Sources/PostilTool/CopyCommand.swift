import ArgumentParser
import Foundation
import PostilCompiler
import PostilSchema
import PostilServer
import PostilSources

/// `postil copy`
struct CopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copies all rows between an SQLite file and a PostgreSQL database.",
    discussion: """
      The models define how each value is stored. A PostgreSQL database needs the tables of the models, without rows:

        postil ddl Sources/Tasks --dialect postgresql | psql -v ON_ERROR_STOP=1 postgresql://app@db.example/tasks
        postil copy tasks.sqlite postgresql://app@db.example/tasks Sources/Tasks

      In the other direction, a new file is created:

        postil copy postgresql://app@db.example/tasks copy.sqlite Sources/Tasks

      All rows are copied in one transaction and compared with the original ones. If a row can't be copied, nothing is \
      changed. The original database is only read; it can be in use.

      Docs/PostgreSQL.md describes what is checked, and what to do with the program in the meantime.
      """)

  @Argument(
    help: ArgumentHelp("The database that is read: an SQLite file, or a URL such as postgresql://app@db.example/tasks.")
  )
  var from: String

  @Argument(help: ArgumentHelp("The database that is filled: a URL, or a new SQLite file."))
  var to: String

  @OptionGroup var sources: SourceOptions

  @OptionGroup var schema: ServerSchemaOption

  func run() throws {
    guard ServerURL.matches(from) != ServerURL.matches(to) else {
      throw Misuse(
        "'copy' needs an SQLite file and the URL of a PostgreSQL database, such as 'postgresql://user@host/database'; "
          + "found '\(from)' and '\(to)'")
    }
    let isToServer = ServerURL.matches(to)
    let file = isToServer ? from : to
    guard FileManager.default.fileExists(atPath: file) == isToServer else {
      throw Misuse("file '\(file)' \(isToServer ? "doesn't exist" : "already exists; choose another name")")
    }
    #if PostgreSQL
      let schemas = try sources.targets().compiled(for: .postgresql).wholes.map(\.schema)
      var seen: Set<String> = []
      let tables = schemas.flatMap(\.tables).filter { seen.insert($0.name).inserted }
      let views = schemas.flatMap(\.views).filter { seen.insert($0.name).inserted }
      try copy(
        Schema(tables: TableOrder.sorted(tables), views: views), file: file,
        DatabaseServer(isToServer ? to : from, schema: schema.schema), isToServer: isToServer)
    #else
      throw ServerURL.unsupported(isToServer ? to : from)
    #endif
  }

  #if PostgreSQL
    private func copy(_ schema: Schema, file: String, _ server: DatabaseServer, isToServer: Bool) throws {
      let source = isToServer ? file : server.name
      var bar = ProgressBar()
      let report: DatabaseCopy.Report
      do {
        let session = try server.connect()
        func show(_ progress: DatabaseCopy.Progress) {
          bar.update(
            "\(progress.isComparing ? "comparing" : "copying") \(progress.table)", progress.rows, of: progress.totalRows
          )
        }
        report =
          isToServer
          ? try DatabaseCopy(schema).run(from: file, to: session, progress: show)
          : try FileCopy(schema).run(from: session, to: file, progress: show)
      } catch {
        bar.clear()
        throw failure(error, source: source, file, server)
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

    private func failure(
      _ error: any Error, source: String, _ file: String, _ server: DatabaseServer
    ) -> any Error {
      switch error {
      case let refusal as CopyRefusal:
        StandardStream.error.write("\(source): error: \(refusal); nothing was copied\n")
        return ExitCode.failure
      case let unusable as UnusableServer: return Misuse("cannot connect to '\(server.name)': \(unusable.reason)")
      case let unreadable as PostilCompiler.ScratchDatabase.Failure:
        return Misuse("cannot read '\(file)': \(unreadable.message)")
      case let unwritable as UnwritableFile: return Misuse("cannot write '\(file)': \(unwritable.reason)")
      default: return Misuse("'\(server.name)': \(error)")
      }
    }
  #endif
}

import ArgumentParser
import Foundation
import PostilCompiler
import PostilMigrations

/// `postil generate`
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Writes the generated Swift into a folder, for checking in.",
    discussion: """
      The files are those that the build plugin makes: 'Item+Postil.swift' for each source with a struct that has \
      '// @table' above it, and one for the schema. A target whose generated code is checked in does without the \
      plugin. Only files that changed are written, and files of models that are gone are removed; nothing else in \
      the folder is touched. Where several targets are named, each has a folder of its own in DIR.

        postil generate Sources/Tasks --output Sources/Tasks/Generated
      """)

  @OptionGroup var sources: SourceOptions

  @Option(
    name: [.short, .long], help: ArgumentHelp("The folder to write to; it is made if need be.", valueName: "dir"))
  var output: String

  func run() throws {
    let targets = try sources.targets()
    let migrations = try targets.filter { !$0.isDependency }.map { target in
      let migrations = try target.embeddedMigrations()
      try reportingRefusals { _ = try MigrationFolder(of: target, migrations).order() }
      return migrations
    }
    let graphs = try targets.compiled()
    for (graph, migrations) in zip(graphs, migrations) {
      let folder = URL(fileURLWithPath: output, isDirectory: true)
      let files = Emitter(graph: graph, migrations: migrations.files).files()
      try GeneratedFolder(graphs.count == 1 ? folder : folder.appending(path: graph.target)).write(files)
    }
  }
}

import ArgumentParser
import Foundation
import PostilCompiler
import PostilMigrations

/// `postil generate`
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Writes the generated Swift into a folder, so that it can be checked in.",
    discussion: """
      The files are the same as those of the build plugin: 'Item+Postil.swift' for each source file with a '// @table' \
      struct, and one for the schema. A target with checked-in generated code doesn't need the plugin. Only files that \
      changed are written, and generated files of deleted models are removed; other files in the folder are not \
      touched. With several targets, each gets its own folder in DIR.

        postil generate Sources/Tasks --output Sources/Tasks/Generated
      """)

  @OptionGroup var sources: SourceOptions

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The folder to write to; it is created if it doesn't exist.", valueName: "dir"))
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

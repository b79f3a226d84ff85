import Foundation
import PackagePlugin

/// Generates the code of a target's annotated models when the target is built.
///
/// The plugin runs when SwiftPM plans a build: when a file is added, removed or renamed, not when one is edited. So it
/// names the outputs, and `postilc` decides on every build what stands in them.
@main
struct PostilPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target as? SwiftSourceModuleTarget else {
      Diagnostics.warning("PostilPlugin works on Swift targets, and '\(target.name)' is none: remove it there")
      return []
    }
    let sources = module.sourceFiles(withSuffix: ".swift").map(\.url).sorted { $0.path < $1.path }
    guard !sources.isEmpty else { return [] }
    let tool = try context.tool(named: "postilc")
    let outputs = OutputNames(
      of: sources, module: module.moduleName, root: module.directoryURL, folder: context.pluginWorkDirectoryURL)
    let dependencies = ModelDependency.all(of: module)
    let migrations = MigrationFolder.files(of: module)
    let arguments = CompilerArguments(
      target: module.moduleName, sources: sources, dependencies: dependencies, migrations: migrations, outputs: outputs)
    return [
      .buildCommand(
        displayName: "Generating the models of \(target.name)", executable: tool.url,
        arguments: try arguments.commandLine(in: context.pluginWorkDirectoryURL),
        inputFiles: sources + dependencies.flatMap(\.sources) + migrations + MigrationFolder.steps(of: module)
          + [tool.url], outputFiles: outputs.all)
    ]
  }
}

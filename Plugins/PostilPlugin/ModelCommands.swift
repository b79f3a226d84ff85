import Foundation
import PackagePlugin

/// The command that generates the code of a target's annotated models, used by both plugins.
///
/// A plugin runs when SwiftPM plans a build: when a file is added, removed or renamed, but not when one is edited.
/// Therefore the plugin only names the outputs, and `postilc` determines their contents in every build.
enum ModelCommands {
  /// - Parameter tool: finds `postilc`. It is called only if the target has sources.
  static func all(
    for target: any Target, in context: PluginContext, tool: () throws -> URL?
  ) throws -> [Command] {
    guard let module = target as? SwiftSourceModuleTarget else {
      Diagnostics.warning("Postil's plugins need a Swift target; remove the plugin from '\(target.name)'")
      return []
    }
    let sources = module.sourceFiles(withSuffix: ".swift").map(\.url).sorted { $0.path < $1.path }
    guard !sources.isEmpty, let tool = try tool() else { return [] }
    let outputs = OutputNames(
      of: sources, module: module.moduleName, root: module.directoryURL, folder: context.pluginWorkDirectoryURL)
    let dependencies = ModelDependency.all(of: module)
    let migrations = MigrationFolder.files(of: module)
    let arguments = CompilerArguments(
      target: module.moduleName, sources: sources, dependencies: dependencies, migrations: migrations,
      isForPostgreSQL: usesPostgreSQL(module), outputs: outputs)
    return [
      .buildCommand(
        displayName: "Generating the models of \(target.name)", executable: tool,
        arguments: try arguments.commandLine(in: context.pluginWorkDirectoryURL),
        inputFiles: sources + dependencies.flatMap(\.sources) + migrations + MigrationFolder.steps(of: module) + [tool],
        outputFiles: outputs.all)
    ]
  }

  /// Whether the target depends on the engine for PostgreSQL, whose restrictions the build then reports.
  private static func usesPostgreSQL(_ module: SwiftSourceModuleTarget) -> Bool {
    module.dependencies.contains { dependency in
      switch dependency {
      case .product(let product): product.name == "PostilPostgreSQL"
      case .target(let target): target.name == "PostilPostgreSQL"
      @unknown default: false
      }
    }
  }
}

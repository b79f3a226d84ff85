import Foundation
import PackagePlugin

/// The command that generates the code of a target's annotated models, used by both plugins.
///
/// A plugin runs when SwiftPM plans a build: when a file is added, removed or renamed, but not when one is edited.
/// Therefore the plugin only names the outputs, and `postilc` determines their contents in every build.
enum ModelCommands {
  /// - Parameter tool: finds `postilc`. It is called only if the target has sources.
  static func all(for target: any Target, in context: PluginContext, tool: () throws -> URL?) throws -> [Command] {
    guard let module = ModelTarget(target) else {
      Diagnostics.warning("Postil's plugins need a Swift target; remove the plugin from '\(target.name)'")
      return []
    }
    return try all(for: module, in: context.pluginWorkDirectoryURL, tool: tool)
  }

  /// - Parameters:
  ///   - folder: the folder into which the plugin may write.
  ///   - tool: finds `postilc`. It is called only if the target has sources.
  static func all(for target: ModelTarget, in folder: URL, tool: () throws -> URL?) throws -> [Command] {
    guard !target.sources.isEmpty, let tool = try tool() else { return [] }
    let outputs = OutputNames(of: target.sources, module: target.module, root: target.folder, folder: folder)
    let arguments = CompilerArguments(
      target: target.module, sources: target.sources, dependencies: target.dependencies,
      migrations: target.migrations.files, isForPostgreSQL: target.isForPostgreSQL, outputs: outputs)
    return [
      .buildCommand(
        displayName: "Generating the models of \(target.name)", executable: tool,
        arguments: try arguments.commandLine(in: folder),
        inputFiles: target.sources + target.dependencies.flatMap(\.sources) + target.migrations.files
          + target.migrations.steps,
        outputFiles: outputs.all)
    ]
  }
}

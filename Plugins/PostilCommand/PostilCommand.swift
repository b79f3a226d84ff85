import Foundation
import PackagePlugin

/// `swift package postil …`: the `postil` tool on this package.
///
/// Arguments are passed on unchanged. Without a path, the package's targets with annotated models are added, each with
/// exactly the sources that are compiled. `--target NAME` selects a single target.
@main
struct PostilCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let command = CommandArguments(arguments)
    let targets = try command.needsPaths ? TargetSources.all(in: context.package, named: command.target) : []
    try run(command, targets: targets, folder: context.pluginWorkDirectoryURL, tool: context.tool)
  }

  /// Runs the tool and ends with its exit status.
  /// - Parameters:
  ///   - targets: the targets, if the command needs paths and none is given.
  ///   - folder: the folder into which the plugin may write.
  ///   - tool: finds a tool by its name.
  func run(
    _ command: CommandArguments, targets: [TargetSources], folder: URL, tool: (String) throws -> PluginContext.Tool
  ) throws {
    var arguments = command.arguments
    if command.needsPaths {
      guard !targets.isEmpty else {
        Diagnostics.error("no target of this package contains a struct with '// @table'; pass a PATH")
        return
      }
      let list = folder.appending(path: "targets.json")
      try JSONEncoder().encode(targets).write(to: list, options: .atomic)
      arguments += ["--target-list", list.path]
    }
    // A tool has the name of its target if it is built, and the name of its product if it is in an artifact bundle.
    guard let tool = (try? tool("postil")) ?? (try? tool("PostilTool")) else {
      Diagnostics.error(
        "the dependency on Postil leaves out its trait 'Command'; write 'traits: [\"Command\"]' or remove 'traits:'")
      return
    }
    let process = try Process.run(tool.url, arguments: arguments)
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      if command.writesFiles, process.terminationStatus == 2 {
        Diagnostics.remark(
          "plugins can't write there without a permission; run 'swift package --allow-writing-to-package-directory "
            + "postil \(command.arguments.first ?? "") …'"
        )
      }
      exit(process.terminationReason == .exit ? process.terminationStatus : 2)
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension PostilCommand: XcodeCommandPlugin {
    /// Xcode adds '--target NAME' for a target that is selected.
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      let command = CommandArguments(arguments)
      let targets = context.xcodeProject.targets.filter { command.target == nil || $0.displayName == command.target }
      try run(
        command,
        targets: targets.compactMap { target in
          TargetSources(
            name: target.moduleName, folder: context.xcodeProject.directoryURL, files: target.swiftFiles,
            isNamed: command.target != nil)
        },
        folder: context.pluginWorkDirectoryURL, tool: context.tool)
    }
  }
#endif

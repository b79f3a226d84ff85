import Foundation
import PackagePlugin

/// `swift package postil …`: the `postil` tool on this package.
///
/// Arguments are passed on as they are. Where they name no path, the package's targets that hold annotated models are
/// added, each with exactly the sources that it is built of; `--target NAME` asks for one target's alone.
@main
struct PostilCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let command = CommandArguments(arguments)
    var arguments = command.arguments
    if command.needsPaths {
      let targets = try targets(in: context.package, name: command.target)
      guard !targets.isEmpty else {
        Diagnostics.error("no target of this package holds a struct with '// @table': name a PATH")
        return
      }
      let list = context.pluginWorkDirectoryURL.appending(path: "targets.json")
      try JSONEncoder().encode(targets).write(to: list, options: .atomic)
      arguments += ["--target-list", list.path]
    }
    let tool = try context.tool(named: "postil")
    let process = try Process.run(tool.url, arguments: arguments)
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      if command.writesFiles, process.terminationStatus == 2 {
        Diagnostics.remark(
          "where plugins may not write, write: swift package --allow-writing-to-package-directory postil \(command.arguments.first ?? "") …"
        )
      }
      exit(process.terminationReason == .exit ? process.terminationStatus : 2)
    }
  }

  /// A target and its sources, as the tool reads them.
  private struct Target: Encodable {
    var name: String
    var folder: String
    var files: [String]
  }

  /// The targets that hold models. Their folders hold more: files that the manifest excludes.
  private func targets(in package: Package, name: String?) throws -> [Target] {
    let targets = try name.map { try package.targets(named: [$0]) } ?? package.targets
    return targets.compactMap { $0 as? SwiftSourceModuleTarget }.compactMap { target in
      let sources = target.sourceFiles(withSuffix: ".swift").map(\.url)
      guard name != nil || sources.contains(where: ModelSource.couldHoldModel) else { return nil }
      return Target(name: target.moduleName, folder: target.directoryURL.path, files: sources.map(\.path).sorted())
    }
  }
}

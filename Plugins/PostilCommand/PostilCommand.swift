import Foundation
import PackagePlugin

/// `swift package postil …`: the `postil` tool on this package.
///
/// Arguments are passed on as they are. Where they name no path, the folders of the package's targets that hold
/// annotated models are added; `--target NAME` asks for one target's alone.
@main
struct PostilCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let command = CommandArguments(arguments)
    var arguments = command.arguments
    if command.needsPaths {
      let folders = try folders(in: context.package, target: command.target)
      guard !folders.isEmpty else {
        Diagnostics.error("no target of this package holds a struct with '// @table': name a PATH")
        return
      }
      arguments += folders
    }
    let tool = try context.tool(named: "postil")
    let process = try Process.run(tool.url, arguments: arguments)
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      if command.writesFiles, process.terminationStatus == 2 {
        Diagnostics.remark(
          "where plugins may not write, write: swift package --allow-writing-to-package-directory postil generate …"
        )
      }
      exit(process.terminationReason == .exit ? process.terminationStatus : 2)
    }
  }

  /// The source folders of the targets that hold models.
  private func folders(in package: Package, target name: String?) throws -> [String] {
    let targets = try name.map { try package.targets(named: [$0]) } ?? package.targets
    return targets.compactMap { $0 as? SwiftSourceModuleTarget }.filter { target in
      name != nil || target.sourceFiles(withSuffix: ".swift").contains { ModelSource.couldHoldModel($0.url) }
    }.map(\.directoryURL.path)
  }
}

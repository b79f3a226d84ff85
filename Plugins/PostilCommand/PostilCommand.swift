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
    // A tool has the name of its target where it is built, and that of its product where an artifact bundle brings it.
    guard let tool = (try? context.tool(named: "postil")) ?? (try? context.tool(named: "PostilTool")) else {
      Diagnostics.error(
        "the dependency on Postil leaves out its trait 'Command'; write 'traits: [\"Command\"]' or remove 'traits:'")
      return
    }
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
    /// Whether the target is here for its models alone, to which those of others refer.
    var isDependency: Bool

    init?(_ target: SwiftSourceModuleTarget, isDependency: Bool = false, isNamed: Bool = false) {
      let sources = target.sourceFiles(withSuffix: ".swift").map(\.url)
      guard isNamed || sources.contains(where: ModelSource.couldHoldModel) else { return nil }
      name = target.moduleName
      folder = target.directoryURL.path
      files = sources.map(\.path).sorted()
      self.isDependency = isDependency
    }
  }

  /// The targets that hold models; where one is named, it and those that it depends on. Their folders hold more: files
  /// that the manifest excludes.
  private func targets(in package: Package, name: String?) throws -> [Target] {
    guard let name else {
      return package.targets.compactMap { $0 as? SwiftSourceModuleTarget }.compactMap { Target($0) }
    }
    let named = try package.targets(named: [name])
    let dependencies = named.flatMap(\.recursiveTargetDependencies).compactMap { $0 as? SwiftSourceModuleTarget }
    return named.compactMap { $0 as? SwiftSourceModuleTarget }.compactMap { Target($0, isNamed: true) }
      + dependencies.compactMap { Target($0, isDependency: true) }
  }
}

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
    var arguments = command.arguments
    if command.needsPaths {
      let targets = try targets(in: context.package, name: command.target)
      guard !targets.isEmpty else {
        Diagnostics.error("no target of this package contains a struct with '// @table'; pass a PATH")
        return
      }
      let list = context.pluginWorkDirectoryURL.appending(path: "targets.json")
      try JSONEncoder().encode(targets).write(to: list, options: .atomic)
      arguments += ["--target-list", list.path]
    }
    // A tool has the name of its target if it is built, and the name of its product if it is in an artifact bundle.
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
          "plugins can't write there without a permission; run 'swift package --allow-writing-to-package-directory "
            + "postil \(command.arguments.first ?? "") …'"
        )
      }
      exit(process.terminationReason == .exit ? process.terminationStatus : 2)
    }
  }

  /// A target and its sources, in the format that the tool reads.
  private struct Target: Encodable {
    var name: String
    var folder: String
    var files: [String]
    /// Whether only its models are needed, because other targets reference them.
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

  /// The targets with models. If a name is given, that target and its dependencies. Their folders may contain other
  /// files that the manifest excludes.
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

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
    let process = Process()
    process.executableURL = tool.url
    process.arguments = arguments
    if command.isServer {
      try serve(process)
    } else {
      try process.run()
    }
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

  /// Runs a tool that prints an address and then serves it, until SwiftPM ends this plugin.
  ///
  /// SwiftPM prints what a plugin writes only when the plugin ends, but progress at once. It ends the plugin without the processes
  /// that the plugin has started, so the tool ends when the pipe that it reads is closed.
  private func serve(_ process: Process) throws {
    let output = Pipe()
    let input = Pipe()
    process.arguments?.append("--ends-with-input")
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    // The tool has its own copy. With this one, the loop wouldn't end.
    try output.fileHandleForWriting.close()
    var line = Data()
    while let data = try output.fileHandleForReading.read(upToCount: 1), !data.isEmpty {
      if data.first == UInt8(ascii: "\n") {
        Diagnostics.progress(String(decoding: line, as: UTF8.self))
        line = Data()
      } else {
        line += data
      }
    }
    withExtendedLifetime(input) {}
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

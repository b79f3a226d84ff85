import PackagePlugin

/// Generates the code of a target's annotated models when the target is built, using a `postilc` that SwiftPM builds or
/// that is in an artifact bundle.
@main
struct PostilPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    try ModelCommands.all(for: target, in: context) { try context.tool(named: "postilc").url }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension PostilPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      try ModelCommands.all(
        for: ModelTarget(target, in: context.xcodeProject), in: context.pluginWorkDirectoryURL
      ) { try context.tool(named: "postilc").url }
    }
  }
#endif

import PackagePlugin

/// Generates the code of a target's annotated models when the target is built, using the `postilc` that is installed on
/// this machine, so that no tool needs to be built.
@main
struct PostilInstalledPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    try ModelCommands.all(for: target, in: context, tool: InstalledTool.reported)
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension PostilInstalledPlugin: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      try ModelCommands.all(
        for: ModelTarget(target, in: context.xcodeProject), in: context.pluginWorkDirectoryURL,
        tool: InstalledTool.reported)
    }
  }
#endif

import PackagePlugin

/// Generates the code of a target's annotated models when the target is built, using the `postilc` that is installed on
/// this machine, so that no tool needs to be built.
@main
struct PostilInstalledPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    try ModelCommands.all(for: target, in: context) {
      do {
        return try InstalledTool.find()
      } catch {
        Diagnostics.error("\(error)")
        return nil
      }
    }
  }
}

import Foundation
import PackagePlugin

/// A target that another depends on and that holds models: references may lead there.
struct ModelDependency {
  var module: String
  var sources: [URL]

  /// The targets with models below `target`, through other targets and products, in the order of their names.
  static func all(of target: SwiftSourceModuleTarget) -> [ModelDependency] {
    var seen: Set<String> = []
    return target.recursiveTargetDependencies.compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { seen.insert($0.moduleName).inserted }
      .compactMap { dependency in
        let sources = dependency.sourceFiles(withSuffix: ".swift").map(\.url).sorted { $0.path < $1.path }
        guard sources.contains(where: ModelSource.couldHoldModel) else { return nil }
        return ModelDependency(module: dependency.moduleName, sources: sources)
      }
      .sorted { $0.module < $1.module }
  }
}

import Foundation
import PackagePlugin

/// A dependency of a target that contains models, which references can use.
struct ModelDependency {
  var module: String
  var sources: [URL]

  /// The direct and indirect dependencies of `target` with models, through targets and products, sorted by name.
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

import Foundation
import PackagePlugin

/// A dependency of a target that contains models, which references can use.
struct ModelDependency {
  var module: String
  var sources: [URL]

  /// Those of the targets that contain models, sorted by name.
  /// - Parameter targets: the direct and indirect dependencies, through targets and products.
  static func all(of targets: [any Target]) -> [ModelDependency] {
    var seen: Set<String> = []
    return targets.compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { seen.insert($0.moduleName).inserted }
      .compactMap { dependency in
        let sources = ModelSource.all(of: dependency)
        guard sources.contains(where: ModelSource.couldHoldModel) else { return nil }
        return ModelDependency(module: dependency.moduleName, sources: sources)
      }
      .sorted { $0.module < $1.module }
  }
}

import Foundation
import PackagePlugin

/// What the plugins use of a target, which belongs to a package or to an Xcode project.
struct ModelTarget {
  var name: String
  var module: String
  /// The folder that contains the sources.
  var folder: URL
  /// The Swift files, sorted by path.
  var sources: [URL]
  /// The targets whose models these sources can reference.
  var dependencies: [ModelDependency]
  var migrations: MigrationFolder
  /// Whether the target depends on the engine for PostgreSQL, whose restrictions the build then reports.
  var isForPostgreSQL: Bool
}

extension ModelTarget {
  /// - Returns: `nil` if the target isn't written in Swift.
  init?(_ target: any Target) {
    guard let module = target as? SwiftSourceModuleTarget else { return nil }
    name = target.name
    self.module = module.moduleName
    folder = module.directoryURL
    sources = ModelSource.all(of: module)
    dependencies = ModelDependency.all(of: module.recursiveTargetDependencies)
    migrations = MigrationFolder(module.directoryURL)
    isForPostgreSQL = module.dependencies.contains { dependency in
      switch dependency {
      case .product(let product): product.name == "PostilPostgreSQL"
      case .target(let target): target.name == "PostilPostgreSQL"
      @unknown default: false
      }
    }
  }
}

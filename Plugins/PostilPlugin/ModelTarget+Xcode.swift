#if canImport(XcodeProjectPlugin)
  import Foundation
  import PackagePlugin
  import XcodeProjectPlugin

  extension ModelTarget {
    /// A target of an Xcode project. Its migrations are the files of the target in a folder `Migrations`.
    init(_ target: XcodeTarget, in project: XcodeProject) {
      name = target.displayName
      module = target.moduleName
      folder = project.directoryURL
      sources = target.swiftFiles
      let products = target.dependencies.flatMap { dependency -> [any Target] in
        guard case .product(let product) = dependency else { return [] }
        return product.targets.flatMap { [$0] + $0.recursiveTargetDependencies }
      }
      let targets = target.dependencies.compactMap { dependency -> ModelDependency? in
        guard case .target(let target) = dependency else { return nil }
        return ModelDependency(module: target.moduleName, sources: target.swiftFiles)
      }
      dependencies = (ModelDependency.all(of: products) + targets).sorted { $0.module < $1.module }
      migrations = MigrationFolder(
        of: target.inputFiles.map(\.url).filter { $0.deletingLastPathComponent().lastPathComponent == "Migrations" })
      isForPostgreSQL = products.contains { $0.name == "PostilPostgreSQL" }
    }
  }
#endif

import Foundation
import PackagePlugin

/// A target and its sources, in the format that the tool reads.
struct TargetSources: Encodable {
  var name: String
  var folder: String
  var files: [String]
  /// Whether only its models are needed, because other targets reference them.
  var isDependency: Bool

  /// - Parameter isNamed: whether the user named the target, which then needs no models.
  /// - Returns: `nil` if the target has no models.
  init?(name: String, folder: URL, files: [URL], isDependency: Bool = false, isNamed: Bool = false) {
    guard isNamed || files.contains(where: ModelSource.couldHoldModel) else { return nil }
    self.name = name
    self.folder = folder.path
    self.files = files.map(\.path).sorted()
    self.isDependency = isDependency
  }

  private init?(_ target: SwiftSourceModuleTarget, isDependency: Bool = false, isNamed: Bool = false) {
    self.init(
      name: target.moduleName, folder: target.directoryURL, files: ModelSource.all(of: target),
      isDependency: isDependency, isNamed: isNamed)
  }

  /// The targets with models. If a name is given, that target and its dependencies. Their folders may contain other
  /// files that the manifest excludes.
  static func all(in package: Package, named name: String?) throws -> [TargetSources] {
    guard let name else {
      return package.targets.compactMap { $0 as? SwiftSourceModuleTarget }.compactMap { TargetSources($0) }
    }
    let named = try package.targets(named: [name])
    let dependencies = named.flatMap(\.recursiveTargetDependencies).compactMap { $0 as? SwiftSourceModuleTarget }
    return named.compactMap { $0 as? SwiftSourceModuleTarget }.compactMap { TargetSources($0, isNamed: true) }
      + dependencies.compactMap { TargetSources($0, isDependency: true) }
  }
}

extension Target.Dependency {
  var name: String {
    switch self {
    case .targetItem(let name, _), .productItem(let name, _, _, _), .byNameItem(let name, _): name
    @unknown default: ""
    }
  }
}

extension Package {
  /// Uses a binary target instead of targets.
  func replace(_ names: Set<String>, by target: Target) {
    targets.removeAll { names.contains($0.name) && $0.type != .executable }
    for user in targets where user.dependencies.contains(where: { names.contains($0.name) }) {
      user.dependencies.removeAll { names.contains($0.name) }
      user.dependencies.append(.target(name: target.name))
    }
    targets.append(target)
  }
}

if Context.environment["POSTIL_FROM_SOURCE"] == nil {
  if let runtime {
    package.replace(
      ["PostilSQL", "PostilEvolution", "PostilQuery", "CSQLite", "PostilSQLite", "Postil"],
      by: .binaryTarget(name: "PostilRuntime", path: runtime))
    package.products.removeAll { $0.name == "Postil" }
    package.products.append(.library(name: "Postil", targets: ["PostilRuntime"]))
    // The library is linked with the system's SQLite.
    package.traits = package.traits.filter { !["SQLCipher", "ExternalSQLite"].contains($0.name) }
  }
  if hasTools {
    package.targets.removeAll { $0.name == "PostilInstalledPlugin" }
    package.products.removeAll { $0.name == "PostilInstalledPlugin" }
    package.replace(
      ["postilc", "PostilTool"], by: .binaryTarget(name: "PostilTools", path: "PostilTools.artifactbundle"))
  }
}

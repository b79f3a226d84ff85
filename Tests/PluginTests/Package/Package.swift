// swift-tools-version: 6.2

import PackageDescription

// What a package of somebody else's looks like; Tests/PluginTests/run copies it, names the checkout and builds it.
let package = Package(
  name: "dependent",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "postil", path: Context.environment["POSTIL_CHECKOUT"] ?? "../../..")],
  targets: [
    .target(
      name: "Tasks", dependencies: [.product(name: "Postil", package: "postil")], exclude: ["Excluded"],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
    .target(
      name: "Isolated", dependencies: [.product(name: "Postil", package: "postil")],
      swiftSettings: [.defaultIsolation(MainActor.self)],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
    .target(
      name: "Collisions", dependencies: [.product(name: "Postil", package: "postil")],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
    .target(
      name: "Corners", dependencies: [.product(name: "Postil", package: "postil")],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
    .target(
      name: "Plans", dependencies: ["Tasks", .product(name: "Postil", package: "postil")],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
    .target(
      name: "Diary", dependencies: [.product(name: "Postil", package: "postil")],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
    .executableTarget(name: "app", dependencies: ["Tasks", "Isolated", "Collisions", "Corners", "Plans", "Diary"]),
  ],
  swiftLanguageModes: [.v6]
)

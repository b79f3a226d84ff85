// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "lists",
  platforms: [.macOS(.v15)],
  dependencies: [
    // From another package, the URL and version of Postil's repository.
    .package(name: "postil", path: "../../..", traits: ["Command", "PostgreSQL"]),
    .package(name: "postil-sync", path: "../../../Sync", traits: ["PostgreSQL"]),
    // Without its traits, because the example reads a few environment variables and no configuration.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.0.0"),
  ],
  targets: [
    // The models, for both sides.
    .target(
      name: "Todo",
      dependencies: [
        .product(name: "Postil", package: "postil"),
        .product(name: "PostilSyncModels", package: "postil-sync"),
      ],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
    .executableTarget(name: "lists", dependencies: ["Todo", .product(name: "PostilSync", package: "postil-sync")]),
    .executableTarget(
      name: "lists-server",
      dependencies: [
        "Todo",
        .product(name: "PostilSyncServer", package: "postil-sync"),
        .product(name: "PostilPostgreSQL", package: "postil"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .testTarget(
      name: "ListsTests",
      dependencies: [
        "Todo", "lists", "lists-server",
        .product(name: "PostilSyncModels", package: "postil-sync"),
        .product(name: "PostilPostgreSQL", package: "postil"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

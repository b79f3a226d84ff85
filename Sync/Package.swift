// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that nobody who doesn't sync compiles it.
let package = Package(
  name: "postil-sync",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "PostilSync", targets: ["PostilSync"]),
    .library(name: "PostilSyncModels", targets: ["PostilSyncModels"]),
    .library(name: "PostilSyncServer", targets: ["PostilSyncServer"]),
  ],
  traits: [
    // Without it nobody compiles the engine for PostgreSQL, or needs libpq.
    .trait(name: "PostgreSQL", description: "Servers over a 'PostgreSQLStore'.")
  ],
  dependencies: [
    .package(
      name: "postil", path: "..",
      traits: [.defaults, .trait(name: "PostgreSQL", condition: .when(traits: ["PostgreSQL"]))])
  ],
  targets: [
    // What the generated code of models with @sync imports, and the messages between devices and a server.
    .target(name: "PostilSyncModels", dependencies: [.product(name: "Postil", package: "postil")]),
    .target(name: "PostilSync", dependencies: ["PostilSyncModels", .product(name: "Postil", package: "postil")]),
    .target(
      name: "PostilSyncServer",
      dependencies: [
        "PostilSyncModels", .product(name: "Postil", package: "postil"),
        .product(name: "PostilPostgreSQL", package: "postil"),
      ]),
    .testTarget(
      name: "Todo",
      dependencies: ["PostilSync", "PostilSyncServer", .product(name: "Postil", package: "postil")],
      path: "Tests/SyncTests",
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that nobody who doesn't use GRDB fetches it.
let package = Package(
  name: "postil-grdb",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [.library(name: "PostilGRDB", targets: ["PostilGRDB"])],
  dependencies: [
    .package(name: "postil", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .target(
      name: "PostilGRDB",
      dependencies: [
        .product(name: "Postil", package: "postil"), .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    .testTarget(
      name: "Library",
      dependencies: ["PostilGRDB", .product(name: "Postil", package: "postil")],
      path: "Tests/BridgeTests",
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
  ],
  swiftLanguageModes: [.v6]
)

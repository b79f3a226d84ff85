// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that libpq is needed here alone.
let package = Package(
  name: "postgresql-benchmarks",
  platforms: [.macOS(.v15)],
  // The traits of Scripts/swift-shared.
  dependencies: [.package(name: "postil", path: "../..", traits: ["Command", "PostgreSQL"])],
  targets: [
    .systemLibrary(name: "LibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .executableTarget(
      name: "PostgreSQLBenchmark",
      dependencies: [
        "LibPQ", .product(name: "Postil", package: "postil"), .product(name: "PostilPostgreSQL", package: "postil"),
      ],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
    .executableTarget(
      name: "TransactionsBenchmark",
      dependencies: [
        .product(name: "Postil", package: "postil"), .product(name: "PostilPostgreSQL", package: "postil"),
      ],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
  ],
  swiftLanguageModes: [.v6]
)

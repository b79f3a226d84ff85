// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "postil", path: ".."),
    .package(name: "postil-sync", path: "../Sync"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    .systemLibrary(
      name: "SystemSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .systemLibrary(name: "SystemAllocator"),
    // Sizes, data, clocks, the alternation of the contenders, the report. Knows no contender.
    .target(name: "BenchmarkHarness", dependencies: ["SystemAllocator"]),

    // The contenders, one target each, one file a case.
    .target(name: "ByHand", dependencies: ["BenchmarkHarness", "SystemSQLite"]),
    .target(name: "WithGRDB", dependencies: ["BenchmarkHarness", .product(name: "GRDB", package: "GRDB.swift")]),
    .target(
      name: "WithPostil",
      dependencies: ["BenchmarkHarness", "BenchmarkModels", .product(name: "Postil", package: "postil")],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
    // Postil's models, in a module of their own, as an application's often are.
    .target(
      name: "BenchmarkModels",
      dependencies: [.product(name: "Postil", package: "postil")],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),

    // A database of films, and queries over it in the style of the Join Order Benchmark.
    .target(
      name: "FilmModels", dependencies: [.product(name: "Postil", package: "postil")],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
    .target(
      name: "Films",
      dependencies: [
        "BenchmarkHarness", "FilmModels", "SystemSQLite", .product(name: "Postil", package: "postil"),
      ]),

    // Many tasks and several processes at once.
    .executableTarget(
      name: "load",
      dependencies: [
        "BenchmarkModels", .product(name: "Postil", package: "postil"), .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    // What sync costs a device, and how fast devices and a server exchange their changes.
    .executableTarget(
      name: "devices",
      dependencies: [
        "BenchmarkHarness", .product(name: "Postil", package: "postil"),
        .product(name: "PostilSync", package: "postil-sync"),
        .product(name: "PostilSyncServer", package: "postil-sync"),
      ],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
    .executableTarget(
      name: "benchmarks", dependencies: ["BenchmarkHarness", "ByHand", "Films", "WithGRDB", "WithPostil"]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")
  ],
  targets: [
    .systemLibrary(
      name: "SystemSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    // Sizes, data, clocks, the alternation of the contenders, the report. Knows no contender.
    .target(name: "BenchmarkHarness"),

    // The contenders, one target each, one file a case.
    .target(name: "ByHand", dependencies: ["BenchmarkHarness", "SystemSQLite"]),
    .target(name: "WithGRDB", dependencies: ["BenchmarkHarness", .product(name: "GRDB", package: "GRDB.swift")]),

    .executableTarget(name: "benchmarks", dependencies: ["BenchmarkHarness", "ByHand", "WithGRDB"]),
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "with-grdb",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")],
  targets: [
    .executableTarget(name: "Tasks", dependencies: [.product(name: "GRDB", package: "GRDB.swift")])
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that swift-crypto is fetched and built only here.
let package = Package(
  name: "cursor-tests",
  platforms: [.macOS(.v14)],
  // The traits of Tests/MonitoringTests, which shares its builds: Scripts/swift-shared.
  dependencies: [.package(name: "postil", path: "../..", traits: ["Cursors", "Monitoring"])],
  targets: [
    .testTarget(
      name: "CursorTests",
      dependencies: [
        .product(name: "Postil", package: "postil"), .product(name: "PostilCursors", package: "postil"),
      ])
  ],
  swiftLanguageModes: [.v6]
)

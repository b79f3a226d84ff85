// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that swift-crypto is fetched and built here alone.
let package = Package(
  name: "cursor-tests",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "postil", path: "../..", traits: ["Cursors"])],
  targets: [
    .testTarget(
      name: "CursorTests",
      dependencies: [
        .product(name: "Postil", package: "postil"), .product(name: "PostilCursors", package: "postil"),
      ])
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "with-postil",
  platforms: [.macOS(.v14)],
  // The library and the build plugin alone: what the other traits need is neither fetched nor built.
  dependencies: [.package(name: "postil", path: "../../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Tasks",
      dependencies: [.product(name: "Postil", package: "postil")],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")])
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "with-postil",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "postil", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Tasks",
      dependencies: [.product(name: "Postil", package: "postil")],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")])
  ],
  swiftLanguageModes: [.v6]
)

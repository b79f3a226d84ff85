// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Tasks",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [.library(name: "Tasks", targets: ["Tasks"])],
  dependencies: [
    // From another package, the URL and version of Postil's repository.
    .package(name: "postil", path: "../../..")
  ],
  targets: [
    .target(
      name: "Tasks",
      dependencies: [
        .product(name: "Postil", package: "postil"),
        .product(name: "PostilSwiftUI", package: "postil"),
      ],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
    .testTarget(name: "TasksTests", dependencies: ["Tasks"]),
  ],
  swiftLanguageModes: [.v6]
)

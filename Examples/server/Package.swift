// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "server",
  platforms: [.macOS(.v15)],
  dependencies: [
    // From another package, the URL and version of Postil's repository.
    .package(name: "postil", path: "../..", traits: ["Command", "PostgreSQL"]),
    // Without its traits, because the example reads two environment variables and no configuration.
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "Tasks",
      dependencies: [
        .product(name: "Postil", package: "postil"),
        .product(name: "PostilPostgreSQL", package: "postil"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
    .testTarget(name: "TasksTests", dependencies: ["Tasks"]),
  ],
  swiftLanguageModes: [.v6]
)

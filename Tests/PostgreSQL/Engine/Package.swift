// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that libpq is needed here alone.
let package = Package(
  name: "engine-tests",
  platforms: [.macOS(.v15)],
  // The traits of Scripts/swift-shared.
  dependencies: [.package(name: "postil", path: "../../..", traits: ["Command", "PostgreSQL"])],
  targets: [
    .testTarget(
      name: "EngineTests",
      dependencies: [
        .product(name: "Postil", package: "postil"), .product(name: "PostilPostgreSQL", package: "postil"),
      ],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
    // The files of Tests/PropertyTests, by symbolic links, over another engine.
    .testTarget(
      name: "Properties",
      dependencies: [
        .product(name: "Postil", package: "postil"), .product(name: "PostilPostgreSQL", package: "postil"),
      ],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
    // The files of Tests/OperationTests, in the same way.
    .testTarget(
      name: "Operations",
      dependencies: [
        .product(name: "Postil", package: "postil"), .product(name: "PostilPostgreSQL", package: "postil"),
      ],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")]),
  ],
  swiftLanguageModes: [.v6]
)

// The tests of the documents, of the music shop and of peers, by symbolic links, over this engine. They are many, so they are compiled only when they are wanted.
if Context.environment["POSTIL_DOCUMENTS"] != nil {
  package.targets.append(
    .target(
      name: "PostilTestSupport",
      dependencies: [
        .product(name: "Postil", package: "postil"), .product(name: "PostilPostgreSQL", package: "postil"),
      ], path: "Tests/Support"))
  for name in ["Documents", "Chinook", "PeerTests"] {
    package.targets.append(
      .testTarget(
        name: name,
        dependencies: [
          "PostilTestSupport", .product(name: "Postil", package: "postil"),
          .product(name: "PostilPostgreSQL", package: "postil"),
        ],
        plugins: [.plugin(name: "PostilPlugin", package: "postil")]))
  }
}

// The clients of Tests/PostgreSQL/failover.
if Context.environment["POSTIL_FAILOVER"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Failover",
      dependencies: [
        .product(name: "Postil", package: "postil"), .product(name: "PostilPostgreSQL", package: "postil"),
      ],
      path: "Failover", plugins: [.plugin(name: "PostilPlugin", package: "postil")]))
}

// The tests of Citus, without the others.
if Context.environment["POSTIL_CITUS_URL"] != nil {
  package.targets = [
    .testTarget(
      name: "Tenants",
      dependencies: [
        .product(name: "Postil", package: "postil"), .product(name: "PostilPostgreSQL", package: "postil"),
      ],
      path: "Tests/Citus", plugins: [.plugin(name: "PostilPlugin", package: "postil")])
  ]
}

// The tests of a server with pgvector, without the others.
if Context.environment["POSTIL_VECTORS_URL"] != nil {
  package.targets = [
    .testTarget(
      name: "Vectors",
      dependencies: [
        .product(name: "Postil", package: "postil"), .product(name: "PostilPostgreSQL", package: "postil"),
      ],
      path: "Tests/Vectors", plugins: [.plugin(name: "PostilPlugin", package: "postil")])
  ]
}

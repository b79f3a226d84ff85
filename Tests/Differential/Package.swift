// swift-tools-version: 6.1

import PackageDescription

// The packages below are read, never built: their sources are what both parsers are run over. Versions are exact, so
// that a difference found today is found again tomorrow.
let corpus: [Package.Dependency] = [
  .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
  .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
  .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
  .package(url: "https://github.com/apple/swift-algorithms", exact: "1.2.1"),
  .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
  .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
  .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
  .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
  .package(url: "https://github.com/apple/swift-numerics", exact: "1.1.1"),
  .package(url: "https://github.com/apple/swift-protobuf", exact: "1.39.0"),
  .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
  .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
  .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
  .package(url: "https://github.com/apple/swift-nio-http2", exact: "1.46.0"),
  .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
  .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
  .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
  .package(url: "https://github.com/stencilproject/Stencil", exact: "0.15.1"),
]

let package = Package(
  name: "differential",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")
  ] + corpus,
  targets: [
    .target(name: "PostilSyntax"),
    .executableTarget(
      name: "differential",
      dependencies: [
        "PostilSyntax",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

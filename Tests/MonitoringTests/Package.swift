// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that swift-metrics and swift-distributed-tracing are fetched and built only here.
let package = Package(
  name: "monitoring-tests",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "postil", path: "../..", traits: ["Cursors", "Monitoring"]),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.4.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.2.0"),
  ],
  targets: [
    .testTarget(
      name: "MonitoringTests",
      dependencies: [
        .product(name: "Postil", package: "postil"), .product(name: "PostilMonitoring", package: "postil"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
      ])
  ],
  swiftLanguageModes: [.v6]
)

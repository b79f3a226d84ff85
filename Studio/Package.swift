// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "studio",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "postil-studio", targets: ["PostilStudioServer"])],
  dependencies: [
    // The traits of Scripts/swift-shared.
    .package(name: "postil", path: "..", traits: ["Command", "PostgreSQL"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.0.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
  ],
  targets: [
    .executableTarget(
      name: "PostilStudioServer",
      dependencies: [
        .product(name: "PostilStudio", package: "postil"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.copy("Page")])
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2

import PackageDescription

// A package of its own, because SQLCipher is chosen by a trait. 'run' builds the library and calls 'swift test'.
let package = Package(
  name: "encryption-tests",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "postil", path: "../..", traits: ["SQLCipher"])],
  targets: [
    .testTarget(
      name: "EncryptionTests", dependencies: [.product(name: "Postil", package: "postil")],
      plugins: [.plugin(name: "PostilPlugin", package: "postil")])
  ],
  swiftLanguageModes: [.v6]
)

// swift-tools-version: 6.2

import PackageDescription

// The modules are compiled again, with the coverage counters of libFuzzer.
let instrumented: [SwiftSetting] = [.unsafeFlags(["-sanitize=fuzzer"])]

let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  targets: [
    .systemLibrary(name: "CSQLite"),
    .target(name: "PostilSQL", swiftSettings: instrumented),
    .target(name: "PostilSchema", dependencies: ["PostilSQL"], swiftSettings: instrumented),
    .target(
      name: "PostilCompiler", dependencies: ["PostilSQL", "PostilSchema", "CSQLite"], swiftSettings: instrumented),
    .target(name: "PostilEvolution", dependencies: ["PostilSQL"], swiftSettings: instrumented),
    .target(name: "PostilQuery", swiftSettings: instrumented),
    .target(name: "FuzzerDriver"),
    .executableTarget(
      name: "fuzz",
      dependencies: ["FuzzerDriver", "PostilSQL", "PostilCompiler", "PostilEvolution", "PostilQuery", "CSQLite"],
      swiftSettings: instrumented, linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]),
  ],
  swiftLanguageModes: [.v6]
)

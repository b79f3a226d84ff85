import Foundation

/// Where the products and modules of this build are: beside the test bundle that is running.
public var builtProducts: URL {
  #if os(macOS)
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
    return bundle.bundleURL.deletingLastPathComponent()
  #else
    return Bundle.main.bundleURL
  #endif
}

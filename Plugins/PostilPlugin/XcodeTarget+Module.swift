#if canImport(XcodeProjectPlugin)
  import Foundation
  import PackagePlugin
  import XcodeProjectPlugin

  extension XcodeTarget {
    /// The name that Xcode gives the module, unless the build setting `PRODUCT_MODULE_NAME` has another one.
    var moduleName: String {
      let name = String(displayName.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
      return name.first?.isNumber == true ? "_" + name.dropFirst() : name
    }

    /// The Swift files, sorted by path.
    var swiftFiles: [URL] {
      inputFiles.map(\.url).filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
    }
  }
#endif

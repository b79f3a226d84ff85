import Foundation

/// The files of the page. They are read once, so that a request can't name any other file.
struct PageFiles: Sendable {
  struct File: Sendable {
    var type: String
    var bytes: [UInt8]
  }

  /// The page isn't there.
  struct Missing: Error, CustomStringConvertible {
    var folder: String

    var description: String { "'\(folder)' has no file 'index.html'" }
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
  ]

  private let files: [String: File]
  /// The folder that is read again for each request.
  private let folder: URL?

  /// - Parameter folder: the folder to serve from; `nil` for the files that the program was built with
  /// - Throws: ``Missing``
  init(folder: String?) throws {
    self.folder = folder.map { URL(fileURLWithPath: $0, isDirectory: true) }
    let root = self.folder ?? Bundle.module.bundleURL.appending(path: "Page", directoryHint: .isDirectory)
    files = Self.files(in: root)
    guard files["index.html"] != nil else { throw Missing(folder: root.path) }
  }

  /// The file at the path of an address: `/table/grid.js`.
  func file(at path: String) -> File? {
    let name = path == "/" ? "index.html" : String(path.dropFirst())
    return (folder.map(Self.files(in:)) ?? files)[name]
  }

  private static func files(in root: URL) -> [String: File] {
    let names = FileManager.default.subpaths(atPath: root.path) ?? []
    return names.reduce(into: [:]) { files, name in
      guard let type = types[(name as NSString).pathExtension],
        let data = try? Data(contentsOf: root.appending(path: name))
      else { return }
      files[name] = File(type: type, bytes: [UInt8](data))
    }
  }
}

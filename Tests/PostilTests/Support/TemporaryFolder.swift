import Foundation

/// A folder for the databases of one test, removed when the test is over.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "postil-\(UUID())")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }
}

import Foundation

/// A folder for the databases of one test, removed when the test is over.
public final class TemporaryFolder {
  public let url = FileManager.default.temporaryDirectory.appending(path: "postil-\(UUID())")

  public init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  public func path(_ name: String) -> String { url.appending(path: name).path }
}

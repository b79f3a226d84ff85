import Foundation

/// Standard output and standard error.
enum StandardStream {
  case output, error

  /// Writes `text` as it is.
  func write(_ text: String) {
    let handle: FileHandle = self == .output ? .standardOutput : .standardError
    // A reader may close the pipe early, as `head` does: that is not an error.
    try? handle.write(contentsOf: Data(text.utf8))
  }
}

import Foundation

/// Standard output and standard error.
enum StandardStream {
  case output, error

  /// Writes `text` unchanged.
  func write(_ text: String) {
    let handle: FileHandle = self == .output ? .standardOutput : .standardError
    // A reader may close the pipe early, as `head` does. That isn't an error.
    try? handle.write(contentsOf: Data(text.utf8))
  }
}

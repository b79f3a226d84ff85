import Foundation

/// Where text goes.
enum StandardStream {
  case output, error

  /// Writes `text` as it is.
  func write(_ text: String) {
    let handle: FileHandle = self == .output ? .standardOutput : .standardError
    // A reader that closed the pipe early, as `head` does, is no reason to complain.
    try? handle.write(contentsOf: Data(text.utf8))
  }
}

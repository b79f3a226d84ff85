import Foundation

/// A line on standard error that shows how much of the work is done. Nothing is written if standard error is not a terminal.
struct ProgressBar {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var shown = ""

  /// - Parameter title: what is being done: `copying item`.
  mutating func update(_ title: String, _ done: Int, of total: Int) {
    guard isTerminal else { return }
    let percent = min(done * 100 / max(total, 1), 100)
    let filled = percent * 30 / 100
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
    let line = "\(bar) \(percent) %  \(title)"
    guard line != shown else { return }
    shown = line
    StandardStream.error.write("\r\(line)\u{1B}[K")
  }

  /// Removes the line.
  mutating func clear() {
    if !shown.isEmpty { StandardStream.error.write("\r\u{1B}[K") }
    shown = ""
  }
}

import Foundation

/// A bar on standard error that fills as work is done; where that is no terminal, only a line at the end.
struct ProgressBar {
  private let title: String
  private let total: Int
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var shown = -1

  /// - Parameter total: the units of work; the bar is full when so many are done.
  init(_ title: String, total: Int) {
    self.title = title
    self.total = max(total, 1)
  }

  mutating func update(_ done: Int, note: @autoclosure () -> String) {
    let percent = min(done * 100 / total, 100)
    guard isTerminal, percent != shown else { return }
    shown = percent
    let filled = percent * 30 / 100
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
    write("\r\(title) \(bar) \(percent) %  \(note())\u{1B}[K")
  }

  mutating func finish(_ summary: String) {
    write((isTerminal ? "\r" : "") + "\(title): \(summary)" + (isTerminal ? "\u{1B}[K\n" : "\n"))
  }

  private func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}

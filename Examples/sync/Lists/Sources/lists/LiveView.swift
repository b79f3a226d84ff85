import Foundation
import PostilSync
import Todo

/// Shows the lists of a user while they change, and reads commands. `offline` stops the sync, `online` starts it again.
struct LiveView {
  private let device: Device
  private let isTerminal = isatty(STDOUT_FILENO) == 1

  init(_ device: Device) { self.device = device }

  func run() async throws {
    let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for try await _ in device.store.observe(TodoList.all.with { ($0.items, $0.members) }) { change.yield() }
      }
      group.addTask { for await _ in device.sync.statuses() { change.yield() } }
      group.addTask { for await _ in changes { try await draw() } }
      try await readCommands()
      group.cancelAll()
    }
    try await device.store.close()
  }

  /// Runs the commands that are typed, until the end of the input.
  private func readCommands() async throws {
    var syncing: Task<Void, any Error>? = Task { try await device.sync.run() }
    prompt()
    for await line in lines() {
      do {
        switch line {
        case "offline":
          syncing?.cancel()
          syncing = nil
        case "online": syncing = syncing ?? Task { try await device.sync.run() }
        default: try await device.run(Command(line))
        }
        // A program that writes the commands reads here which of them are committed.
        if !isTerminal { say("done: \(line)") }
        prompt()
      } catch {
        prompt()
        say("\(error)")
      }
    }
    syncing?.cancel()
  }

  private func lines() -> AsyncStream<String> {
    AsyncStream { lines in
      Thread.detachNewThread {
        while let line = readLine() { lines.yield(line) }
        lines.finish()
      }
    }
  }

  // MARK: The screen

  /// The first line is for commands. What is below it is drawn again after each change, and the cursor stays where it is.
  private func prompt() {
    if isTerminal { say("\u{1B}[H\u{1B}[2K\(device.name)> ", terminator: "") }
  }

  private func draw() async throws {
    let text = try await "\(device.lists())\n\(status)"
    say(isTerminal ? "\u{1B}7\u{1B}[3;1H\u{1B}[J\(text)\u{1B}8" : text, terminator: isTerminal ? "" : "\n")
  }

  private var status: String {
    let status = device.sync.status
    let pending = status.pendingTransactions == 0 ? "" : ", \(status.pendingTransactions) changes aren't sent"
    return "\(status.error.map { "not synced: \($0)" } ?? "synced")\(pending)"
  }
}

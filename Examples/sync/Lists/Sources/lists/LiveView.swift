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
      group.addTask { try await draw(after: changes) }
      await readCommands()
      group.cancelAll()
    }
    try await device.store.close()
  }

  /// Runs the commands that are typed, until the end of the input.
  private func readCommands() async {
    func sync() -> Task<Void, any Error> { Task { try await device.sync.run() } }
    var syncing: Task<Void, any Error>? = sync()
    prompt()
    for await line in lines() {
      var message = "done: \(line)"
      do {
        switch line {
        case "offline":
          syncing?.cancel()
          syncing = nil
        case "online": syncing = syncing ?? sync()
        default: try await device.run(Command(line))
        }
      } catch {
        message = "failed: \(error)"
      }
      prompt(isOffline: syncing == nil)
      // A program that writes the commands reads here which of them are committed.
      if !isTerminal { say(message) } else if !message.hasPrefix("done") { show(message) }
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

  private func draw(after changes: AsyncStream<Void>) async throws {
    var last = ""
    for await _ in changes {
      let text = try await "\(device.lists())\n\(status)"
      if text != last { show(text) }
      last = text
    }
  }

  private var status: String {
    let status = device.sync.status
    let lastSync = status.lastSync.map { "synced at \($0.formatted(date: .omitted, time: .standard))" }
    let state = status.error.map { "not synced: \($0)" } ?? lastSync ?? "not synced yet"
    return status.pendingTransactions == 0 ? state : "\(state), changes to send: \(status.pendingTransactions)"
  }

  /// The first line is for commands.
  private func prompt(isOffline: Bool = false) {
    if isTerminal { say("\u{1B}[H\u{1B}[2K\(device.name)\(isOffline ? ", offline" : "")> ", terminator: "") }
  }

  /// Replaces what is below the first line, and leaves the cursor where it is.
  private func show(_ text: String) {
    say(isTerminal ? "\u{1B}7\u{1B}[3;1H\u{1B}[J\(text)\u{1B}8" : text, terminator: isTerminal ? "" : "\n")
  }
}

import Foundation
import Postil
import PostilPostgreSQL

/// Clients that write to a cluster whose primary is killed, and what they were told of their writes.
///
/// The program reads commands from its standard input, one a line, and answers each with a line:
/// - `killed WHAT`: the primary was killed. The answer comes after a write that was begun later is acknowledged.
/// - `end`: the clients stop, and the program compares the rows with what was acknowledged, and prints a table.
@main
struct FailoverClients {
  static func main() async throws {
    let environment = ProcessInfo.processInfo.environment
    var options = PostgreSQLOptions()
    options.reconnectTimeout = .seconds(60)
    let url = environment["POSTIL_FAILOVER_URL"] ?? ""
    let store = try await PostgreSQLStore(url, schema: FailoverSchema.self, options: options)
    let log = WriteLog()
    // Not on the main thread, which waits for commands.
    let clients = Task.detached {
      await withTaskGroup(of: Void.self) { group in
        for client in 1...8 { group.addTask { await write(as: client, to: store, log) } }
      }
    }
    answer("ready")
    while let command = readLine(), command != "end" {
      let words = command.split(separator: " ", maxSplits: 1)
      guard words.count == 2, words[0] == "killed" else { throw UnknownCommand(command: command) }
      log.noteKill(of: String(words[1]))
      while !log.hasResumed { try await Task.sleep(for: .milliseconds(5)) }
      answer("resumed")
    }
    clients.cancel()
    await clients.value

    // What the cluster has now, read by a new store.
    let reader = try await PostgreSQLStore(url, schema: FailoverSchema.self)
    let rows = try await reader.read { db in try Entry.all.fetchAll(in: db) }
    let report = log.compared(with: rows.map { WriteLog.Key(client: $0.client, number: $0.number) })
    answer(report.table)
    exit(report.isCorrect ? 0 : 1)
  }

  struct UnknownCommand: Error { var command: String }

  private static func answer(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  /// Writes one transaction after the other, as a program would: what fails isn't repeated.
  private static func write(as client: Int, to store: PostgreSQLStore, _ log: WriteLog) async {
    var number = 0
    while !Task.isCancelled {
      number += 1
      let key = WriteLog.Key(client: client, number: number)
      let start = ContinuousClock.now
      do {
        let count = number
        // A task of its own, so that the last write isn't stopped.
        try await Task {
          try await store.write { db in
            _ = try Entry.Draft(client: client, number: count).insert(in: db)
            _ = try Entry.Draft(client: client, number: -count).insert(in: db)
          }
        }.value
        log.note(key, .acknowledged, start)
      } catch let error as ConnectionLost {
        log.note(key, error.isOutcomeUnknown ? .unknown : .refused, start)
      } catch {
        log.note(key, .refused, start)
        FileHandle.standardError.write(Data("refused: \(error)\n".utf8))
      }
    }
  }
}

import Logging
import Synchronization

/// Keeps what is logged, for tests to look at.
struct LogRecorder: LogHandler {
  struct Entry: Sendable {
    let level: Logger.Level
    let message: String
    let metadata: Logger.Metadata
    let file: String
    let line: UInt

    func text(_ key: String) -> String? { metadata[key].map { "\($0)" } }
  }

  final class Log: Sendable {
    private let list = Mutex<[Entry]>([])

    /// What was logged since the last call.
    func drain() -> [Entry] {
      list.withLock { list in
        defer { list = [] }
        return list
      }
    }

    func append(_ entry: Entry) { list.withLock { $0.append(entry) } }
  }

  let log: Log
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace
  /// Called for each entry besides.
  var body: @Sendable () -> Void = {}

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    log.append(
      Entry(
        level: event.level, message: "\(event.message)", metadata: event.metadata ?? [:], file: event.file,
        line: event.line))
    body()
  }
}

import CSQLite
import PostilQuery
import PostilSQL
import PostilSQLite

/// Decides what the statements of a script may do, and stops them. SQLite calls it while it prepares and runs them.
/// Source: SQLite, "Compile-Time Authorization Callbacks" and "Query Progress Callbacks".
final class ConsoleGuard: Sendable {
  private struct State {
    /// Why a statement was refused.
    var refusal: String?
    var changedTables: Set<String> = []
    /// Whether SQLite, or the console itself, may begin and end transactions: not while a statement of the user is prepared.
    var allowsTransactions = true
  }

  /// After how many instructions of SQLite's virtual machine a statement checks whether it was stopped.
  private static let instructionsBetweenChecks: Int32 = 1_000

  private let state = Mutex(State())
  private let isStopped = Atomic(false)
  private let deadline: ContinuousClock.Instant

  init(until deadline: ContinuousClock.Instant) { self.deadline = deadline }

  /// Begins to watch a connection. The guard must live as long as the connection.
  func install(on handle: OpaquePointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_set_authorizer(
      handle,
      { context, action, first, second, _, _ in
        guard let context else { return SQLITE_DENY }
        let guardian = Unmanaged<ConsoleGuard>.fromOpaque(context).takeUnretainedValue()
        return guardian.authorize(action, first.map { String(cString: $0) }, second.map { String(cString: $0) })
      }, context)
    sqlite3_progress_handler(
      handle, Self.instructionsBetweenChecks,
      { context in
        guard let context else { return 1 }
        return Unmanaged<ConsoleGuard>.fromOpaque(context).takeUnretainedValue().mustStop ? 1 : 0
      }, context)
  }

  /// Stops the script at its next check.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Whether the script was stopped, rather than being too slow.
  var wasStopped: Bool { isStopped.load(ordering: .relaxed) }

  private var mustStop: Bool { wasStopped || ContinuousClock.now > deadline }

  /// The tables that the statements have changed, those that triggers and delete rules change included.
  var changedTables: Set<String> { state.withLock { $0.changedTables } }

  /// Why the last statement was refused.
  func takeRefusal() -> String? {
    state.withLock { state in
      defer { state.refusal = nil }
      return state.refusal
    }
  }

  /// Prepares a statement of the user. When it runs, SQLite may prepare others for it: `VACUUM` begins transactions.
  func whilePreparing<Result>(_ body: () -> Result) -> Result {
    state.withLock { $0.allowsTransactions = false }
    defer { state.withLock { $0.allowsTransactions = true } }
    return body()
  }

  private func authorize(_ action: Int32, _ first: String?, _ second: String?) -> Int32 {
    state.withLock { state in
      guard let refusal = Self.refusal(action, first, second, allowsTransactions: state.allowsTransactions) else {
        if [SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE].contains(action), let first {
          state.changedTables.insert(first)
        }
        return SQLITE_OK
      }
      state.refusal = refusal
      return SQLITE_DENY
    }
  }

  /// Why a statement isn't allowed; `nil` if it is. Whether it writes isn't decided here.
  private static func refusal(_ action: Int32, _ first: String?, _ second: String?, allowsTransactions: Bool) -> String?
  {
    switch action {
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT:
      allowsTransactions
        ? nil : ConsoleError.oneTransaction
    // VACUUM attaches a temporary database without a name, and VACUUM INTO one with a name.
    case SQLITE_ATTACH where first?.isEmpty == true: nil
    case SQLITE_ATTACH:
      "the console uses the studio's database only; 'ATTACH' and 'VACUUM INTO' would open another file"
    case SQLITE_FUNCTION where ["load_extension", "writefile", "edit"].contains(second?.foldedName):
      "'\(second ?? "")' isn't allowed in the console"
    case SQLITE_PRAGMA where forbiddenPragmas.contains(first?.foldedName ?? "") && second != nil:
      "'PRAGMA \(first ?? "")' isn't allowed in the console"
    default: nil
    }
  }

  /// The pragmas that change more than the script's connection, or make the file unsafe.
  /// Source: SQLite, "PRAGMA Statements".
  private static let forbiddenPragmas: Set<String> = [
    "data_store_directory", "hard_heap_limit", "key", "locking_mode", "query_only", "rekey", "soft_heap_limit",
    "temp_store_directory", "trusted_schema", "writable_schema",
  ]
}

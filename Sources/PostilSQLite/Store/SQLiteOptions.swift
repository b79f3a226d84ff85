import PostilQuery

/// How a store opens its database. The defaults are the safe choice.
public struct SQLiteOptions: Sendable {
  /// What survives when the power fails. A crash of the program alone loses nothing with either.
  public enum Durability: Hashable, Sendable {
    /// What a `write` returned from is on disk (`synchronous = FULL`): each write waits for the disk once.
    case full
    /// A `write` does not wait for the disk (`synchronous = NORMAL`). When the power fails or the system crashes, the last
    /// writes that had returned may be gone; the database stays whole.
    /// Source: SQLite, "PRAGMA synchronous".
    case normal
  }

  // MARK: The file

  /// What survives when the power fails: ``Durability/full`` by default.
  public var durability: Durability
  /// Whether the file is opened for reading only: it must exist, and `write` throws. `false` by default.
  public var isReadOnly: Bool
  /// Whether the file can't change: nobody writes to it, and it has no write-ahead log with content. It is opened for reading only,
  /// without locks and without other files, for example from a folder that can't be written. If the file does change, reads return
  /// wrong results. `false` by default. Source: SQLite, "Uniform Resource Identifiers", `immutable`.
  public var isImmutable: Bool
  /// Whether the file comes from somebody who may want to attack the program. It is checked before it is used, must contain no triggers,
  /// views, indexes or virtual tables other than the program's, and its schema can't call functions that SQLite doesn't consider safe.
  /// `false` by default. Source: SQLite, "Defense Against The Dark Arts".
  public var isUntrusted: Bool
  /// The name of the virtual file system that opens the file, `nil` for SQLite's default. Source: SQLite, "The SQLite OS Interface".
  public var vfs: String?
  /// The data protection of the file and its log if the store creates them, on iOS, tvOS, watchOS and visionOS; `nil`, the protection of
  /// the folder, by default. Other systems ignore it.
  public var fileProtection: FileProtection?
  /// What to do if the file contains triggers, unique indexes or references that aren't part of the schema and affect its tables;
  /// ``AdditionalObjects/allow`` by default.
  public var additionalObjects: AdditionalObjects

  /// Whether a file that doesn't use the write-ahead log keeps its journal mode, for tools that edit the files of other programs.
  package var keepsJournalMode = false

  // MARK: Connections and waiting

  /// How many `read` blocks may run at once, each on a connection of its own that is opened when it is first needed; 8 by
  /// default, and at most 1000. Further ones wait, first come, first served. `write` blocks have one connection more. The blocks of an
  /// in-memory database run one at a time.
  public var maximumConnections: Int
  /// How long a `read` or `write` may wait for its turn while other blocks of the same store run, before ``StoreOverload``; one minute
  /// by default. `nil` waits forever.
  public var waitTimeout: Duration?
  /// How many `read` blocks, and how many `write` blocks, may wait for their turn. One more throws ``StoreOverload`` at once. `nil`,
  /// which sets no limit, by default; a server sheds load with a limit.
  public var maximumWaiting: Int?
  /// How long to wait for another process that writes, before `DatabaseError` with code 5; five seconds by default.
  public var busyTimeout: Duration
  /// How often a store that is observed looks for commits of other processes, and of other stores of the same file; `nil`, which
  /// looks for none, by default. Such a commit counts as a change of everything.
  public var externalChangeInterval: Duration?

  // MARK: Migrations

  /// How long to wait, when a store with migrations to apply is opened, for another process that writes: it may be the one that
  /// applies them. One minute by default.
  public var migrationTimeout: Duration

  // MARK: Memory

  /// How many statements that were rendered at run time each connection keeps prepared; 256 by default. Those fixed at
  /// build time are always kept.
  public var cachedStatements: Int
  /// How much of the database each connection may keep in memory, in units of 1024 bytes; 16,384 by default.
  public var pageCacheInKibibytes: Int
  /// How many small allocations each connection keeps ready, at 1200 bytes each; `nil` for SQLite's default, about 48 KB. 0 saves
  /// memory if many stores are open. Source: SQLite, "Dynamic Memory Allocation", section "Lookaside Memory Allocator".
  public var lookasideSlots: Int?
  /// The size to which the write-ahead log is truncated when it starts from the beginning, in units of 1024 bytes; 4096 by default.
  /// The log grows beyond it during a long read. `nil` never truncates it. Source: SQLite, "PRAGMA journal_size_limit".
  public var logSizeLimitInKibibytes: Int?
  /// How often a store that was written to updates the statistics that SQLite uses to choose query plans, in the background; also
  /// updated when the store is closed. One hour by default; `nil` never updates them.
  public var optimizeInterval: Duration?

  // MARK: What a program adds and sees

  /// Called with each new connection before its first use, to add functions and collations, run pragmas or attach files; `nil` by
  /// default. A store opens connections while it is in use, on different threads.
  public var prepareConnection: (@Sendable (SQLiteSetup) throws -> Void)?
  /// Called with the text of each statement when it starts, with its values as `?1`, `?2` …, including those that begin and end
  /// transactions. It is called on the thread that runs the statement, which waits for it. `nil` by default.
  public var trace: (@Sendable (String) -> Void)?
  /// The statements that are reported because they are slow or read every row of a large table; `nil`, which costs nothing, by
  /// default.
  public var reports: StatementReports?
  /// Receives a report of each block, for metrics and traces; `nil`, which costs nothing, by default.
  public var monitor: SQLiteMonitor?
  /// Functions that are called when rows are written: ``ModelHooks`` of models. None by default.
  public var hooks: [any WriteHooks]

  /// Creates options. The arguments that are left out have their defaults.
  public init(
    durability: Durability = .full, isReadOnly: Bool = false, isImmutable: Bool = false, isUntrusted: Bool = false,
    vfs: String? = nil, fileProtection: FileProtection? = nil, additionalObjects: AdditionalObjects = .allow,
    maximumConnections: Int = 8, waitTimeout: Duration? = .seconds(60), maximumWaiting: Int? = nil,
    busyTimeout: Duration = .seconds(5), externalChangeInterval: Duration? = nil,
    migrationTimeout: Duration = .seconds(60), cachedStatements: Int = 256, pageCacheInKibibytes: Int = 16_384,
    lookasideSlots: Int? = nil, logSizeLimitInKibibytes: Int? = 4_096, optimizeInterval: Duration? = .seconds(3_600),
    prepareConnection: (@Sendable (SQLiteSetup) throws -> Void)? = nil, trace: (@Sendable (String) -> Void)? = nil,
    reports: StatementReports? = nil, monitor: SQLiteMonitor? = nil,
    hooks: [any WriteHooks] = []
  ) {
    self.durability = durability
    self.isReadOnly = isReadOnly
    self.isImmutable = isImmutable
    self.isUntrusted = isUntrusted
    self.vfs = vfs
    self.fileProtection = fileProtection
    self.additionalObjects = additionalObjects
    self.maximumConnections = maximumConnections
    self.waitTimeout = waitTimeout
    self.maximumWaiting = maximumWaiting
    self.busyTimeout = busyTimeout
    self.externalChangeInterval = externalChangeInterval
    self.migrationTimeout = migrationTimeout
    self.cachedStatements = cachedStatements
    self.pageCacheInKibibytes = pageCacheInKibibytes
    self.lookasideSlots = lookasideSlots
    self.logSizeLimitInKibibytes = logSizeLimitInKibibytes
    self.optimizeInterval = optimizeInterval
    self.prepareConnection = prepareConnection
    self.trace = trace
    self.reports = reports
    self.monitor = monitor
    self.hooks = hooks
  }

  /// The busy timeout in the unit that SQLite uses.
  var busyTimeoutInMilliseconds: Int32 { Self.milliseconds(busyTimeout) }

  /// A duration in the unit that SQLite uses.
  static func milliseconds(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = min(max(duration, .zero), .seconds(1_000_000_000)).components
    return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}

extension SQLiteOptions {
  /// The largest number of connections that read: each has a connection, a thread and an open file.
  static let connectionLimit = 1000

  var poolLimits: PoolLimits { PoolLimits(maximumWaiting: maximumWaiting, waitTimeout: waitTimeout) }
}

#if PostgreSQL
  import PostilQuery

  /// The settings of a ``PostgreSQLStore``.
  public struct PostgreSQLOptions: Sendable {
    /// The largest number of connections that a store makes room for.
    static let connectionLimit = 1000

    /// The isolation of `write` blocks. Source: PostgreSQL 15, section 13.2.
    public enum Isolation: String, Sendable {
      /// As if all transactions ran one after the other. Conflicting blocks are run again.
      case serializable = "SERIALIZABLE"
      /// A snapshot from the first statement on. Blocks that change the same rows as others are run again.
      case repeatableRead = "REPEATABLE READ"
      /// Each statement sees what was committed before it. Changes that another transaction makes between two statements are seen.
      case readCommitted = "READ COMMITTED"
    }

    // MARK: The database

    /// The isolation of `write` blocks. ``Isolation/serializable`` by default.
    public var isolation: Isolation
    /// The schema that contains the tables of the program, such as that of a tenant: migrations change only this one, and each transaction
    /// looks names up here first, then in the other schemas of the search path, for the types and functions of extensions. `nil` for the
    /// first schema of the search path, `current_schema()`.
    public var schemaName: String?
    /// What the server is; `nil`, by default, if it is recognized when a connection is opened. What CockroachDB and YugabyteDB lack
    /// throws ``UnsupportedByServer``.
    public var serverKind: ServerKind?
    /// Whether statements are prepared on the server. `true` by default. Behind a pooler that passes the names of statements on, such as
    /// PgBouncer before version 1.21, they aren't prepared anyway, because the next transaction can have another connection to the server.
    public var preparesStatements: Bool

    // MARK: Connections and waiting

    /// The largest number of connections, from 1 to 1,000. 10 by default.
    public var maximumConnections: Int
    /// The number of connections that are kept open while they aren't used. One by default.
    public var minimumConnections: Int
    /// How long a block waits for a connection before it throws `StoreOverload`; `nil` for any time. One minute by default.
    public var waitTimeout: Duration?
    /// How many blocks may wait for a connection; `nil`, the default, for any number.
    public var maximumWaiting: Int?
    /// How long an unused connection beyond the minimum stays open; `nil` for any time. Ten minutes by default.
    public var idleTimeout: Duration?
    /// How long a connection is used before it is replaced by a new one; `nil` for any time. One hour by default.
    public var maximumLifetime: Duration?
    /// How often unused connections are checked. One that doesn't answer is closed, and replaced if there are fewer than the minimum. `nil`
    /// for never: a lost connection is then noticed by the next block, which connects again. 30 seconds by default.
    public var healthCheckInterval: Duration?
    /// How long a store tries to connect again if the server doesn't answer. The time between two attempts grows from 10 milliseconds to
    /// one second. 30 seconds by default.
    public var reconnectTimeout: Duration

    // MARK: Statements

    /// How often a block is run if it conflicts with others, including the first time. 20 by default.
    public var maximumAttempts: Int
    /// How long a statement may run: `statement_timeout`. `nil`, the default, for the server's setting.
    public var statementTimeout: Duration?
    /// How long a statement may wait for a lock: `lock_timeout`. `nil`, the default, for the server's setting.
    public var lockTimeout: Duration?

    // MARK: Migrations

    /// How long the store waits for another process that migrates the schema, before it throws
    /// ``PostgreSQLMigrationError/busy(database:process:)``; `nil`, the default, for any time.
    public var migrationTimeout: Duration?
    /// How long a statement of a migration waits for a lock. Whoever uses the table waits as long. It should be shorter than the server's
    /// `deadlock_timeout`, which is a second by default. 500 milliseconds by default.
    public var migrationLockTimeout: Duration
    /// How often the transaction of a migration is tried if it doesn't get its locks. The time between two attempts grows to two seconds.
    /// 60 by default.
    public var migrationAttempts: Int

    // MARK: Replicas

    /// How long a read waits until a replica has the last `write` of the store, before it uses the primary. 100 milliseconds by default.
    public var replicaTimeout: Duration
    /// A replica that is further behind the primary isn't used. Ten seconds by default.
    public var maximumReplicaLag: Duration

    // MARK: Memory

    /// How many statements that were rendered at run time each connection keeps prepared. Those fixed at build time are always kept. 256 by
    /// default.
    public var cachedStatements: Int

    // MARK: What a program sees

    /// Called with the text of each statement when it is sent, in PostgreSQL's SQL, including those that begin and end transactions. It is
    /// called on the thread that runs the statement, which waits for it. `nil` by default.
    public var trace: (@Sendable (String) -> Void)?
    /// Functions that are called when rows are written: `ModelHooks` of models. If a block is run again, they are called again. None by
    /// default.
    public var hooks: [any WriteHooks]

    /// Creates options. The arguments that are left out have their defaults.
    public init(
      isolation: Isolation = .serializable, schemaName: String? = nil, serverKind: ServerKind? = nil,
      preparesStatements: Bool = true, maximumConnections: Int = 10, minimumConnections: Int = 1,
      waitTimeout: Duration? = .seconds(60), maximumWaiting: Int? = nil, idleTimeout: Duration? = .seconds(600),
      maximumLifetime: Duration? = .seconds(3600), healthCheckInterval: Duration? = .seconds(30),
      reconnectTimeout: Duration = .seconds(30), maximumAttempts: Int = 20, statementTimeout: Duration? = nil,
      lockTimeout: Duration? = nil, migrationTimeout: Duration? = nil,
      migrationLockTimeout: Duration = .milliseconds(500), migrationAttempts: Int = 60,
      replicaTimeout: Duration = .milliseconds(100), maximumReplicaLag: Duration = .seconds(10),
      cachedStatements: Int = 256, trace: (@Sendable (String) -> Void)? = nil, hooks: [any WriteHooks] = []
    ) {
      self.isolation = isolation
      self.schemaName = schemaName
      self.serverKind = serverKind
      self.preparesStatements = preparesStatements
      self.maximumConnections = maximumConnections
      self.minimumConnections = minimumConnections
      self.waitTimeout = waitTimeout
      self.maximumWaiting = maximumWaiting
      self.idleTimeout = idleTimeout
      self.maximumLifetime = maximumLifetime
      self.healthCheckInterval = healthCheckInterval
      self.reconnectTimeout = reconnectTimeout
      self.maximumAttempts = maximumAttempts
      self.statementTimeout = statementTimeout
      self.lockTimeout = lockTimeout
      self.migrationTimeout = migrationTimeout
      self.migrationLockTimeout = migrationLockTimeout
      self.migrationAttempts = migrationAttempts
      self.replicaTimeout = replicaTimeout
      self.maximumReplicaLag = maximumReplicaLag
      self.cachedStatements = cachedStatements
      self.trace = trace
      self.hooks = hooks
    }

    /// The statements that begin a transaction.
    func begin(_ mode: String) -> [String] {
      var commands = ["BEGIN ISOLATION LEVEL \(mode)"]
      for (name, limit) in [("statement_timeout", statementTimeout), ("lock_timeout", lockTimeout)] {
        if let limit { commands.append("SET LOCAL \(name) = \(max(1, limit.milliseconds))") }
      }
      return commands
    }
  }

  extension Duration {
    var milliseconds: Int64 {
      let (seconds, attoseconds) = components
      return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
  }
#endif

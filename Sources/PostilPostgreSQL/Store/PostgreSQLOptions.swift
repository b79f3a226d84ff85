#if PostgreSQL
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

    /// The schema that contains the tables of the program, such as that of a tenant: migrations change only this one, and each transaction
    /// looks names up here first, then in the other schemas of the search path, for the types and functions of extensions. `nil` for the
    /// first schema of the search path, `current_schema()`.
    public var schemaName: String?

    /// The largest number of connections, from 1 to 1,000.
    public var maximumConnections = 10
    /// The number of connections that are kept open while they aren't used.
    public var minimumConnections = 1
    /// How long an unused connection beyond the minimum stays open; `nil` for any time.
    public var idleTimeout: Duration? = .seconds(600)
    /// How often unused connections are checked. One that doesn't answer is closed, and replaced if there are fewer than the minimum. `nil`
    /// for never: a lost connection is then noticed by the next block, which connects again.
    public var healthCheckInterval: Duration? = .seconds(30)
    /// How long a connection is used before it is replaced by a new one; `nil` for any time.
    public var maximumLifetime: Duration? = .seconds(3600)
    /// How long a block waits for a connection before it throws `StoreOverload`; `nil` for any time.
    public var waitTimeout: Duration? = .seconds(60)
    /// How many blocks may wait for a connection; `nil` for any number.
    public var maximumWaiting: Int?
    /// How long a store tries to connect again if the server doesn't answer. The time between two attempts grows from 10 milliseconds to one
    /// second.
    public var reconnectTimeout: Duration = .seconds(30)
    /// The isolation of `write` blocks.
    public var isolation = Isolation.serializable
    /// How often a block is run if it conflicts with others, including the first time.
    public var maximumAttempts = 20
    /// How long a statement may run: `statement_timeout`. `nil` for the server's setting.
    public var statementTimeout: Duration?
    /// How long a statement may wait for a lock: `lock_timeout`. `nil` for the server's setting.
    public var lockTimeout: Duration?
    /// How long a statement of a migration waits for a lock. Whoever uses the table waits as long. It should be shorter than the server's
    /// `deadlock_timeout`, which is a second by default.
    public var migrationLockTimeout: Duration = .milliseconds(500)
    /// How often the transaction of a migration is tried if it doesn't get its locks. The time between two attempts grows to two seconds.
    public var migrationAttempts = 60
    /// How long the store waits for another process that migrates the schema, before it throws
    /// ``PostgreSQLMigrationError/busy(database:process:)``; `nil` for any time.
    public var migrationTimeout: Duration?
    /// Whether statements are prepared on the server. Set it to `false` behind PgBouncer before version 1.21 in transaction mode, whose
    /// connections to the server change between transactions.
    public var preparesStatements = true
    /// How many statements that were rendered at run time each connection keeps prepared. Those fixed at build time are always kept.
    public var cachedStatements = 256

    /// Called with the text of each statement when it is sent, in PostgreSQL's SQL, including those that begin and end transactions. It is
    /// called on the thread that runs the statement, which waits for it. `nil` by default.
    public var trace: (@Sendable (String) -> Void)?

    /// How long a read waits until a replica has the last `write` of the store, before it uses the primary.
    public var replicaTimeout: Duration = .milliseconds(100)
    /// A replica that is further behind the primary isn't used.
    public var maximumReplicaLag: Duration = .seconds(10)

    /// What the server is; `nil` if it is recognized when a connection is opened. What CockroachDB and YugabyteDB lack throws
    /// ``UnsupportedByServer``.
    public var serverKind: ServerKind?

    /// The defaults.
    public init() {}

    /// The statements that begin a transaction.
    func begin(_ mode: String) -> String {
      var sql = "BEGIN ISOLATION LEVEL \(mode)"
      for (name, limit) in [("statement_timeout", statementTimeout), ("lock_timeout", lockTimeout)] {
        if let limit { sql += "; SET LOCAL \(name) = \(max(1, limit.milliseconds))" }
      }
      return sql
    }
  }

  extension Duration {
    var milliseconds: Int64 {
      let (seconds, attoseconds) = components
      return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
  }
#endif

#if PostgreSQL
  /// The settings of a ``PostgreSQLStore``.
  public struct PostgreSQLOptions: Sendable {
    /// The isolation of `write` blocks. Source: PostgreSQL 15, section 13.2.
    public enum Isolation: String, Sendable {
      /// As if all transactions ran one after the other. Conflicting blocks are run again.
      case serializable = "SERIALIZABLE"
      /// A snapshot from the first statement on. Blocks that change the same rows as others are run again.
      case repeatableRead = "REPEATABLE READ"
      /// Each statement sees what was committed before it. Changes that another transaction makes between two statements are seen.
      case readCommitted = "READ COMMITTED"
    }

    /// The largest number of connections.
    public var maximumConnections = 10
    /// How long a connection is used before it is replaced by a new one; `nil` for any time.
    public var maximumLifetime: Duration? = .seconds(3600)
    /// How long a block waits for a connection before it throws `StoreOverload`; `nil` for any time.
    public var waitTimeout: Duration? = .seconds(60)
    /// How many blocks may wait for a connection; `nil` for any number.
    public var maximumWaiting: Int?
    /// How long a store tries to connect again if the server doesn't answer.
    public var reconnectTimeout: Duration = .seconds(30)
    /// The isolation of `write` blocks.
    public var isolation = Isolation.serializable
    /// How often a block is run if it conflicts with others, including the first time.
    public var maximumAttempts = 20
    /// How long a statement may run: `statement_timeout`. `nil` for the server's setting.
    public var statementTimeout: Duration?
    /// How long a statement may wait for a lock: `lock_timeout`. `nil` for the server's setting.
    public var lockTimeout: Duration?
    /// Whether statements are prepared on the server. Set it to `false` behind PgBouncer before version 1.21 in transaction mode, whose
    /// connections to the server change between transactions.
    public var preparesStatements = true

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

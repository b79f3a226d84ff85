#if PostgreSQL
  import CPostgreSQL
  import PostilQuery
  @_spi(Bridges) import PostilSQLite

  /// PostgreSQL rejected a statement for a reason other than a constraint of the schema.
  public struct PostgreSQLError: Error, Sendable, CustomStringConvertible {
    /// The five characters of the SQLSTATE: `40001` is a serialization failure. Empty if the server didn't answer. Source: PostgreSQL 15,
    /// appendix A.
    public let code: String
    /// The server's message.
    public let message: String
    /// The server's detail and hint, if there are any. They can contain values, and aren't part of ``description``.
    public let detail: String?
    /// The statement; `nil` if none was running.
    public let sql: String?

    /// The message, with the detail if that names objects of the schema and contains no values: which view depends on a column.
    var explained: String {
      // Objects that depend on others, features that aren't supported, objects in use. Source: PostgreSQL 15, appendix A.
      let isAboutSchema = code == "2BP01" || ["0A", "42", "55"].contains(code.prefix(2))
      return isAboutSchema ? detail.map { "\(message) (\($0))" } ?? message : message
    }

    /// Whether the transaction can succeed if it is run again: a serialization failure, or a deadlock.
    public var isRetryable: Bool { code == "40001" || code == "40P01" }

    /// The code, the message and the statement.
    public var description: String {
      "PostgreSQL error\(code.isEmpty ? "" : " \(code)"): \(message)" + (sql.map { ", in: \($0)" } ?? "")
    }
  }

  /// The connection to the server was lost, or that of Citus to one of its workers during a commit.
  public struct ConnectionLost: Error, Sendable, CustomStringConvertible {
    /// The client's message.
    public let message: String
    /// Whether it was lost during a commit, so that it is unknown whether the transaction was committed.
    public let isOutcomeUnknown: Bool
    /// The SQLSTATE of a server that didn't open the connection; `nil` if there is none.
    var code: String?

    /// Whether the server has as many connections as it allows.
    var isForRoom: Bool { code == "53300" }

    /// What happened, and what it means for the transaction.
    public var description: String {
      isOutcomeUnknown
        ? "it is unknown whether the transaction was committed: \(message); look whether its changes are there before you repeat it"
        : "the connection to the server was lost: \(message); the transaction was not committed"
    }
  }

  /// The transaction was committed on the primary, but the commit was stopped before the synchronous replicas confirmed it: by a timeout, or
  /// because the task was cancelled.
  public struct CommitNotReplicated: Error, Sendable, CustomStringConvertible {
    /// The server's message.
    public let message: String

    /// What happened, and what it means for the transaction.
    public var description: String {
      "the transaction is committed on the primary, but the synchronous replicas haven't confirmed it, so it can be lost if the primary "
        + "fails; don't repeat it (\(message))"
    }
  }

  /// A block conflicted with other transactions each time that it was run. Nothing was changed.
  public struct TransactionConflict: Error, Sendable, CustomStringConvertible {
    /// How often it was run.
    public let attempts: Int
    /// The server's last error.
    public let last: PostgreSQLError

    /// What happened, and what to do.
    public var description: String {
      "the block conflicted with other transactions \(attempts) times; let it change fewer rows, or run it later (\(last))"
    }
  }

  /// PostgreSQL has no equivalent of a statement.
  public struct StatementNotTranslated: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, and what to write instead.
    public let reason: String
    /// The statement, in SQLite's SQL.
    public let sql: String

    /// The reason and the statement.
    public var description: String { "\(reason): \(sql)" }
  }

  extension PostgreSQLConnection {
    /// The error of a result: a constraint violation, or another error of the server.
    func error(_ result: OpaquePointer?, _ sql: String?) -> any Error {
      func field(_ code: Int32) -> String? {
        result.flatMap { PQresultErrorField($0, code) }.map { String(cString: $0) }
      }
      func letter(_ scalar: Unicode.Scalar) -> Int32 { Int32(scalar.value) }
      let message = String(cString: PQerrorMessage(handle)).trimmed
      guard var code = field(letter("C")) else {
        // An error of the client, which couldn't send the statement. If the server has closed the connection, libpq may notice that only
        // when it reads, as after the server's warning that another connection crashed.
        if isUsable, PQconsumeInput(handle) == 1 {
          return PostgreSQLError(code: "", message: message, detail: nil, sql: sql)
        }
        return ConnectionLost(message: message, isOutcomeUnknown: isCommitting)
      }
      // The server ends the connection: its administrator did, or the disk with its log is full.
      if let severity = field(letter("V")), severity == "FATAL" || severity == "PANIC" {
        return ConnectionLost(message: field(letter("M")) ?? message, isOutcomeUnknown: isCommitting)
      }
      let text = field(letter("M")) ?? message
      if isCommitting, let error = commitError(text, routine: field(letter("R"))) { return error }
      var table = field(letter("t")) ?? ""
      var constraint = field(letter("n")) ?? ""
      var column = field(letter("c")) ?? ""
      if code == "XX000" || code.hasPrefix("23"), let shard = schema.shardViolation(text) {
        (code, table, constraint, column) = (shard.code, shard.table, shard.constraint, shard.column)
      }
      table = schema.whole(table)
      let name = schema.name(of: table)
      switch code {
      // A trigger of Postil's, and 'RAISE EXCEPTION' in one of somebody else's.
      case "23000", "P0001":
        return ConstraintViolation.refused(by: text) ?? .trigger(message: text)
      case "23505":
        return ConstraintViolation.unique(
          table: name, columns: schema.columns(ofConstraint: constraint, table, detail: field(letter("D"))))
      // For a delete too, the server names the table with the reference; its word for the reason depends on its language.
      case "23503":
        return schema.foreignKeyViolation(of: table, constraint, changing: sql.flatMap(ChangedTable.init))
      case "23502":
        return ConstraintViolation.notNull(table: name, column: schema.column(column, of: table))
      case "23P01": return ConstraintViolation.exclusion(name: constraint)
      case "23514": return ConstraintViolation.check(name: constraint)
      // The connection was ended by the administrator, or with the server.
      case "57P01", "57P02", "57P03", "08006", "08003":
        return ConnectionLost(message: text, isOutcomeUnknown: isCommitting)
      default:
        let isSecret = SecretColumns(of: settings.tables.values).areIn(sql ?? "")
        // What Citus doesn't plan, or only over rows that it moves.
        let isUnplanned = schema.isCitus && (code == "0A000" || field(letter("R")) == "JobExecutorType")
        let place = callSite.map { ", in the query at \($0)" } ?? blockCallSite.map { ", in the block at \($0)" } ?? ""
        let advice = "; compare the distribution column of each table with a value, or join the tables on it" + place
        return PostgreSQLError(
          code: code, message: isUnplanned ? text + advice : text,
          detail: isSecret ? nil : field(letter("D")) ?? field(letter("H")), sql: sql)
      }
    }
  }

  extension PostgreSQLConnection {
    /// The error of a commit that Citus reports; `nil` for other errors, after which nothing was committed.
    ///
    /// A worker that alone has changes commits first, and the coordinator last. So if the worker doesn't answer, or the coordinator finds a
    /// conflict then, or is stopped while it waits to notify observations, the changes may be there. Source: Citus 13,
    /// `CoordinatedTransactionCallback`.
    private func commitError(_ message: String, routine: String?) -> (any Error)? {
      let ofCoordinator = ["PreCommit_CheckForSerializationFailure", "PreCommit_Notify", "ProcessInterrupts"]
      if schema.isCitus, ofCoordinator.contains(routine ?? "") {
        workerError = nil
      } else if routine != "ErrorIfPostCommitFailedShardPlacements" {
        return nil
      }
      // The worker's answer to its commit, which it has undone then.
      if let error = workerError as? ConstraintViolation { return error }
      if let error = workerError as? PostgreSQLError, error.isRetryable { return error }
      return ConnectionLost(message: message, isOutcomeUnknown: true)
    }
  }

  extension String {
    /// The text without the line break at its end.
    var trimmed: String { last?.isNewline == true ? String(dropLast()) : self }
  }
#endif

#if PostgreSQL
  import CPostgreSQL
  import PostilQuery
  import PostilSQL
  import PostilTranslation

  /// A connection to a server. One block uses it at a time, on one thread.
  final class PostgreSQLConnection: @unchecked Sendable {
    let handle: OpaquePointer
    let schema: ServerSchema
    private(set) var fixed: [UnsafePointer<UInt8>: PreparedStatement] = [:]
    private(set) var rendered: [StatementKey: PreparedStatement] = [:]
    private var number = 0
    let parameters = ParameterBuffer()
    /// The number of the open transaction; `nil` if none is open.
    var transaction: UInt64?
    private var lastTransaction: UInt64 = 0
    /// Whether a commit was sent and not answered.
    var isCommitting = false
    private var depth = 0
    private(set) var isWriting = false
    /// The first error of the transaction that says that it conflicts with another.
    private(set) var conflict: PostgreSQLError?
    private let preparesStatements: Bool
    /// Whether the block that runs is to be stopped.
    private let isStopped: () -> Bool

    /// Connects to a server.
    /// - Parameters:
    ///   - parameters: a URL or a list of libpq's parameters. Source: PostgreSQL 15, section 34.1.1.
    ///   - tables: the program's tables, by their names.
    ///   - preparesStatements: whether statements are prepared on the server.
    ///   - isStopped: whether the block that runs is to be stopped.
    init(
      _ parameters: String, tables: [String: _TableDescription], preparesStatements: Bool,
      isStopped: @escaping () -> Bool
    ) throws {
      (self.preparesStatements, self.isStopped) = (preparesStatements, isStopped)
      guard let handle = PQconnectdb(parameters) else {
        throw ConnectionLost(message: "out of memory", isOutcomeUnknown: false)
      }
      guard PQstatus(handle) == CONNECTION_OK else {
        let message = String(cString: PQerrorMessage(handle)).trimmed
        PQfinish(handle)
        throw ConnectionLost(message: message, isOutcomeUnknown: false)
      }
      self.handle = handle
      PQsetNoticeProcessor(handle, { _, _ in }, nil)
      schema = try ServerSchema(handle, tables)
    }

    deinit { PQfinish(handle) }

    var isUsable: Bool { PQstatus(handle) == CONNECTION_OK }

    // MARK: Statements

    /// Runs a command without parameters and results: `BEGIN`.
    func run(_ sql: String) throws {
      let result = PQexec(handle, sql)
      defer { PQclear(result) }
      let status = PQresultStatus(result)
      guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else { throw failed(result, sql) }
    }

    /// The statement, translated and prepared.
    func prepared(
      _ statement: FixedStatement, returnsKey: Bool = false, bind: (inout _PostgreSQLBinder) throws -> Void
    ) throws -> PreparedStatement {
      if let prepared = fixed[statement.identity] {
        // The statement was translated for other values, such as a 'NULL' of unknown type.
        return prepared.dependsOnValues
          ? try self.prepared(statement.description, returnsKey: returnsKey, bind: bind) : prepared
      }
      let prepared = try self.prepared(statement.description, returnsKey: returnsKey, bind: bind)
      fixed[statement.identity] = prepared
      return prepared
    }

    func prepared(_ statement: RenderedStatement) throws -> PreparedStatement {
      if statement.isHandwritten { return try prepareHandwritten(statement) }
      return try prepared(statement.sql) { $0.bind(all: statement.bindings) }
    }

    func prepared(
      _ sql: String, returnsKey: Bool = false, bind: (inout _PostgreSQLBinder) throws -> Void
    ) throws -> PreparedStatement {
      let kinds = try kinds(of: bind)
      let key = StatementKey(sql: sql, kinds: kinds, returnsKey: returnsKey)
      if let prepared = rendered[key] { return prepared }
      let prepared = try prepare(sql, returnsKey: returnsKey, kinds: kinds)
      rendered[key] = prepared
      return prepared
    }

    /// The kinds of the values that `bind` binds.
    private func kinds(of bind: (inout _PostgreSQLBinder) throws -> Void) throws -> [ParameterBuffer.Kind] {
      parameters.begin(nil)
      var binder = _PostgreSQLBinder(parameters)
      try bind(&binder)
      return parameters.kinds
    }

    private func prepare(
      _ sql: String, returnsKey: Bool, kinds: [ParameterBuffer.Kind], equatesParameters: Bool = true
    ) throws -> PreparedStatement {
      let translated: PostgreSQLStatement
      do throws(PostgreSQLRefusal) {
        translated = try schema.translator.statement(
          sql, bound: kinds.map(\.type), returnsKey: returnsKey, equatesParameters: equatesParameters)
      } catch {
        throw StatementNotTranslated(reason: PostgreSQLMessage.refused(error.reason), sql: sql)
      }
      let types = translated.parameters.map(ParameterType.init)
      let name = preparesStatements ? try prepare(translated.sql, types.map(\.oid)) : nil
      let statement = PreparedStatement(name: name, sql: translated.sql, types: types)
      (statement.dependsOnValues, statement.jsonValues) = (translated.dependsOnValues, translated.jsonValues)
      statement.equalParameters = translated.equalParameters
      if !translated.equalParameters.isEmpty {
        statement.prepareForUnequalParameters = { [unowned self] in
          try prepare(sql, returnsKey: returnsKey, kinds: kinds, equatesParameters: false)
        }
      }
      return statement
    }

    /// Prepares a statement on the server.
    /// - Returns: its name.
    private func prepare(_ sql: String, _ types: [UInt32]) throws -> String {
      number += 1
      let name = "p\(number)"
      let result = PQprepare(handle, name, sql, Int32(types.count), types)
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failed(result, sql) }
      return name
    }

    /// A statement that the program wrote for PostgreSQL. The server says which types its parameters have.
    private func prepareHandwritten(_ statement: RenderedStatement) throws -> PreparedStatement {
      let key = StatementKey(sql: statement.sql, kinds: [])
      if let prepared = rendered[key] { return prepared }
      let sql = Self.withNumberedParameters(statement.sql)
      let name = try prepare(sql, [])
      let description = PQdescribePrepared(handle, name)
      defer { PQclear(description) }
      guard PQresultStatus(description) == PGRES_COMMAND_OK else { throw failed(description, sql) }
      let types = (0..<PQnparams(description)).map { ParameterType(oid: PQparamtype(description, $0)) }
      let prepared = PreparedStatement(name: name, sql: sql, types: types)
      rendered[key] = prepared
      return prepared
    }

    /// The statement with `$1` instead of `?1`.
    static func withNumberedParameters(_ sql: String) -> String {
      var bytes: [UInt8] = []
      var end = 0
      let source = Array(sql.utf8)
      for token in SQLLexer.tokens(of: sql)
      where token.kind == .parameter && token.source.utf8.first == UInt8(ascii: "?") {
        bytes += source[end..<token.offset] + [UInt8(ascii: "$")]
        end = token.offset + 1
      }
      return String(decoding: bytes + source[end...], as: UTF8.self)
    }

    /// Runs a prepared statement and passes its result to `body`.
    func run<Result>(
      _ statement: PreparedStatement, bind: (inout _PostgreSQLBinder) throws -> Void,
      _ body: (OpaquePointer) throws -> Result
    ) throws -> Result {
      guard !isStopped() else { throw CancellationError() }
      parameters.begin(statement.types)
      var binder = _PostgreSQLBinder(parameters)
      try bind(&binder)
      if let failure = parameters.failure { throw failure }
      guard parameters.count == statement.types.count else {
        throw TransactionMisuse.parameterCount(
          sql: statement.sql, expected: statement.types.count, bound: parameters.count)
      }
      if statement.equalParameters.contains(where: { !parameters.areEqual($0[0] - 1, $0[1] - 1) }) {
        return try run(statement.forUnequalParameters(), bind: bind, body)
      }
      let result = parameters.withValues { values, lengths, formats in
        guard let name = statement.name else {
          return PQexecParams(
            handle, statement.sql, Int32(values.count), statement.types.map(\.oid), values, lengths, formats, 1)
        }
        return PQexecPrepared(handle, name, Int32(values.count), values, lengths, formats, 1)
      }
      guard let result else { throw failed(nil, statement.sql) }
      defer { PQclear(result) }
      let status = PQresultStatus(result)
      guard status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK else { throw failed(result, statement.sql) }
      return try body(result)
    }

    /// The error of a result. A conflict is kept for the store, which may run the block again.
    private func failed(_ result: OpaquePointer?, _ sql: String) -> any Error {
      let error = error(result, sql)
      if let error = error as? PostgreSQLError, error.isRetryable, conflict == nil { conflict = error }
      return error
    }

    /// The number of rows that a statement changed.
    static func changes(_ result: OpaquePointer) -> Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    // MARK: Transactions

    func begin(_ sql: String, isWriting: Bool) throws -> UInt64 {
      (conflict, self.isWriting) = (nil, isWriting)
      try run(sql)
      lastTransaction += 1
      transaction = lastTransaction
      return lastTransaction
    }

    func commit() throws {
      isCommitting = true
      defer { (isCommitting, transaction) = (false, nil) }
      let result = PQexec(handle, "COMMIT")
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failed(result, "COMMIT") }
      // A transaction that has failed is rolled back by COMMIT.
      guard String(cString: PQcmdStatus(result)) == "COMMIT" else {
        throw TransactionMisuse.rolledBack(reason: "a statement failed")
      }
    }

    func rollBack() {
      transaction = nil
      guard isUsable else { return }
      try? run("ROLLBACK")
    }

    func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
      depth += 1
      defer { depth -= 1 }
      let name = "s\(depth)"
      try run("SAVEPOINT \(name)")
      do {
        let result = try body()
        try run("RELEASE SAVEPOINT \(name)")
        return result
      } catch {
        try? run("ROLLBACK TO SAVEPOINT \(name)")
        try? run("RELEASE SAVEPOINT \(name)")
        throw error
      }
    }
  }

  /// A statement that the server has prepared.
  final class PreparedStatement {
    /// The name of the statement on the server; `nil` if it isn't prepared there.
    let name: String?
    /// PostgreSQL's SQL.
    let sql: String
    let types: [ParameterType]
    /// The types of the result's columns, when they are known.
    var columns: [WireType]?
    /// Whether a parameter has the type of the value that was bound first.
    var dependsOnValues = false
    /// The result columns that are values in JSON, of different types.
    var jsonValues: [Int] = []
    /// The pairs of parameters, counted from 1, that must have equal values.
    var equalParameters: [[Int]] = []
    /// Prepares the statement for values that aren't equal.
    var prepareForUnequalParameters: (() throws -> PreparedStatement)?
    private var unequal: PreparedStatement?

    /// The statement for values that aren't equal.
    func forUnequalParameters() throws -> PreparedStatement {
      if let unequal { return unequal }
      let prepared = try prepareForUnequalParameters?() ?? self
      unequal = prepared
      return prepared
    }

    init(name: String?, sql: String, types: [ParameterType]) {
      self.name = name
      self.sql = sql
      self.types = types
    }

    func columns(of result: OpaquePointer) -> [WireType] {
      if let columns { return columns }
      var found = (0..<PQnfields(result)).map { WireType(oid: PQftype(result, $0)) }
      for index in jsonValues { found[index] = .jsonValue }
      columns = found
      return found
    }
  }

  /// The text of a statement and the kinds of its values. Texts are compared by their bytes.
  struct StatementKey: Hashable {
    private let bytes: [UInt8]

    init(sql: String, kinds: [ParameterBuffer.Kind], returnsKey: Bool = false) {
      bytes = Array(sql.utf8) + [0] + kinds.map(\.rawValue) + (returnsKey ? [1] : [0])
    }
  }

  extension ParameterBuffer.Kind {
    var type: PostgreSQLType {
      switch self {
      case .null: .null
      case .integer: .integer(bits: 64)
      case .real: .real(bits: 64)
      case .text: .text
      case .bytes: .bytes
      }
    }
  }
#endif

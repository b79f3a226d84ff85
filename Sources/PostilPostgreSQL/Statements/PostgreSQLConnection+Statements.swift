#if PostgreSQL
  import CPostgreSQL
  import PostilQuery
  import PostilSQL
  import PostilTranslation

  /// A statement that is about to run.
  @usableFromInline
  struct StatementUse {
    enum Key {
      case fixed(FixedStatement, returnsKey: Bool)
      case rendered(String)
    }

    let key: Key
    /// `nil` before the kinds of its values are known.
    var statement: PreparedStatement?
    /// Whether the statement was chosen by the kinds of the values.
    var isChosen = false
    /// How many statements before were for values that are equal, and these aren't.
    var attempt = 0
  }

  extension PostgreSQLConnection {
    // MARK: Finding

    /// Begins to bind a statement that was fixed at build time.
    @usableFromInline
    func use(_ statement: FixedStatement, in serial: UInt64, returnsKey: Bool = false) throws -> StatementUse {
      guard transaction == serial else { throw TransactionMisuse.ended }
      try flush()
      (callSite, nextCallSite) = (nextCallSite, nil)
      let known = returnsKey ? keyed[statement.identity] : fixed[statement.identity]
      parameters.begin(known?.target)
      return StatementUse(key: .fixed(statement, returnsKey: returnsKey), statement: known)
    }

    /// Begins to bind a rendered statement.
    @usableFromInline
    func use(_ statement: _RenderedStatement, in serial: UInt64) throws -> StatementUse {
      guard transaction == serial else { throw TransactionMisuse.ended }
      try flush()
      callSite = statement.callSite
      let prepared = try prepared(statement)
      parameters.begin(prepared.target)
      return StatementUse(key: .rendered(statement.lockingSQL), statement: prepared, isChosen: true)
    }

    /// Begins to bind a rendered statement, whose values are bound once for each of some elements.
    @usableFromInline
    func use(_ sql: String, in serial: UInt64) throws -> StatementUse {
      guard transaction == serial else { throw TransactionMisuse.ended }
      try flush()
      callSite = nil
      parameters.begin(nil)
      return StatementUse(key: .rendered(sql), statement: nil)
    }

    /// Whether all values are bound as the statement needs them. If not, they have to be bound again: to a statement for values of these
    /// kinds.
    @usableFromInline
    func isBound(_ use: inout StatementUse) throws -> Bool {
      if let statement = use.statement, use.isChosen || !parameters.hasMismatch && !isForOthers(statement) {
        let pairs = statement.translation.equalParameters
        guard pairs.contains(where: { !parameters.areEqual($0[0] - 1, $0[1] - 1) }) else { return true }
        use.attempt += 1
        use.statement = try unequal(statement, use)
      } else {
        use.statement = try statement(use, for: parameters.boundKinds)
      }
      use.isChosen = true
      parameters.begin(use.statement?.target)
      return false
    }

    /// Whether the statement was translated for values of other kinds, such as a `NULL` of unknown type.
    private func isForOthers(_ statement: PreparedStatement) -> Bool {
      statement.translation.dependsOnValues && !statement.accepts(parameters.count) { parameters.kind($0) }
    }

    /// The statement for values that aren't equal, where those of two parameters usually are.
    private func unequal(_ statement: PreparedStatement, _ use: StatementUse) throws -> PreparedStatement {
      if let known = statement.unequal { return known }
      let (sql, returnsKey) =
        switch use.key {
        case .fixed(let statement, let returnsKey): (statement.description, returnsKey)
        case .rendered(let sql): (sql, false)
        }
      let kinds = parameters.boundKinds
      let prepared = try prepare(
        translate(sql, kinds, returnsKey: returnsKey, attempt: use.attempt), kinds)
      statement.unequal = prepared
      return prepared
    }

    private func statement(_ use: StatementUse, for kinds: [ParameterBuffer.Kind]) throws -> PreparedStatement {
      switch use.key {
      case .fixed(let statement, let returnsKey):
        if let known = use.statement {
          let known = known.accepts(kinds.count) { kinds[$0] } ? known : nil
          if let variant = known ?? use.statement?.variants.first(where: { $0.kinds.contains(kinds) }) {
            return variant
          }
          let variant = try prepare(statement.description, kinds, returnsKey: returnsKey)
          use.statement?.variants.append(variant)
          return variant
        }
        let prepared = try prepare(statement.description, kinds, returnsKey: returnsKey)
        if returnsKey { keyed[statement.identity] = prepared } else { fixed[statement.identity] = prepared }
        return prepared
      case .rendered(let sql):
        if let known = rendered.find(sql, count: kinds.count, kind: { kinds[$0] }) { return known }
        return try prepareRendered(sql, kinds)
      }
    }

    private func prepared(_ statement: _RenderedStatement) throws -> PreparedStatement {
      let (sql, bindings) = (statement.lockingSQL, statement.bindings)
      if statement.isHandwritten {
        let queries = statement.queries
        let kinds = queries.isEmpty ? [] : bindings.map { ParameterBuffer.Kind($0) }
        return try rendered.find(sql, count: kinds.count, kind: { kinds[$0] })
          ?? prepareHandwritten(sql, queries, kinds)
      }
      if let known = rendered.find(sql, count: bindings.count, kind: { ParameterBuffer.Kind(bindings[$0]) }) {
        return known
      }
      return try prepareRendered(sql, bindings.map { ParameterBuffer.Kind($0) })
    }

    // MARK: Preparing

    private func prepareRendered(_ sql: String, _ kinds: [ParameterBuffer.Kind]) throws -> PreparedStatement {
      let translation = try translate(sql, kinds)
      if let same = rendered.find(sql, translation) {
        same.kinds.append(kinds)
        return same
      }
      return try add(prepare(translation, kinds), for: sql)
    }

    /// Keeps a rendered statement.
    private func add(_ statement: PreparedStatement, for sql: String) -> PreparedStatement {
      if let evicted = rendered.add(statement, for: sql) { release(evicted) }
      return statement
    }

    private func prepare(
      _ sql: String, _ kinds: [ParameterBuffer.Kind], returnsKey: Bool
    ) throws -> PreparedStatement {
      try prepare(translate(sql, kinds, returnsKey: returnsKey), kinds)
    }

    private func translate(
      _ sql: String, _ kinds: [ParameterBuffer.Kind], returnsKey: Bool = false, attempt: Int = 0
    ) throws -> PreparedStatement.Translation {
      do throws(PostgreSQLRefusal) {
        let translated = try schema.translator.statement(
          sql, bound: kinds.map(\.type), returnsKey: returnsKey, attempt: attempt)
        var translation = PreparedStatement.Translation(
          sql: translated.sql, types: translated.parameters.map(ParameterType.init),
          dependsOnValues: translated.dependsOnValues, jsonValues: translated.jsonValues,
          equalParameters: translated.equalParameters, computedColumns: translated.computedColumns,
          computesOnlyColumns: translated.computesOnlyColumns)
        translation.note(try SQLParser.statement(sql))
        return translation
      } catch {
        throw StatementNotTranslated(reason: PostgreSQLMessage.refused(error.reason), sql: sql)
      }
    }

    func prepare(
      _ translation: PreparedStatement.Translation, _ kinds: [ParameterBuffer.Kind] = []
    ) throws -> PreparedStatement {
      let name = try prepareOnServer(translation.sql, translation.types.map(\.oid))
      return PreparedStatement(name: name, translation, kinds: kinds)
    }

    /// Prepares a statement on the server.
    /// - Returns: its name; `nil` if the statements of this connection aren't prepared.
    private func prepareOnServer(_ sql: String, _ types: [UInt32]) throws -> String? {
      guard keeper != .nobody else { return nil }
      let (name, isPrepared) = names.name(of: sql, types)
      if !isPrepared {
        try sendBeforePreparing()
        let result = PQprepare(handle, name, sql, Int32(types.count), types)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK else {
          names.skipName()
          throw failed(result, sql)
        }
      }
      names.use(name)
      return name
    }

    /// A statement that the program wrote for PostgreSQL. The server reports the types of its parameters.
    /// - Parameters:
    ///   - queries: the places of the queries in it, which are translated for values of these kinds.
    private func prepareHandwritten(
      _ source: String, _ queries: [Range<Int>], _ kinds: [ParameterBuffer.Kind]
    ) throws -> PreparedStatement {
      var text = Array(source.utf8)
      var known: [Int: ParameterType] = [:]
      for place in queries.reversed() {
        let query = String(decoding: text[place].dropFirst().dropLast(), as: UTF8.self)
        guard let translation = try translateQuery(query, kinds) else { continue }
        for token in SQLLexer.tokens(of: query) where token.kind == .parameter {
          if let number = Int(token.source.dropFirst()) {
            known[number - 1] = ParameterType(translation.parameters[number - 1])
          }
        }
        text.replaceSubrange(place, with: Array("(\(translation.sql))".utf8))
      }
      let sql = Self.withNumberedParameters(String(decoding: text, as: UTF8.self))
      // The server infers the types of the others.
      let oids = (0..<(known.keys.max() ?? -1) + 1).map { known[$0]?.oid ?? 0 }
      // Without a name, it is only described: behind PgBouncer, the next transaction may have another connection to the server.
      let name = try prepareOnServer(sql, oids)
      if name == nil {
        try sendBeforePreparing()
        let result = PQprepare(handle, "", sql, Int32(oids.count), oids)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failed(result, sql) }
      }
      let description = PQdescribePrepared(handle, name ?? "")
      defer { PQclear(description) }
      guard PQresultStatus(description) == PGRES_COMMAND_OK else { throw failed(description, sql) }
      let types = (0..<PQnparams(description)).map {
        known[Int($0)] ?? ParameterType(oid: PQparamtype(description, $0))
      }
      var translation = PreparedStatement.Translation(sql: sql, types: types)
      translation.isQuery = Self.isQuery(sql)
      return add(PreparedStatement(name: name, translation, kinds: kinds), for: source)
    }

    /// - Returns: `nil` for a query that names what only the handwritten SQL around it has, and is sent as it is, too.
    private func translateQuery(
      _ sql: String, _ kinds: [ParameterBuffer.Kind]
    ) throws -> PostgreSQLStatement? {
      do {
        return try schema.translator.statement(
          sql, bound: kinds.map(\.type), attempt: PostgreSQLParameters.maximumAttempts)
      } catch {
        switch error.reason {
        case .unknownColumn, .unknownTable: return nil
        default: throw StatementNotTranslated(reason: PostgreSQLMessage.refused(error.reason), sql: sql)
        }
      }
    }

    /// Whether handwritten SQL only reads rows.
    private static func isQuery(_ sql: String) -> Bool {
      let tokens = SQLLexer.tokens(of: sql)
      guard tokens.first?.is(in: ["select", "values", "with", "table"]) == true else { return false }
      return !tokens.contains { $0.is(in: ["insert", "update", "delete", "merge", "into", "share"]) }
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

    // MARK: Forgetting

    /// A rendered statement isn't used any more, nor is the one for values that aren't equal.
    private func release(_ statement: PreparedStatement) {
      if let name = statement.name { names.release(String(cString: name.pointer)) }
      if let unequal = statement.unequal { release(unequal) }
    }

    /// Forgets all statements, which are then prepared again.
    /// - Parameter areOnServer: whether the server still has them.
    func forgetStatements(areOnServer: Bool) {
      names.releaseAll(areOnServer: areOnServer)
      (fixed, keyed, copyTables, copyTargets) = ([:], [:], [:], [:])
      rendered.removeAll()
    }

    /// Forgets the statements if an error of the server says that it doesn't have one, or has one with its name: somebody deallocated them,
    /// or the connection to the server changed. If that happens again, statements of this connection aren't prepared any more.
    /// - Returns: whether the transaction can succeed if it runs again.
    func didLoseStatements(_ error: PostgreSQLError) -> Bool {
      guard ["26000", "42P05"].contains(error.code), StatementNames.areIn(error.message), keeper != .nobody
      else { return false }
      forgetStatements(areOnServer: false)
      if hasLostStatements { keeper = .nobody }
      hasLostStatements = true
      return true
    }
  }

  extension _RenderedStatement {
    /// The text with the lock of its rows.
    fileprivate var lockingSQL: String {
      switch lock {
      case nil: sql
      case .waiting: sql + " FOR UPDATE OF t0"
      case .skippingLocked: sql + " FOR UPDATE OF t0 SKIP LOCKED"
      case .failing: sql + " FOR UPDATE OF t0 NOWAIT"
      }
    }
  }

  extension PreparedStatement.Translation {
    /// The columns of an insert whose values are its parameters; `nil` for other statements.
    static func insertion(of sql: String) -> PreparedStatement.Insertion? {
      guard case .insert(let insert) = try? SQLParser.statement(sql) else { return nil }
      return insertion(insert)
    }

    private static func insertion(_ insert: SQLStatementNode.Insert) -> PreparedStatement.Insertion? {
      guard insert.named.isEmpty, insert.alias == nil, insert.conflict == nil, insert.returning.isEmpty,
        let select = insert.select, select.cores.count == 1, let rows = select.cores[0].values, rows.count == 1,
        !rows[0].isEmpty, rows[0].count == insert.columns.count
      else { return nil }
      for (index, value) in rows[0].enumerated() {
        guard case .parameter(index + 1) = value.form else { return nil }
      }
      return PreparedStatement.Insertion(table: insert.table, columns: insert.columns)
    }

    /// Records what a statement does.
    fileprivate mutating func note(_ statement: SQLStatementNode) {
      switch statement {
      case .select(let select):
        // A cursor would lock its rows when they are fetched.
        isQuery = select.lock == nil
        if case .parameter(let number)? = select.limit?.form { limitParameter = number - 1 }
      case .insert(let insert): insertion = Self.insertion(insert)
      case .update, .delete, .refuse, .ignore: break
      }
    }
  }
#endif

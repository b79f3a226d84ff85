#if PostgreSQL
  import PostilSQL
  import PostilSQLite

  /// Collects the statements of an observed read, which depends on the tables whose names occur in them.
  final class ObservedStatements {
    private var statements: [ObjectIdentifier: PreparedStatement] = [:]

    func note(_ statement: PreparedStatement) { statements[ObjectIdentifier(statement)] = statement }

    /// The tables, as far as the program's statements name them.
    /// - Parameter tables: the tables of each table and view, by its name.
    func region(_ tables: [String: Set<String>]) -> DatabaseRegion {
      var region = DatabaseRegion()
      for statement in statements.values {
        for token in SQLLexer.tokens(of: statement.translation.sql) where token.isName {
          for table in tables[token.name] ?? [] { region.insert(.init(columns: nil, rows: nil), of: table) }
        }
      }
      return region
    }
  }

  extension PostgreSQLConnection {
    /// Runs `body`, which reads, and finds the tables that its result depends on.
    func recordingReads<Result>(
      _ tables: [String: Set<String>], _ body: () throws -> Result
    ) throws -> (Result, DatabaseRegion) {
      let recorder = ObservedStatements()
      self.recorder = recorder
      defer { self.recorder = nil }
      let result = try body()
      return (result, recorder.region(tables))
    }
  }
#endif

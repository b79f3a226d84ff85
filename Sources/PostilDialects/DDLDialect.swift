import PostilCompiler
import PostilSchema

/// A dialect of SQL for the DDL of a schema.
public enum DDLDialect: String, CaseIterable, Hashable, Sendable {
  case sqlite
  /// PostgreSQL 15.
  case postgresql
  /// CockroachDB, according to its documentation.
  case cockroachdb
  /// YugabyteDB 2025.1, according to its documentation.
  case yugabytedb

  /// Whether the statements are PostgreSQL's.
  public var isPostgreSQL: Bool { self != .sqlite }

  /// The name of the product.
  public var product: String {
    switch self {
    case .sqlite: "SQLite"
    case .postgresql: "PostgreSQL"
    case .cockroachdb: "CockroachDB"
    case .yugabytedb: "YugabyteDB"
    }
  }
}

extension CompilerPipeline {
  /// Compiles the sources for a dialect. Whatever the dialect doesn't support is an error at its annotation.
  /// - Parameter checksQueries: whether the dialect must support the named queries too, which are no part of the schema.
  public func run(
    sources: [Source], dependencies: [Dependency] = [], dialect: DDLDialect, checksQueries: Bool = true
  ) -> Result {
    run(sources: sources, dependencies: dependencies) { graph, report in
      guard dialect.isPostgreSQL else { return }
      PostgreSQLVerifier.verify(graph, checksQueries: checksQueries, report: report)
      if dialect == .postgresql {
        CitusVerifier.verify(graph, report: report)
      } else {
        OtherServerVerifier(graph: graph, dialect: dialect, report: report).verify()
      }
    }
  }
}

extension Schema {
  /// The statements that create this schema. ``PostgreSQLDDL/refusals`` lists what PostgreSQL doesn't support.
  public func script(for dialect: DDLDialect) -> DDLScript {
    switch dialect {
    case .sqlite: script()
    case .postgresql: PostgreSQLDDL(self).script
    case .cockroachdb, .yugabytedb: PostgreSQLDDL(self).script.adapted(to: dialect)
    }
  }
}

extension DDLScript {
  /// Joins scripts. The settings that they share come first, without duplicates.
  public static func joined(_ scripts: [DDLScript], dialect: DDLDialect) -> DDLScript {
    var seen: Set<DDLStatement> = []
    let settings = scripts.flatMap(\.statements).filter { $0.object == .setting && seen.insert($0).inserted }
    return DDLScript(
      statements: settings + scripts.flatMap { $0.statements.filter { $0.object != .setting } },
      isTransaction: dialect == .postgresql)
  }
}

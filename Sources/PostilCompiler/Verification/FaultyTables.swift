import PostilSQL
import PostilSchema

/// The tables and views with errors. SQL that reads one of them isn't checked, because its errors could be consequences; all other SQL
/// is, so that the errors of properties and those of SQL are reported together.
struct FaultyTables {
  private var names: Set<String>
  /// Whether there were errors before SQL was checked. Then a table that nobody knows may be one that couldn't be resolved.
  let isPartial: Bool

  /// - Parameter isPartial: whether there were errors before SQL is checked.
  init(_ graph: ModelGraph, isPartial: Bool) {
    self.isPartial = isPartial
    names = Set(graph.structs.filter { !$0.origin.isComplete }.map(\.table.name.foldedName))
    for table in graph.schema.tables where table.foreignKeys.contains(where: { contains($0.referencedTable) }) {
      // A join table may lack a column.
      if !graph.models.contains(where: { $0.table.name == table.name }) { insert(table.name) }
    }
  }

  func contains(_ name: String) -> Bool { names.contains(name.foldedName) }

  mutating func insert(_ name: String) { names.insert(name.foldedName) }

  /// Whether SQL contains the name of one of them.
  func areRead(by sql: String) -> Bool {
    !names.isEmpty && !names.isDisjoint(with: SQLLexer.tokens(of: sql).names.map(\.foldedName))
  }

  /// Whether an error of SQLite can be the consequence of one that was reported.
  func explain(_ failure: ScratchDatabase.Failure) -> Bool { isPartial && failure.message.hasPrefix("no such table") }
}

extension ScratchDatabase {
  /// Creates the objects of a schema, except those of tables with errors. A table that SQLite rejects, for a wrong check, is created
  /// without the SQL of annotations; it and views that are rejected too become tables with errors.
  func create(_ schema: Schema, without faulty: inout FaultyTables) {
    for statement in schema.script().statements where !faulty.contains(statement.table) {
      guard (try? run(statement.sql)) == nil else { continue }
      switch statement.object {
      case .table:
        let bare = schema.tables.first { $0.name == statement.table }?.bare
        if bare.map({ (try? run($0)) == nil }) ?? true { faulty.insert(statement.table) }
      case .view, .fullTextTable: faulty.insert(statement.table)
      default: continue
      }
    }
  }
}

extension Table {
  /// The statement that creates the table with its columns only, without the SQL of annotations.
  fileprivate var bare: String? {
    Schema(tables: [withoutSQL]).script().statements.first?.sql
  }

  /// The columns and the primary key, without the SQL of annotations, indexes and references.
  var withoutSQL: Table {
    var table = self
    for index in table.columns.indices {
      table.columns[index].defaultExpression = nil
      table.columns[index].generation = nil
    }
    table.statement = nil
    table.uniqueConstraints = []
    table.checks = []
    table.foreignKeys = []
    table.indexes = []
    table.exclusions = []
    table.triggers = []
    table.fullText = nil
    return table
  }
}

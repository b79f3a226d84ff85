import PostilSchema

/// The statements that handle rows of one table.
struct RowSQL {
  /// A column as statements see it.
  struct Column: Hashable {
    var name: String
    /// Whether an update may set it: part of no key, and a `var`.
    var isSettable: Bool
    /// Whether a draft holds it; the key that the database assigns is in none.
    var isInDraft: Bool
    /// The expression that fills it where a draft holds `nil`.
    var sqlDefault: String?
  }

  var table: String
  var columns: [Column]
  /// The names of the primary key's columns.
  var key: [String]

  private var allNames: [String] { columns.map(\.name) }
  private var settable: [String] { columns.filter(\.isSettable).map(\.name) }
  private var drafted: [Column] { columns.filter(\.isInDraft) }

  /// Binds a draft.
  var insert: SQLStatement {
    guard !drafted.isEmpty else { return SQLStatement(["INSERT INTO \(SQLNames.quoted(table)) DEFAULT VALUES"]) }
    return SQLStatement([insertInto(drafted.map(\.name)), values(of: drafted)])
  }

  /// The same, and returns the row that it made: where the database fills columns that the program cannot know.
  var insertReturning: SQLStatement { SQLStatement(insert.clauses + [returning]) }

  /// Binds the primary key.
  var fetch: SQLStatement {
    SQLStatement([
      SQLStatement.Clause("SELECT ", SQLNames.quoted(allNames)),
      "FROM \(SQLNames.quoted(table)) WHERE \(SQLNames.equals(key, from: 1))",
    ])
  }

  /// Whether an update binds every column, in their order: there is none that it could not set but the key's.
  var updateBindsAllColumns: Bool { columns.allSatisfy { $0.isSettable || key.contains($0.name) } }

  /// Binds every column, or every settable one and then the primary key; `nil` where there is nothing to set.
  var update: SQLStatement? {
    guard !settable.isEmpty else { return nil }
    let bound = updateBindsAllColumns ? allNames : settable + key
    func equals(_ name: String) -> String { "\(SQLNames.quoted(name)) = ?\((bound.firstIndex(of: name) ?? 0) + 1)" }
    return SQLStatement([
      SQLStatement.Clause("UPDATE \(SQLNames.quoted(table)) SET ", settable.map(equals)),
      SQLStatement.Clause("WHERE " + key.map(equals).joined(separator: " AND ")),
    ])
  }

  /// Binds every column.
  var save: SQLStatement {
    let conflict = "ON CONFLICT (\(SQLNames.quoted(key).joined(separator: ", ")))"
    let action =
      settable.isEmpty
      ? SQLStatement.Clause(conflict + " DO NOTHING")
      : SQLStatement.Clause(
        conflict + " DO UPDATE SET ", settable.map { "\(SQLNames.quoted($0)) = excluded.\(SQLNames.quoted($0))" })
    return SQLStatement([
      insertInto(allNames),
      SQLStatement.Clause("VALUES (", SQLNames.parameters(columns.count), ")"), action,
    ])
  }

  /// Binds the primary key.
  var delete: SQLStatement {
    SQLStatement(["DELETE FROM \(SQLNames.quoted(table)) WHERE \(SQLNames.equals(key, from: 1))"])
  }

  /// Binds a draft: inserts it, or updates the row that has the same unique key, and returns the row in either case.
  ///
  /// Only what an update may set is set. Where that is nothing, one column of the conflict is set to itself, for a
  /// statement that does nothing returns nothing. Source: SQLite, "RETURNING", section 3.
  func upsert(onConflictOf conflict: [Index.Term], where condition: String?) -> SQLStatement {
    let terms = conflict.map { term in term.column.map { SQLNames.quoted($0) } ?? "(\(term.expression ?? ""))" }
    let target = "ON CONFLICT (\(terms.joined(separator: ", ")))" + (condition.map { " WHERE \($0)" } ?? "")
    let assignments = drafted.enumerated().filter { $1.isSettable }.map { index, column in
      let name = SQLNames.quoted(column.name)
      // A draft that leaves a column to the database does not overwrite what the row has.
      return column.sqlDefault == nil ? "\(name) = excluded.\(name)" : "\(name) = coalesce(?\(index + 1), \(name))"
    }
    let unchanged = (conflict.compactMap(\.column) + key).prefix(1).map {
      "\(SQLNames.quoted($0)) = \(SQLNames.quoted($0))"
    }
    return SQLStatement(
      insert.clauses + [
        SQLStatement.Clause(target + " DO UPDATE SET ", assignments.isEmpty ? unchanged : assignments), returning,
      ])
  }

  private func insertInto(_ names: [String]) -> SQLStatement.Clause {
    SQLStatement.Clause("INSERT INTO \(SQLNames.quoted(table)) (", SQLNames.quoted(names), ")")
  }

  private func values(of columns: [Column]) -> SQLStatement.Clause {
    let values = columns.enumerated().map { index, column in
      column.sqlDefault.map { "coalesce(?\(index + 1), \($0))" } ?? "?\(index + 1)"
    }
    return SQLStatement.Clause("VALUES (", values, ")")
  }

  private var returning: SQLStatement.Clause { SQLStatement.Clause("RETURNING ", SQLNames.quoted(allNames)) }
}

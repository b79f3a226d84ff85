import PostilQuery

extension MigrationError: CustomStringConvertible {
  /// Which migration or file, and what to do.
  public var description: String {
    switch self {
    case .invalidFiles(let problems):
      problems.joined(separator: "\n")
    case .noOrder(let reason):
      reason
    case .modelsDiffer(let differences):
      "the migrations do not lead to the program's schema:\(Self.lines(differences))\n"
        + "Nothing was changed. Write the migration that is missing: 'postil migrate new NAME PATH'."
    case .edited(let path, let names):
      "\(Self.list(names)) \(names.count == 1 ? "was" : "were") edited after '\(path)' was migrated with "
        + "\(names.count == 1 ? "it" : "them"). Restore the file from version control, "
        + "and put what has to change into a new migration: 'postil migrate new NAME PATH'."
    case .missing(let path, let names):
      "'\(path)' was migrated with \(Self.list(names)), which \(names.count == 1 ? "is" : "are") not there, "
        + "though later migrations are. Restore the \(names.count == 1 ? "file" : "files") from version control."
    case .newer(let path, let names):
      "'\(path)' is newer than this program: it was migrated with \(Self.list(names)), which the program does not have. "
        + "Run a program that has \(names.count == 1 ? "it" : "them"), or restore a copy of the database of before."
    case .outOfOrder(let path, let name, let applied):
      "'\(name)' stands before '\(applied)', with which '\(path)' has been migrated already. "
        + "Write it anew behind the last migration, or name that in its 'after:'."
    case .unknownDatabase(let path, let nearest, let differences):
      "'\(path)' was not made by these migrations, and has no table 'postil_migration'; nothing was changed."
        + (nearest.map { " It comes nearest to what '\($0)' makes:\(Self.lines(differences))\n" } ?? " ")
        + "Change it by hand to what one of the migrations makes, or open another file."
    case .beforeCheckpoint(let path, let checkpoint, let replaces, let last):
      "'\(path)' was migrated up to '\(last)', and this program begins at the checkpoint '\(checkpoint)', which stands for all up "
        + "to '\(replaces)'. Open it once with a program that still has the migrations up to '\(replaces)'."
    case .drifted(let path, let last, let differences):
      "the schema of '\(path)' is not what its migrations up to '\(last)' make; nothing was changed:\(Self.lines(differences))\n"
        + "Something else changed it: undo that, then open it again."
    case .pending(let path, let names):
      "'\(path)' is open for reading only and has not been migrated with \(Self.list(names)): open it once for writing, "
        + "or run 'postil migrate apply'."
    default:
      descriptionOfApplying
    }
  }

  private var descriptionOfApplying: String {
    switch self {
    case .rowsAtRisk(let name, let findings):
      "'\(name)' was not applied, for this database has rows that stand in its way:"
        + findings.map { "\n  - \($0)" }.joined()
    case .invalidPrecheck(let name, let line, let query, let reason):
      "\(name).sql:\(line): error: the pre-check \(reason), in: \(query)"
    case .statementFailed(let name, let line, let sql, let reason):
      "'\(name)' was not applied; \(name).sql:\(line): error: \(Self.text(reason, without: sql)), in: \(sql)"
    case .commitFailed(let name, let reason):
      "'\(name)' was not applied, for it cannot be committed: \(reason)"
    case .stepFailed(let name, let reason):
      "the step '\(name)' was not applied: \(reason)"
    case .rowsChanged(let name, let table, let changes):
      "'\(name)' was not applied, for '\(table)' would have lost what belongs to it:"
        + changes.map { "\n  - \($0)" }.joined()
        + "\nA table that others refer to is made anew between '-- @rebuild(\"\(table)\")' and '-- @end'; "
        + "rows that are to go are deleted by a statement that says so."
    case .objectNotKept(let name, let kind, let object, let reason):
      "'\(name)' was not applied, for the \(kind) '\(object)' of this database would have been lost (\(reason)). "
        + "Drop it above '@rebuild', or change it first."
    case .brokenReferences(let name, let references):
      "'\(name)' was not applied, for rows would have referred to rows that are not there:"
        + references.map { "\n  - \($0)" }.joined()
    case .brokenObjects(let name, let objects):
      "'\(name)' was not applied, for these could not have run any more:"
        + objects.map { "\n  - \($0)" }.joined()
        + "\nDrop or change them in the migration."
    case .foreignKeysNotSet(let name):
      "'\(name)' was not applied, for SQLite did not take 'PRAGMA foreign_keys', as inside an open transaction"
    case .notLast(let name, let last):
      "'\(name)' cannot be undone, for "
        + (last.map { "the last migration that was applied is '\($0)': undo that first" } ?? "no migration was applied")
    default:
      "the migrations were not applied"
    }
  }

  private static func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }

  private static func lines(_ differences: [SchemaMismatch.Difference]) -> String {
    differences.map { "\n  - \($0)" }.joined()
  }

  /// What an error says, without the statement that stands beside it anyway.
  private static func text(_ error: any Error, without sql: String) -> String {
    guard let error = error as? DatabaseError else { return "\(error)" }
    return "\(DatabaseError(code: error.code, extendedCode: error.extendedCode, message: error.message))"
  }
}

extension MigrationError.Finding: CustomStringConvertible {
  /// The rows, the query that shows them, and what to do.
  public var description: String {
    let advice =
      isRefusal
      ? "change these rows first, in a migration or step before it"
      : "where that is meant, write '-- @allow(\(code), \"\(subject)\")' into the file"
    return "\(code) '\(subject)': \(rows) \(rows == 1 ? "row" : "rows") (\(query)); \(advice)"
  }
}

extension MigrationError.RowChange: CustomStringConvertible {
  /// The table and the numbers.
  public var description: String {
    let what = column.map { "values of '\(table).\($0)'" } ?? "rows of '\(table)'"
    return "\(what): \(before) before, \(after.map(String.init) ?? "none to count") after"
  }
}

extension MigrationError.BrokenReference: CustomStringConvertible {
  /// The tables and the numbers.
  public var description: String {
    "rows of '\(table)' without their '\(parent)': \(before) before, \(after) after"
  }
}

extension MigrationError.BrokenObject: CustomStringConvertible {
  /// The object and SQLite's message.
  public var description: String { "\(kind) '\(name)': \(reason)" }
}

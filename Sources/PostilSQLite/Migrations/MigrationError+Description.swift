import PostilQuery

extension MigrationError: CustomStringConvertible {
  /// The migration or file, the reason, and what to do.
  public var description: String {
    switch self {
    case .invalidFiles(let problems): problems.joined(separator: "\n")
    case .noOrder(let reason): reason
    case .modelsDiffer(let differences):
      "the migrations don't lead to the program's schema:\(Self.list(differences))\n"
        + "Nothing was changed. Write the missing migration: 'postil migrate new NAME PATH'."
    case .edited(let path, let names):
      "\(Self.names(names)) \(names.count == 1 ? "was" : "were") edited after being applied to '\(path)'. "
        + "Restore the \(Self.files(names)) from version control, and write a new migration for the changes: "
        + "'postil migrate new NAME PATH'."
    case .renamed(let path, let name, let file):
      "'\(file).sql' was applied to '\(path)' under the name '\(name)'. Rename the file back to '\(name).sql', also in 'after:' of "
        + "other files."
    case .missing(let path, let names):
      "\(Self.names(names)) \(names.count == 1 ? "was" : "were") applied to '\(path)', but the program has only later migrations. "
        + "Restore the \(Self.files(names)) from version control."
    case .newer(let path, let names):
      "'\(path)' is newer than this program, which doesn't have the applied migration\(names.count == 1 ? "" : "s") "
        + "\(Self.names(names)). Run a newer version of the program, or restore an earlier backup of the database."
    case .outOfOrder(let path, let name, let applied):
      "'\(name)' comes before '\(applied)', which was already applied to '\(path)'. "
        + "Write it again after the last migration, or name the last migration in its 'after:'."
    case .unknownDatabase(let path, let nearest, let differences):
      "'\(path)' has no table 'postil_migration', and its schema matches no migration. Nothing was changed."
        + (nearest.map { " Closest match: the schema after '\($0)':\(Self.list(differences))\n" } ?? " ")
        + (nearest == nil
          ? "Write the first migration with 'postil migrate new create PATH', or open another file."
          : "Change the database by hand to match one of the migrations, or open another file.")
    case .beforeCheckpoint(let path, let checkpoint, let replaces, let last):
      "the last migration of '\(path)' is '\(last)', but the first one of this program is the checkpoint '\(checkpoint)', which "
        + "replaces everything up to '\(replaces)'. First open the database with a version of the program that has the migrations up "
        + "to '\(replaces)'."
    case .drifted(let path, let last, let differences):
      "the schema of '\(path)' was changed by something other than its migrations, the last of which is '\(last)':"
        + "\(Self.list(differences))\nNothing was changed. Undo these changes, then open the database again."
    case .pending(let path, let names):
      "'\(path)' is open for reading only, and these migrations are pending: \(Self.names(names)). Open it once for writing, or run "
        + "'postil migrate apply'."
    default: descriptionOfApplying
    }
  }

  private var descriptionOfApplying: String {
    switch self {
    case .rowsAtRisk(let name, let findings):
      "'\(name)' was not applied because of rows in this database:" + Self.list(findings)
    case .invalidPrecheck(let name, let line, let query, let reason):
      "\(name).sql:\(line): error: the pre-check \(reason), in: \(query)"
    case .statementFailed(let name, let line, let sql, let reason):
      "'\(name)' was not applied; \(name).sql:\(line): error: \(Self.text(reason)), in: \(sql)"
    case .commitFailed(let name, let reason):
      "'\(name)' was not applied because it can't be committed: \(reason)"
    case .stepFailed(let name, let reason):
      "the step '\(name)' was not applied: \(reason)"
    case .rowsChanged(let name, let table, let changes):
      "'\(name)' was not applied because rows related to '\(table)' would have been lost:\(Self.list(changes))\n"
        + "Rebuild a table that others reference between '-- @rebuild(\"\(table)\")' and '-- @end'. To delete rows, write a statement "
        + "that deletes them."
    case .objectNotKept(let name, let kind, let object, let reason):
      "'\(name)' was not applied because the \(kind) '\(object)' of this database would have been lost (\(reason)). "
        + "Drop or change it before '@rebuild'."
    case .brokenReferences(let name, let references):
      "'\(name)' was not applied because rows would have referenced missing rows:" + Self.list(references)
    case .brokenObjects(let name, let objects):
      "'\(name)' was not applied because these objects would have stopped working:\(Self.list(objects))\n"
        + "Drop or change them in the migration."
    case .partlyApplied(let names, let copy, let reason):
      "\(Self.text(reason))\n\(Self.names(names)) \(names.count == 1 ? "was" : "were") applied before it, because one of the "
        + "migrations needs the enforcement of foreign keys and another one, which rebuilds a table, can't have it. '\(copy)' is the "
        + "database before these migrations: to run the earlier version of the program, close the database and replace it with this "
        + "file."
    case .foreignKeysNotSet(let name):
      "'\(name)' was not applied because SQLite ignored 'PRAGMA foreign_keys', as it does inside a transaction"
    case .notLast(let name, let last):
      "'\(name)' can't be undone because "
        + (last.map { "the last applied migration is '\($0)'; undo that one first" } ?? "no migration was applied")
    default: "the migrations were not applied"
    }
  }

  private static func names(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }

  private static func files(_ names: [String]) -> String { names.count == 1 ? "file" : "files" }

  private static func list(_ items: [some CustomStringConvertible]) -> String {
    items.map { "\n  - \($0)" }.joined()
  }

  /// The message of an error without its statement, which the message of the migration contains anyway.
  private static func text(_ error: any Error) -> String {
    guard let error = error as? DatabaseError else { return "\(error)" }
    return "\(DatabaseError(code: error.code, extendedCode: error.extendedCode, message: error.message))"
  }
}

extension MigrationError.Finding: CustomStringConvertible {
  /// The rows, the query that selects them, and what to do.
  public var description: String {
    let advice =
      isRefusal
      ? "change these rows first, in an earlier migration or step"
      : "to accept this, write '-- @allow(\(code), \"\(subject)\")' in the file"
    return "\(code) '\(subject)': \(rows) \(rows == 1 ? "row" : "rows") (\(query)); \(advice)"
  }
}

extension MigrationError.RowChange: CustomStringConvertible {
  /// The table and the numbers.
  public var description: String {
    let what = column.map { "values of '\(table).\($0)'" } ?? "rows of '\(table)'"
    return "\(what): \(before) before, \(after.map { "\($0) after" } ?? "and the table or column is missing after")"
  }
}

extension MigrationError.BrokenReference: CustomStringConvertible {
  /// The tables and the numbers.
  public var description: String {
    "rows of '\(table)' that reference missing rows of '\(parent)': \(before) before, \(after) after"
  }
}

extension MigrationError.BrokenObject: CustomStringConvertible {
  /// The object and SQLite's message.
  public var description: String { "\(kind) '\(name)': \(reason)" }
}

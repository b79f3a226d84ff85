import PostilQuery
import PostilSQL

/// A file was refused because the store was opened with ``SQLiteOptions/isUntrusted``; nothing was changed.
public enum UntrustedFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file contains objects that would run SQL of somebody else: each with its kind, as in `trigger 'item_log'`.
  case foreignObjects(path: String, objects: [String])
  /// The file is damaged.
  case damaged(path: String, findings: [IntegrityFinding])

  /// What is wrong with the file, and what to do.
  public var description: String {
    switch self {
    case .foreignObjects(let path, let objects):
      "'\(path)' is untrusted and contains \(objects.joined(separator: ", ")), which the program's schema doesn't have; "
        + "drop them with another program, or copy the rows to a new file"
    case .damaged(let path, let findings):
      "'\(path)' is untrusted and damaged:" + findings.map { "\n  - \($0)" }.joined()
    }
  }
}

extension SQLiteConnection {
  /// Checks an untrusted file before it is used. Objects are compared by name here; their statements are compared by
  /// ``check(against:)``.
  /// - Throws: ``UntrustedFileError``, ``DatabaseError``
  func checkUntrusted(against ddl: String) throws {
    guard options.isUntrusted else { return }
    let sample = try sample(of: ddl)
    defer { sample.close() }
    // Tables that statements would read instead of SQLite's functions of the same name.
    let hidesFunction = "(lower(name) GLOB 'pragma_*' OR lower(name) IN ('json_each', 'json_tree'))"
    // Also those whose names are reserved: the file may not have been written by SQLite.
    let query = """
      SELECT CASE WHEN type <> 'table' THEN type WHEN \(hidesFunction) THEN 'table' ELSE 'virtual table' END, name
      FROM sqlite_schema WHERE type IN ('trigger', 'view') OR type = 'index' AND sql IS NOT NULL OR type = 'table'
      AND (\(hidesFunction) OR name IN (SELECT name FROM temp.pragma_table_list WHERE type = 'virtual')) ORDER BY type, name
      """
    let own = Set(try sample.rows(query).map { $0.map(\.foldedName) })
    let foreign = try rows(query).filter { !own.contains($0.map(\.foldedName)) }
    guard foreign.isEmpty else {
      throw UntrustedFileError.foreignObjects(path: path, objects: foreign.map { "\($0[0]) '\($0[1])'" })
    }
    let findings = try integrityFindings(quick: true, limit: 10, withReferences: false)
    guard findings.isEmpty else { throw UntrustedFileError.damaged(path: path, findings: findings) }
  }
}

import PostilSQL
import PostilSchema

/// The header of a migration file.
package struct MigrationHeader: Hashable, Sendable {
  /// Comment lines for readers.
  package var description: [String]
  /// The direct parents of the migration: none for the first, two for a merge.
  package var after: [String]
  /// The fingerprint of the models.
  package var schema: String
  /// The last of the migrations that a checkpoint replaces; `nil` for any other migration.
  package var replaces: String?
  /// Whether the migration waits until every instance of the program runs the new version.
  package var waits = false
  /// Whether the version of the program before the migration can run until the next one, which waits.
  package var overlaps = false

  /// Creates a header.
  package init(
    description: [String], after: [String], schema: String, replaces: String? = nil,
    waits: Bool = false, overlaps: Bool = false
  ) {
    (self.replaces, self.waits, self.overlaps) = (replaces, waits, overlaps)
    self.description = description
    self.after = after
    self.schema = schema
  }
}

extension MigrationPlan {
  /// The file: SQL with comments for readers and directives for the tools, with a newline at the end.
  package func text(_ header: MigrationHeader?) -> String {
    var blocks: [[String]] = []
    if let header {
      var arguments: [String] = []
      if !header.after.isEmpty {
        arguments.append("after: \(header.after.map(MigrationText.quoted).joined(separator: ", "))")
      }
      arguments.append("schema: \(MigrationText.quoted(header.schema))")
      blocks.append(
        header.description.map(MigrationText.comment) + ["-- @migration(\(arguments.joined(separator: ", ")))"]
          + (header.replaces.map { ["-- @checkpoint(replaces: \(MigrationText.quoted($0)))"] } ?? [])
          + (header.waits ? ["-- @waits"] : [])
          + (header.overlaps ? ["-- @overlaps"] : []))
    }
    blocks += steps.map(MigrationText.lines)
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }
}

/// The text of a step.
enum MigrationText {
  static func lines(_ step: MigrationStep) -> [String] {
    var lines = step.comments.map(comment)
    for finding in step.findings {
      let subject = quoted(finding.subject)
      if !finding.query.isEmpty {
        lines.append("-- @precheck(\(finding.code.rawValue), \(subject)): \(finding.query)")
      }
      if finding.isAllowed { lines.append("-- @allow(\(finding.code.rawValue), \(subject))") }
    }
    lines += step.preparation.map { statement($0) }
    if let table = step.rebuilds { lines.append("-- @rebuild(\(quoted(table)))") }
    lines += step.statements.map { statement($0) }
    if step.rebuilds != nil { lines.append("-- @end") }
    return lines
  }

  /// A comment for readers, on one line and never in the form of a directive.
  static func comment(_ text: String) -> String {
    let line = SQLText.onOneLine(text)
    if line.isEmpty { return "--" }
    return line.hasPrefix("@") ? "-- : \(line)" : "-- \(line)"
  }

  /// Comments inside a statement, such as the documentation of a property, must not look like directives either.
  static func statement(_ sql: String) -> String {
    guard sql.contains("--") else { return "\(sql);" }
    let lines = sql.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      let text = line.drop { $0 == " " || $0 == "\t" }
      guard text.hasPrefix("--") else { return String(line) }
      let words = text.dropFirst(2).drop { $0 == " " || $0 == "\t" }
      return words.hasPrefix("@") ? "\(line.prefix(line.count - text.count))-- : \(words)" : String(line)
    }
    return lines.joined(separator: "\n") + ";"
  }

  /// An argument of a directive, quoted like a name in SQL.
  static func quoted(_ text: String) -> String { SQLText.identifier(SQLText.onOneLine(text)) }
}

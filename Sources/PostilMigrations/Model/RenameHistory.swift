import PostilEvolution
import PostilSQL

/// The names that migrations swapped: columns `a` and `b` of a table, or longer cycles of columns, or tables.
///
/// A schema doesn't show whether that was done, because it can be the same before and after. If the annotation
/// `@renamed(from:)` is still in the models after such a migration, it has no effect.
package struct RenameHistory: Hashable, Sendable {
  /// A cycle: the new names by the old ones, in a comparable form.
  typealias Circle = [String: String]

  private var tables: Set<Circle> = []
  /// By the key of the table's name after all migrations.
  private var columns: [String: Set<Circle>] = [:]

  /// Creates an empty history.
  package init() {}

  /// Reads the statements of migrations, in the order in which they are applied.
  package init(_ scripts: [MigrationScript]) {
    for script in scripts { add(script) }
  }

  /// Whether these tables were swapped in this way.
  func contains(tables circle: Circle) -> Bool { tables.contains(circle) }

  /// Whether columns of a table were swapped in this way; `table` is its key before the planned change.
  func contains(columns circle: Circle, of table: String) -> Bool { columns[table]?.contains(circle) ?? false }

  private mutating func add(_ script: MigrationScript) {
    // The name that each object had at the start of the script.
    var tableOrigins: [String: String] = [:]
    var columnOrigins: [String: [String: String]] = [:]
    for item in script.items {
      guard case .statement(let statement) = item, let rename = Rename(statement.sql) else { continue }
      if let column = rename.column {
        let origin = columnOrigins[rename.table]?.removeValue(forKey: column) ?? column
        columnOrigins[rename.table, default: [:]][rename.new] = origin
      } else {
        let origin = tableOrigins.removeValue(forKey: rename.table) ?? rename.table
        tableOrigins[rename.new] = origin
        columnOrigins[rename.new] = columnOrigins.removeValue(forKey: rename.table)
        columns[rename.new] = columns.removeValue(forKey: rename.table)
      }
    }
    tables.formUnion(Self.circles(of: tableOrigins))
    for (table, origins) in columnOrigins { columns[table, default: []].formUnion(Self.circles(of: origins)) }
  }

  /// The cycles among changed names.
  private static func circles(of origins: [String: String]) -> [Circle] {
    self.circles(Dictionary(origins.map { ($1, $0) }, uniquingKeysWith: { first, _ in first }))
  }

  /// The cycles among new names by the old ones.
  static func circles(_ names: [String: String]) -> [Circle] {
    var open = names
    var circles: [Circle] = []
    while let start = open.keys.min() {
      var circle: Circle = [:]
      var name = start
      while let next = open.removeValue(forKey: name) {
        circle[name] = next
        name = next
      }
      if name == start, circle.count > 1 { circles.append(circle) }
    }
    return circles
  }
}

/// `ALTER TABLE … RENAME`, with names in a comparable form.
private struct Rename {
  var table: String
  /// `nil` if the table is renamed.
  var column: String?
  var new: String

  /// Parses a statement; `nil` for any other.
  init?(_ sql: String) {
    var tokens = SQLLexer.tokens(of: sql)[...]
    guard tokens.popFirst()?.is("alter") == true, tokens.popFirst()?.is("table") == true else { return nil }
    if tokens.dropFirst().first?.is(".") == true { tokens = tokens.dropFirst(2) }
    guard let table = tokens.popFirst(), tokens.popFirst()?.is("rename") == true else { return nil }
    self.table = table.name.foldedName
    if tokens.first?.is("to") != true {
      if tokens.first?.is("column") == true, tokens.count > 3 { tokens = tokens.dropFirst() }
      guard let column = tokens.popFirst() else { return nil }
      self.column = column.name.foldedName
    }
    guard tokens.popFirst()?.is("to") == true, let new = tokens.first else { return nil }
    self.new = new.name.foldedName
  }
}

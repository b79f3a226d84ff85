import PostilCompiler
import PostilQuery
import PostilRows

/// A row of a seed file.
package struct SeedRow: Sendable {
  /// How the row is found again in the database.
  enum Identity: Hashable, Sendable {
    case primaryKey
    /// The columns of a unique key.
    case unique([String])
  }

  /// A value of a column.
  enum Value: Hashable, Sendable {
    case stored(SQLValue?)
    /// A column of another row, by its index among all rows: the row that has a label, or that contains this one.
    case row(Int, column: String)
  }

  /// A value with its place.
  struct Field: Sendable {
    var column: ModelColumn
    var value: Value
    var place: SourcePlace
  }

  /// A row that another one names by its label.
  struct Mention: Sendable {
    var label: String
    var place: SourcePlace
  }

  /// A member of a relationship.
  enum Member: Sendable {
    case label(Mention)
    /// A row that is written inside of its owner.
    case row(Int)
  }

  /// A reference by a label.
  struct Reference: Sendable {
    var relationship: ModelRelationship
    var mention: Mention
  }

  /// The members of a relationship that are listed in the row.
  struct Members: Sendable {
    var relationship: ModelRelationship
    var members: [Member]
    var place: SourcePlace
    /// The members by their indexes among all rows.
    var rows: [Int] = []
  }

  var table: ModelTable
  var label: Mention?
  /// The place of the label, or of the row itself.
  var place: SourcePlace
  var fields: [Field] = []
  var references: [Reference] = []
  var members: [Members] = []
  var identity = Identity.primaryKey
  /// References that are set after all rows are inserted, because the rows refer to each other.
  var postponed: Set<String> = []
  /// The columns whose values were refused. They count as given, so that each mistake is reported once.
  var refused: Set<String> = []
  /// Whether a property isn't known: it may be a misspelled one.
  var hasUnknownProperty = false

  func field(_ column: String) -> Field? { fields.first { $0.column.name == column } }

  /// The columns by which the row is found in the database.
  var identifyingColumns: [String] {
    switch identity {
    case .primaryKey: table.key
    case .unique(let columns): columns
    }
  }

  /// The row in messages and reports: `Item 'oil'`, `Tag 7`.
  func name(_ values: (Value) -> String?) -> String {
    if let label { return "\(table.swiftName) '\(label.label)'" }
    let texts = identifyingColumns.compactMap { field($0).flatMap { values($0.value) } }
    return texts.isEmpty ? table.swiftName : "\(table.swiftName) \(texts.joined(separator: ", "))"
  }
}

/// A seed file.
package struct SeedFile: Sendable {
  /// The path, as shown in diagnostics.
  package var path: String
  package var bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }
}

/// What a database is: tables and what belongs to them. Values, without an engine and without Swift's names.
///
/// Tables stand in the order in which they can be created and filled: a table after those that it references, where the
/// references have no cycle; else in the order of the source.
public struct Schema: Hashable, Sendable {
  public var tables: [Table]

  public init(tables: [Table] = []) { self.tables = tables }
}

/// A table.
public struct Table: Hashable, Sendable {
  public var name: String
  /// The lines of the model's documentation, without markers.
  public var documentation: [String]
  public var columns: [Column]
  public var primaryKey: KeyConstraint
  public var uniqueConstraints: [KeyConstraint]
  public var checks: [Check]
  public var foreignKeys: [ForeignKey]
  public var indexes: [Index]
  /// Whether rows are stored in the primary key's order, without a rowid: join tables are.
  public var isWithoutRowID: Bool

  public init(
    name: String, documentation: [String] = [], columns: [Column], primaryKey: KeyConstraint,
    uniqueConstraints: [KeyConstraint] = [], checks: [Check] = [], foreignKeys: [ForeignKey] = [],
    indexes: [Index] = [], isWithoutRowID: Bool = false
  ) {
    self.name = name
    self.documentation = documentation
    self.columns = columns
    self.primaryKey = primaryKey
    self.uniqueConstraints = uniqueConstraints
    self.checks = checks
    self.foreignKeys = foreignKeys
    self.indexes = indexes
    self.isWithoutRowID = isWithoutRowID
  }
}

/// A column; `type` is what it means, and each dialect says how it stores that.
public struct Column: Hashable, Sendable {
  public var name: String
  public var type: ColumnType
  public var isNullable: Bool
  /// An SQL expression, `nil` where the column has no default.
  public var defaultExpression: String?
  /// `NOCASE`, `RTRIM`, `BINARY` or the name of a collation of the application's.
  public var collation: String?
  public var documentation: [String]

  public init(
    name: String, type: ColumnType, isNullable: Bool = false, defaultExpression: String? = nil,
    collation: String? = nil, documentation: [String] = []
  ) {
    self.name = name
    self.type = type
    self.isNullable = isNullable
    self.defaultExpression = defaultExpression
    self.collation = collation
    self.documentation = documentation
  }
}

/// What a column holds.
public enum ColumnType: Hashable, Sendable {
  case boolean
  /// A signed integer of 8, 16, 32 or 64 bits.
  case integer(bits: Int)
  /// An unsigned integer of 8, 16, 32 or 64 bits.
  case unsignedInteger(bits: Int)
  /// A floating-point number of 32 or 64 bits.
  case real(bits: Int)
  case text
  case bytes
  /// A point in time, in UTC.
  case timestamp
  case uuid
}

/// A primary key or a unique constraint.
public struct KeyConstraint: Hashable, Sendable {
  public var name: String
  public var columns: [String]

  public init(name: String, columns: [String]) {
    self.name = name
    self.columns = columns
  }
}

/// A named `CHECK`.
public struct Check: Hashable, Sendable {
  public var name: String
  /// The SQL between the parentheses.
  public var expression: String

  public init(name: String, expression: String) {
    self.name = name
    self.expression = expression
  }
}

/// A reference to another table's key.
public struct ForeignKey: Hashable, Sendable {
  public var name: String
  public var columns: [String]
  public var referencedTable: String
  public var referencedColumns: [String]
  public var onDelete: DeleteRule

  public init(
    name: String, columns: [String], referencedTable: String, referencedColumns: [String], onDelete: DeleteRule
  ) {
    self.name = name
    self.columns = columns
    self.referencedTable = referencedTable
    self.referencedColumns = referencedColumns
    self.onDelete = onDelete
  }
}

/// What becomes of a reference when the row that it names is deleted.
public enum DeleteRule: String, CaseIterable, Hashable, Sendable {
  /// The referencing rows go too: `CASCADE`.
  case cascade
  /// The reference becomes `NULL`: `SET NULL`.
  case nullify
  /// The delete is refused at once: `RESTRICT`.
  case deny
  /// The delete is refused if the reference still dangles at the end of the statement: `NO ACTION`.
  case noAction
}

/// An index, unique or not, whole or partial.
public struct Index: Hashable, Sendable {
  public struct Term: Hashable, Sendable {
    public var column: String
    public var isDescending: Bool

    public init(column: String, isDescending: Bool = false) {
      self.column = column
      self.isDescending = isDescending
    }
  }

  public var name: String
  public var terms: [Term]
  public var isUnique: Bool
  /// The condition of a partial index.
  public var condition: String?

  public init(name: String, terms: [Term], isUnique: Bool = false, condition: String? = nil) {
    self.name = name
    self.terms = terms
    self.isUnique = isUnique
    self.condition = condition
  }
}

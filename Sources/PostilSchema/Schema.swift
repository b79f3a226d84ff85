import PostilSQL

/// A database schema: tables with their parts, and views. Values, independent of an engine and of Swift names.
///
/// Tables are in an order in which they can be created and filled: after the tables that they reference. Tables in a
/// reference cycle are in the order of the source.
public struct Schema: Hashable, Sendable {
  /// Every table, including join tables.
  public var tables: [Table]
  /// Every view, after the views that it reads.
  public var views: [View]

  /// Creates a schema from tables and views that are already in order.
  public init(tables: [Table] = [], views: [View] = []) {
    self.tables = tables
    self.views = views
  }
}

/// A table.
public struct Table: Hashable, Sendable {
  /// The name in the database.
  public var name: String
  /// The former name of the table, for migrations; it isn't part of the DDL.
  public var renamedFrom: String?
  /// Further possible former names of a join table, because the two models that it is named after may have been renamed
  /// at different times.
  public var otherFormerNames: [String] = []
  /// The lines of the model's documentation, without markers.
  public var documentation: [String]
  /// The columns in the order of the table.
  public var columns: [Column]
  /// The primary key; every table has one.
  public var primaryKey: KeyConstraint
  /// The unique constraints. Unique indexes with a condition or an expression are in `indexes`.
  public var uniqueConstraints: [KeyConstraint]
  /// The annotated checks and those of enums' raw values. Each dialect adds checks for the ranges of types.
  public var checks: [Check]
  /// The foreign keys.
  public var foreignKeys: [ForeignKey]
  /// The references that the database doesn't enforce. They aren't part of the DDL.
  public var unenforcedReferences: [ForeignKey] = []
  /// The indexes, except those of keys.
  public var indexes: [Index]
  /// Whether the table is stored in the order of the primary key, without a rowid, like join tables.
  public var isWithoutRowID: Bool
  /// The exclusion constraints. SQLite has none, so an index and triggers enforce them there.
  public var exclusions: [Exclusion] = []
  /// The triggers.
  public var triggers: [Trigger]
  /// The full-text index.
  public var fullText: FullTextIndex?
  /// The many-to-many relationships whose pairs the table stores, for migrations. They aren't part of the DDL.
  public var pairedSides: [PairedSide] = []
  /// The ordered and limited relationships whose members are the rows. Triggers contain them.
  public var members: [MemberRules] = []
  /// Whether triggers compute all rows from other tables: the owners with too few members.
  public var isDerived = false
  /// The model's own `CREATE TABLE` statement for SQLite; `nil` if Postil writes it. The columns, keys, references and
  /// checks then describe the statement as far as the model declares it.
  public var statement: String?
  /// Clauses of `statement` that have no other representation here, such as `ON UPDATE CASCADE`.
  public var untranslatedClause: String?
  /// The extensions of PostgreSQL that the model needs. They aren't part of SQLite's DDL.
  public var extensions: [String] = []
  /// How Citus distributes the rows; `nil` if it doesn't, as on other databases. It isn't part of SQLite's DDL.
  public var distribution: Distribution?
  /// How PostgreSQL divides the rows into partitions; `nil` if it doesn't. It isn't part of SQLite's DDL.
  public var partitioning: Partitioning?

  /// Creates a table from its parts.
  public init(
    name: String, renamedFrom: String? = nil, documentation: [String] = [], columns: [Column],
    primaryKey: KeyConstraint,
    uniqueConstraints: [KeyConstraint] = [], checks: [Check] = [], foreignKeys: [ForeignKey] = [],
    indexes: [Index] = [], isWithoutRowID: Bool = false, triggers: [Trigger] = [], fullText: FullTextIndex? = nil
  ) {
    self.name = name
    self.renamedFrom = renamedFrom
    self.documentation = documentation
    self.columns = columns
    self.primaryKey = primaryKey
    self.uniqueConstraints = uniqueConstraints
    self.checks = checks
    self.foreignKeys = foreignKeys
    self.indexes = indexes
    self.isWithoutRowID = isWithoutRowID
    self.triggers = triggers
    self.fullText = fullText
  }
}

/// How Citus, an extension of PostgreSQL, distributes the rows of a table over its servers.
public enum Distribution: Hashable, Sendable {
  /// By the hash of a column: `@distributed(by:)`.
  case column(String)
  /// All rows on all servers: `@referenceTable`.
  case reference
}

/// How PostgreSQL divides the rows of a table into partitions: `@partitioned`.
public struct Partitioning: Hashable, Sendable {
  /// The column whose value decides the partition of a row.
  public var column: String
  /// The length of each range of the column: `day`, `week`, `month` or `year`; `nil` for partitions by the hash of the column.
  public var period: String?
  /// The number of partitions by the hash of the column; `nil` for ranges.
  public var count: Int?

  /// Creates a partitioning with a period or a count.
  public init(column: String, period: String?, count: Int?) {
    self.column = column
    self.period = period
    self.count = count
  }
}

/// One side of a many-to-many relationship.
public struct PairedSide: Hashable, Sendable {
  /// The table of the model that has the relationship.
  public var table: String
  /// The relationship's name in snake case.
  public var name: String
  /// The columns of the pairs that reference the model's table.
  public var columns: [String]

  /// Creates a side.
  public init(table: String, name: String, columns: [String]) {
    self.table = table
    self.name = name
    self.columns = columns
  }
}

/// A column. `type` is the meaning of its values; each dialect defines how it is stored.
public struct Column: Hashable, Sendable {
  /// The name in the database.
  public var name: String
  /// The former name of the column, for migrations; it isn't part of the DDL.
  public var renamedFrom: String?
  /// The meaning of the column's values.
  public var type: ColumnType
  /// Whether the column can hold `NULL`.
  public var isNullable: Bool
  /// An SQL expression; `nil` if the column has no default.
  public var defaultExpression: String?
  /// The expression of a generated column; `nil` for other columns.
  public var generation: Generation?
  /// `NOCASE`, `RTRIM`, `BINARY` or the name of a custom collation.
  public var collation: String?
  /// The lines of the property's documentation, without markers.
  public var documentation: [String]
  /// The SQL of the column's value in existing rows, for migrations: the property's default, if it is a literal. It
  /// isn't part of the DDL.
  public var initialValue: String?
  /// For a name with several parts, as in an embedded struct, of which several were renamed: the names with only some
  /// of the former parts, because the other renames may have been migrated earlier.
  public var otherFormerNames: [String] = []
  /// The prefixes of the name if the column belongs to an embedded struct or to a reference with several columns: one
  /// for each level, outermost first. They aren't part of the DDL.
  public var prefixes: [String] = []
  /// The former raw values of the cases of the column's enum, for migrations. They aren't part of the DDL.
  public var renamedValues: [RenamedValue] = []
  /// Whether the database assigns a number if an insert omits it. SQLite does so for an integer primary key.
  public var isAssigned = false
  /// The digits that a `decimal` can have; `nil` for any number of them. A check contains them.
  public var digits: DecimalDigits?
  /// The type of the elements of a `json` column that PostgreSQL stores as an array; `nil` if it stores a `jsonb`.
  public var elements: ColumnType?
  /// The number of numbers in a vector, a `json` column that PostgreSQL stores as one; `nil` for other columns. On SQLite, a check contains it.
  public var dimensions: Int?

  /// Creates a column.
  public init(
    name: String, renamedFrom: String? = nil, type: ColumnType, isNullable: Bool = false,
    defaultExpression: String? = nil, generation: Generation? = nil, collation: String? = nil,
    documentation: [String] = [], initialValue: String? = nil
  ) {
    self.name = name
    self.renamedFrom = renamedFrom
    self.type = type
    self.isNullable = isNullable
    self.defaultExpression = defaultExpression
    self.generation = generation
    self.collation = collation
    self.documentation = documentation
    self.initialValue = initialValue
  }
}

/// The raw value of an enum's case, and a former one. Both are SQL literals.
public struct RenamedValue: Hashable, Sendable {
  /// `'finished'`
  public var former: String
  /// `'done'`
  public var current: String

  /// Creates a rename from two SQL literals.
  public init(former: String, current: String) {
    self.former = former
    self.current = current
  }
}

/// The expression of a generated column.
public struct Generation: Hashable, Sendable {
  /// An SQL expression over other columns of the row.
  public var expression: String
  /// Whether the value is stored; otherwise it is computed when it is read.
  public var isStored: Bool

  /// Creates a generated value from a deterministic expression over one row.
  public init(expression: String, isStored: Bool = false) {
    self.expression = expression
    self.isStored = isStored
  }
}

/// The meaning of a column's values.
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
  /// A point in time, in UTC, as text.
  case timestamp
  /// A point in time, in UTC, as text with exactly three digits after the seconds.
  case iso8601Milliseconds
  /// A point in time as seconds since the beginning of 1970.
  case unixSeconds
  /// A point in time as milliseconds since the beginning of 1970.
  case unixMilliseconds
  /// A point in time as a Julian day number.
  case julianDay
  /// A point in time as seconds since the beginning of 2001.
  case referenceDate
  /// A calendar day, without a time of day or a time zone.
  case day
  /// A duration in nanoseconds.
  case duration
  /// An exact decimal number of any length.
  case decimal
  case uuid
  /// A UUID as its 16 bytes.
  case uuidBytes
  /// Numbers of `elementBytes` bytes each, stored one after another.
  case packed(elementBytes: Int)
  case json
  /// Values of any storage class.
  case any

  /// Whether values can be the bounds of a range, which PostgreSQL has for these types only.
  package var hasRanges: Bool {
    switch self {
    case .integer, .unsignedInteger, .timestamp, .iso8601Milliseconds, .unixSeconds, .unixMilliseconds, .day, .duration,
      .decimal:
      true
    default: false
    }
  }
}

/// The digits that a column of decimal numbers can store: `@decimal(10, 2)`.
public struct DecimalDigits: Hashable, Sendable {
  /// All digits, at least 1.
  public var precision: Int
  /// Those after the decimal point, at most `precision`.
  public var scale: Int

  /// Creates a limit.
  public init(precision: Int, scale: Int) {
    self.precision = precision
    self.scale = scale
  }
}

/// A primary key or a unique constraint.
public struct KeyConstraint: Hashable, Sendable {
  /// The name of the constraint.
  public var name: String
  /// The names of its columns, in order.
  public var columns: [String]

  /// Creates a key over columns.
  public init(name: String, columns: [String]) {
    self.name = name
    self.columns = columns
  }
}

/// No two rows with equal values in `columns` have ranges that overlap: `@exclude(roomID, startsAt..<endsAt)`.
public struct Exclusion: Hashable, Sendable {
  /// The name of the constraint, unique in the database. SQLite's index has it, too.
  public var name: String
  /// The columns that are compared with `=`; `NULL` is equal to nothing.
  public var columns: [String]
  /// The column of the lower bound, which is required.
  public var lower: String
  /// The column of the upper bound; `NULL` is a range without an end.
  public var upper: String
  /// Whether the range contains its upper bound.
  public var isClosed: Bool
  /// The condition of the rows that are compared; `nil` for all rows.
  public var condition: String?

  /// Creates a constraint whose bounds have the same type.
  public init(
    name: String, columns: [String], lower: String, upper: String, isClosed: Bool = false, condition: String? = nil
  ) {
    self.name = name
    self.columns = columns
    self.lower = lower
    self.upper = upper
    self.isClosed = isClosed
    self.condition = condition
  }

  /// The check that no range ends before it begins, which PostgreSQL's ranges require.
  package func orderCheck(of table: String) -> Check {
    Check(
      name: ObjectName.check(of: table, column: "\(lower)_\(upper)"),
      expression: "\(SQLText.identifier(lower)) <= \(SQLText.identifier(upper))")
  }
}

/// A named `CHECK`.
public struct Check: Hashable, Sendable {
  /// The name of the constraint.
  public var name: String
  /// The SQL between the parentheses.
  public var expression: String

  /// Creates a check from a single expression.
  public init(name: String, expression: String) {
    self.name = name
    self.expression = expression
  }
}

/// A foreign key.
public struct ForeignKey: Hashable, Sendable {
  /// The name of the constraint.
  public var name: String
  /// The columns of the reference, in the order of the key.
  public var columns: [String]
  /// The referenced table.
  public var referencedTable: String
  /// The columns of its key.
  public var referencedColumns: [String]
  /// The delete rule.
  public var onDelete: DeleteRule
  /// Whether the reference is checked at the end of the transaction instead of the end of the statement.
  public var isDeferred: Bool

  /// Creates a foreign key with as many columns as the referenced key.
  public init(
    name: String, columns: [String], referencedTable: String, referencedColumns: [String], onDelete: DeleteRule,
    isDeferred: Bool = false
  ) {
    self.name = name
    self.columns = columns
    self.referencedTable = referencedTable
    self.referencedColumns = referencedColumns
    self.onDelete = onDelete
    self.isDeferred = isDeferred
  }
}

extension Table {
  /// The optional columns of a reference that `nullify` sets to `NULL` while the others keep their values, like the tenant in the row's own
  /// key; `nil` for any other reference.
  package func partlyNullifiedColumns(of key: ForeignKey) -> [String]? {
    guard key.onDelete == .nullify else { return nil }
    let optional = key.columns.filter { name in columns.contains { $0.name == name && $0.isNullable } }
    return optional.isEmpty || optional.count == key.columns.count ? nil : optional
  }
}

/// What happens to a reference when the referenced row is deleted.
public enum DeleteRule: String, CaseIterable, Hashable, Sendable {
  /// The referencing rows are deleted too: `CASCADE`.
  case cascade
  /// The optional columns of the reference become `NULL`: `SET NULL`.
  case nullify
  /// The delete is rejected immediately: `RESTRICT`.
  case deny
  /// The delete is rejected if the reference is still broken at the end of the statement: `NO ACTION`.
  case noAction
}

/// How far two vectors are from each other.
public enum IndexDistance: String, CaseIterable, Sendable { case euclidean, cosine, innerProduct, manhattan }

/// An index: unique or not, full or partial.
public struct Index: Hashable, Sendable {
  /// A column of an index, or an expression over columns, with its sort order.
  public struct Term: Hashable, Sendable {
    /// The column's name; `nil` for an expression.
    public var column: String?
    /// The SQL of an expression; `nil` for a column.
    public var expression: String?
    /// Whether the order is descending.
    public var isDescending: Bool

    /// Creates a term from a column, by default ascending.
    public init(column: String, isDescending: Bool = false) {
      self.column = column
      self.isDescending = isDescending
    }

    /// Creates a term from a deterministic expression over one row.
    public init(expression: String, isDescending: Bool = false) {
      self.expression = expression
      self.isDescending = isDescending
    }
  }

  /// The name of the index, unique in the database.
  public var name: String
  /// Its columns and expressions, in order.
  public var terms: [Term]
  /// Whether the terms are unique.
  public var isUnique: Bool
  /// The condition of a partial index.
  public var condition: String?
  /// The distance by which an index of a vector finds the nearest rows; `nil` for other indexes. SQLite has no such index.
  public var distance: IndexDistance?

  /// Creates an index, by default neither unique nor partial.
  public init(name: String, terms: [Term], isUnique: Bool = false, condition: String? = nil) {
    self.name = name
    self.terms = terms
    self.isUnique = isUnique
    self.condition = condition
  }
}

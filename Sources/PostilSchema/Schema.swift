/// What a database is: tables and what belongs to them, and views. Values, without an engine and without Swift's names.
///
/// Tables stand in the order in which they can be created and filled: a table after those that it references, where the
/// references have no cycle; else in the order of the source.
public struct Schema: Hashable, Sendable {
  /// Every table, join tables among them.
  public var tables: [Table]
  /// Every view, each after those that it reads.
  public var views: [View]

  /// Makes a schema of tables and views that stand in order already.
  public init(tables: [Table] = [], views: [View] = []) {
    self.tables = tables
    self.views = views
  }
}

/// A table.
public struct Table: Hashable, Sendable {
  /// The name in the database.
  public var name: String
  /// The name that the table had before, for migrations; it has no part in the DDL.
  public var renamedFrom: String?
  /// Of a join table, which is named after two others that may have been renamed at different times: more names that it may have had.
  public var otherFormerNames: [String] = []
  /// The lines of the model's documentation, without markers.
  public var documentation: [String]
  /// The columns in the order of the table.
  public var columns: [Column]
  /// The primary key; every table has one.
  public var primaryKey: KeyConstraint
  /// The unique keys that hold for every row; partial ones are among `indexes`.
  public var uniqueConstraints: [KeyConstraint]
  /// The checks that people wrote, and those of enums' raw values; ranges of types are each dialect's to add.
  public var checks: [Check]
  /// The references to other tables' keys.
  public var foreignKeys: [ForeignKey]
  /// The indexes beside those that keys bring.
  public var indexes: [Index]
  /// Whether rows are stored in the primary key's order, without a rowid: join tables are.
  public var isWithoutRowID: Bool
  /// What the database does itself when rows change.
  public var triggers: [Trigger]
  /// The index of the words in some columns.
  public var fullText: FullTextIndex?
  /// The many-to-many relationships whose pairs the table holds, for migrations. They have no part in the DDL.
  public var pairedSides: [PairedSide] = []
  /// The `CREATE TABLE` statement of SQLite that somebody else wrote; `nil` where Postil writes it. The columns, keys and
  /// references then say what the statement does, as far as the model knows it, and so do the checks.
  public var statement: String?
  /// Words of `statement` that nothing else here says: `ON UPDATE CASCADE`.
  public var untranslatedClause: String?

  /// Makes a table of its parts; most have none of the later ones.
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

/// One side of a many-to-many relationship.
public struct PairedSide: Hashable, Sendable {
  /// The table of the model that has the relationship.
  public var table: String
  /// The relationship's name in snake case.
  public var name: String
  /// The columns of the pairs that reference the model's table.
  public var columns: [String]

  /// Makes a side of the names.
  public init(table: String, name: String, columns: [String]) {
    self.table = table
    self.name = name
    self.columns = columns
  }
}

/// A column; `type` is what it means, and each dialect says how it stores that.
public struct Column: Hashable, Sendable {
  /// The name in the database.
  public var name: String
  /// The name that the column had before, for migrations; it has no part in the DDL.
  public var renamedFrom: String?
  /// What the column means.
  public var type: ColumnType
  /// Whether the column can hold `NULL`.
  public var isNullable: Bool
  /// An SQL expression, `nil` where the column has no default.
  public var defaultExpression: String?
  /// What the database computes the column from, `nil` where it is written.
  public var generation: Generation?
  /// `NOCASE`, `RTRIM`, `BINARY` or the name of a collation of the application's.
  public var collation: String?
  /// The lines of the property's documentation, without markers.
  public var documentation: [String]
  /// The SQL of the value that rows have which are older than the column, for migrations: that of the property's default where
  /// it is a literal. It has no part in the DDL.
  public var initialValue: String?
  /// Where the name has several parts, as in an embedded struct, and several of them had others before: the names with some of these
  /// alone, because the other changes may have been migrated earlier.
  public var otherFormerNames: [String] = []
  /// What the name begins with because the column is a part of an embedded struct, or of a reference of several columns: one part for
  /// each, the outermost first. It has no part in the DDL.
  public var prefixes: [String] = []
  /// The raw values that cases of the column's enum had before, for migrations. They have no part in the DDL.
  public var renamedValues: [RenamedValue] = []
  /// Whether the database gives a number where an insert gives none. SQLite does so for a key of one integer by itself.
  public var isAssigned = false

  /// Makes a column; most have neither default nor collation.
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

/// A raw value of an enum's case, and one that the case had before. Both are SQL literals.
public struct RenamedValue: Hashable, Sendable {
  /// `'finished'`
  public var former: String
  /// `'done'`
  public var current: String

  /// Makes a rename of two SQL literals.
  public init(former: String, current: String) {
    self.former = former
    self.current = current
  }
}

/// What a generated column is computed from.
public struct Generation: Hashable, Sendable {
  /// An SQL expression over other columns of the row.
  public var expression: String
  /// Whether the value is kept in the row; else it is computed whenever it is read.
  public var isStored: Bool

  /// Makes a generation of an expression that sees one row and gives the same value for it at any time.
  public init(expression: String, isStored: Bool = false) {
    self.expression = expression
    self.isStored = isStored
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
  /// A point in time, in UTC, as text.
  case timestamp
  /// A point in time as seconds since the beginning of 1970.
  case unixSeconds
  /// A point in time as milliseconds since the beginning of 1970.
  case unixMilliseconds
  /// A point in time as a Julian day number.
  case julianDay
  /// A point in time as seconds since the beginning of 2001.
  case referenceDate
  /// A day of the calendar, without a time of day and without a time zone.
  case day
  /// A length of time in nanoseconds.
  case duration
  /// A decimal number of any length, exact.
  case decimal
  case uuid
  /// A UUID as its 16 bytes.
  case uuidBytes
  /// Numbers of `elementBytes` bytes each, one behind the other.
  case packed(elementBytes: Int)
  case json
  /// Values of any kind, each in its own storage class.
  case any
}

/// A primary key or a unique constraint.
public struct KeyConstraint: Hashable, Sendable {
  /// The name of the constraint.
  public var name: String
  /// The names of its columns, in order.
  public var columns: [String]

  /// Makes a key of columns.
  public init(name: String, columns: [String]) {
    self.name = name
    self.columns = columns
  }
}

/// A named `CHECK`.
public struct Check: Hashable, Sendable {
  /// The name of the constraint.
  public var name: String
  /// The SQL between the parentheses.
  public var expression: String

  /// Makes a check of an expression that holds no more than one.
  public init(name: String, expression: String) {
    self.name = name
    self.expression = expression
  }
}

/// A reference to another table's key.
public struct ForeignKey: Hashable, Sendable {
  /// The name of the constraint.
  public var name: String
  /// The columns that hold the reference, in the order of the key.
  public var columns: [String]
  /// The table that is referenced.
  public var referencedTable: String
  /// The columns of its key.
  public var referencedColumns: [String]
  /// What becomes of the reference.
  public var onDelete: DeleteRule
  /// Whether the reference is checked when the transaction ends, not when the statement does.
  public var isDeferred: Bool

  /// Makes a reference of as many columns as the key has.
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
  /// A column of an index, or an expression over columns, with its direction.
  public struct Term: Hashable, Sendable {
    /// The column's name; `nil` where the term is an expression.
    public var column: String?
    /// The SQL of an expression; `nil` where the term is a column.
    public var expression: String?
    /// Whether the greatest value stands first.
    public var isDescending: Bool

    /// Makes a term of a column; most are ascending.
    public init(column: String, isDescending: Bool = false) {
      self.column = column
      self.isDescending = isDescending
    }

    /// Makes a term of an expression, which sees one row and gives the same value for it at any time.
    public init(expression: String, isDescending: Bool = false) {
      self.expression = expression
      self.isDescending = isDescending
    }
  }

  /// The name of the index, unique in the database.
  public var name: String
  /// Its columns and expressions, in order.
  public var terms: [Term]
  /// Whether no two rows of the index are alike.
  public var isUnique: Bool
  /// The condition of a partial index.
  public var condition: String?

  /// Makes an index; most are neither unique nor partial.
  public init(name: String, terms: [Term], isUnique: Bool = false, condition: String? = nil) {
    self.name = name
    self.terms = terms
    self.isUnique = isUnique
    self.condition = condition
  }
}

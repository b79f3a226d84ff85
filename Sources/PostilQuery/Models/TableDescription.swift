/// A table or view and the Swift names of what is in it.
public struct _TableDescription: Hashable, Sendable {
  /// The name of the Swift type: `Item`, or `Shop.Item` for a nested one.
  public let model: String
  /// The name in the database.
  public let name: String
  /// Every column, in the order of the table.
  public let columns: [ColumnName]
  /// The names of the primary key's columns; a view has none.
  public let primaryKey: [String]
  /// The names of the columns that a new row needs a value for: those that can't be `NULL` and have no default in the database.
  public let required: [String]
  /// The columns that the database fills whenever a row is written.
  public let filled: [_FilledColumn]
  /// How the columns compare text that don't compare it byte by byte, by their names in the database.
  public let collations: [String: Collation]
  /// The column that marks a deleted row, if there is one.
  let deletedAt: String?

  /// A table of these columns.
  public init(
    model: String, name: String, columns: [ColumnName], primaryKey: [String] = [], required: [String] = [],
    filled: [_FilledColumn] = [], collations: [String: Collation] = [:]
  ) {
    self.model = model
    self.name = name
    self.columns = columns
    self.primaryKey = primaryKey
    self.required = required
    self.filled = filled
    self.collations = collations
    deletedAt = filled.lazy.compactMap { if case .deletedAt = $0.kind { $0.name } else { nil } }.first
  }
}

/// The name of a column, with the property that it stores; two are equal when their names in the database are.
public struct ColumnName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name in the database: `due_at`.
  public let name: String
  /// The name in Swift: `dueAt`.
  public let property: String

  /// A column with its names in the database and in Swift.
  public init(_ name: String, property: String) {
    self.name = name
    self.property = property
  }

  /// A column whose names are the same.
  public init(stringLiteral name: String) { self.init(name, property: name) }

  /// Whether the names in the database are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }
  /// Hashes the name in the database.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  /// The name in Swift.
  public var description: String { property }
}

/// A column that the database fills whenever a row is written: a version, the time of a change, a generated column.
///
/// A column that is filled once, when the row is inserted, is not among these: its default does that.
public struct _FilledColumn: Hashable, Sendable {
  /// What fills the column.
  public enum Kind: Hashable, Sendable {
    /// Computed from other columns; no statement sets it.
    case generated
    /// The number before, plus one: `"version" = t0."version" + 1`.
    case version
    /// The time of the statement.
    case updatedAt(_DatabaseClock)
    /// The time of the deletion; `NULL` in a row that is not deleted.
    case deletedAt(_DatabaseClock)
  }

  /// The name in the database.
  public let name: String
  /// What fills it.
  public let kind: Kind

  /// Whether a row brings a value of it to the database, as it does when it is inserted by `save`.
  var isBound: Bool {
    switch kind {
    case .generated, .updatedAt: false
    case .version, .deletedAt: true
    }
  }

  /// A column of this name.
  public init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// The database's time, in the form in which a column stores dates.
public enum _DatabaseClock: String, Hashable, Sendable, CaseIterable {
  /// `2026-11-21 08:30:00.25`, as ``Foundation/Date`` is stored: no zero ends the fraction.
  case text
  /// Seconds since 1970, as ``UnixSeconds`` are.
  case unixSeconds
  /// Milliseconds since 1970, as ``UnixMilliseconds`` are.
  case unixMilliseconds
  /// Days since noon in Greenwich on November 24, 4714 B.C., as ``JulianDay`` is.
  case julianDay
  /// Seconds since the beginning of 2001, as ``ReferenceDate`` is.
  case referenceDate

  /// The expression in SQLite's SQL. Every use of it in one statement gives one time.
  /// Source: SQLite, "Date And Time Functions", sections 2 and 3.
  var sqlite: StaticString {
    switch self {
    case .text: "rtrim(rtrim(strftime('%Y-%m-%d %H:%M:%f', 'now'), '0'), '.')"
    case .unixSeconds: "CAST(strftime('%s', 'now') AS INTEGER)"
    case .unixMilliseconds: "CAST(round((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)"
    case .julianDay: "julianday('now')"
    case .referenceDate: "round((julianday('now') - 2451910.5) * 86400000.0) / 1000.0"
    }
  }
}

/// The statements that handle single rows of a model, fixed at build time.
///
/// `insert` binds a draft; `fetch` and `delete` the primary key; `update` what ``Model/bindUpdate(to:)`` binds;
/// `save` what ``Model/bindColumns(to:)`` binds.
public struct _RowStatements: Sendable {
  /// Inserts a draft.
  public let insert: FixedStatement
  /// Selects every column of the row with a key.
  public let fetch: FixedStatement
  /// `nil` if the table has nothing that an update could set.
  public let update: FixedStatement?
  /// Inserts a row, or updates the one that has its key.
  public let save: FixedStatement
  /// Deletes the row with a key.
  public let delete: FixedStatement
  /// Whether `update` and `save` return the row: where the database fills columns, or where they may pass over a row.
  public let returnsRow: Bool

  /// The statements of one table.
  public init(
    insert: FixedStatement, fetch: FixedStatement, update: FixedStatement?, save: FixedStatement,
    delete: FixedStatement, returnsRow: Bool = false
  ) {
    self.insert = insert
    self.fetch = fetch
    self.update = update
    self.save = save
    self.delete = delete
    self.returnsRow = returnsRow
  }
}

/// A relationship with a `min:`, and the table of the owners that have too few members.
///
/// The database itself refuses to commit while there is such an owner. This check finds it for the error.
public struct _ArityCheck: Sendable {
  /// The relationship: `Item.steps`.
  public let relationship: String
  /// How many members an owner must have.
  public let minimum: Int
  /// One owner with too few: how many it has, then the columns of its key.
  public let owner: FixedStatement

  /// A check of one relationship.
  public init(_ relationship: String, minimum: Int, owner: FixedStatement) {
    self.relationship = relationship
    self.minimum = minimum
    self.owner = owner
  }
}

/// The schema of a target: generated as `TasksSchema` for the target `Tasks`.
public protocol DatabaseSchema: Sendable {
  /// Every statement that makes the schema, in dependency order.
  static var ddl: String { get }
  /// Changes exactly when ``ddl`` does.
  static var fingerprint: String { get }
  /// Every table of a model.
  static var tables: [_TableDescription] { get }
  /// The relationships that must have members when a transaction ends; most schemas have none.
  static var arityChecks: [_ArityCheck] { get }
}

extension DatabaseSchema {
  /// None.
  public static var arityChecks: [_ArityCheck] { [] }
}

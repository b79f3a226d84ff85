/// A table or view, with the Swift names of its columns.
public struct _TableDescription: Hashable, Sendable {
  /// What the description contains. There is one object for each description, so that a query and its sources copy only one reference.
  final class Storage: Sendable {
    struct Fields: Hashable, Sendable {
      let model: String
      let name: String
      let columns: [ColumnName]
      let lazy: [String]
      let primaryKey: [String]
      let uniqueKeys: [[String]]
      let required: [String]
      let indexed: [String]
      let filled: [_FilledColumn]
      let orders: [_MemberOrder]
      let collations: [String: Collation]
      let secret: [String]
      let deletesOwnRows: Bool
      let deletedAt: String?
    }

    let fields: Fields

    init(_ fields: Fields) { self.fields = fields }
  }

  let storage: Storage

  /// The name of the Swift type: `Item`, or `Shop.Item` for a nested type.
  public var model: String { storage.fields.model }
  /// The name in the database.
  public var name: String { storage.fields.name }
  /// The columns of a row, in the order of the table.
  public var columns: [ColumnName] { storage.fields.columns }
  /// The names of the columns that aren't in a row.
  public var lazy: [String] { storage.fields.lazy }
  /// The names of the primary key's columns; empty for a view.
  public var primaryKey: [String] { storage.fields.primaryKey }
  /// The names of the columns of each unique key that is never `NULL`, besides the primary key.
  public var uniqueKeys: [[String]] { storage.fields.uniqueKeys }
  /// Whether deleting a row can delete other rows of the table, because a foreign key with `ON DELETE CASCADE` leads back
  /// to it.
  public var deletesOwnRows: Bool { storage.fields.deletesOwnRows }
  /// The names of the columns that a new row needs a value for: those that can't be `NULL` and have no default in the database.
  public var required: [String] { storage.fields.required }
  /// The names of the columns, other than those of the primary key, with which an index begins.
  public var indexed: [String] { storage.fields.indexed }
  /// The columns that the database sets whenever a row is written.
  public var filled: [_FilledColumn] { storage.fields.filled }
  /// The orders of relationships whose members are the rows.
  var orders: [_MemberOrder] { storage.fields.orders }
  /// The collations of the columns that don't compare text byte by byte, by name in the database.
  public var collations: [String: Collation] { storage.fields.collations }
  /// The names of the columns whose values aren't printed or logged.
  package var secret: [String] { storage.fields.secret }
  /// The column that marks a deleted row, if there is one.
  var deletedAt: String? { storage.fields.deletedAt }

  /// Creates a table with these columns. `indexed` doesn't repeat the columns of unique keys.
  public init(
    model: String, name: String, columns: [ColumnName], lazy: [String] = [], primaryKey: [String] = [],
    uniqueKeys: [[String]] = [],
    required: [String] = [], indexed: [String] = [], filled: [_FilledColumn] = [],
    orders: [_MemberOrder] = [], collations: [String: Collation] = [:], secret: [String] = [],
    deletesOwnRows: Bool = false
  ) {
    storage = Storage(
      Storage.Fields(
        model: model, name: name, columns: columns, lazy: lazy, primaryKey: primaryKey, uniqueKeys: uniqueKeys,
        required: required, indexed: indexed + uniqueKeys.compactMap(\.first), filled: filled, orders: orders,
        collations: collations, secret: secret, deletesOwnRows: deletesOwnRows,
        deletedAt: filled.lazy.compactMap { if case .deletedAt = $0.kind { $0.name } else { nil } }.first))
  }

  /// The columns that a subquery of rows returns.
  var allColumns: [String] { columns.map(\.name) + lazy }

  /// Whether both describe the same table in the same way.
  public static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.storage.fields == right.storage.fields
  }

  /// Hashes the description.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage.fields) }
}

/// The name of a column and of its property. Two names are equal if the names in the database are.
public struct ColumnName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name in the database: `due_at`.
  public let name: String
  /// The name in Swift: `dueAt`.
  public let property: String

  /// Creates a name from its forms in the database and in Swift.
  public init(_ name: String, property: String) {
    self.name = name
    self.property = property
  }

  /// Creates a name that is the same in the database and in Swift.
  public init(stringLiteral name: String) { self.init(name, property: name) }

  /// Whether the names in the database are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }
  /// Hashes the name in the database.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  /// The name in Swift.
  public var description: String { property }
}

/// A column that the database sets whenever a row is written: a version, the time of a change, a generated column.
///
/// A column that is set only when the row is inserted isn't included; its default does that.
public struct _FilledColumn: Hashable, Sendable {
  /// How the column is set.
  public enum Kind: Hashable, Sendable {
    /// Computed from other columns. No statement sets it.
    case generated
    /// The previous number plus one: `"version" = t0."version" + 1`.
    case version
    /// The time of the statement.
    case updatedAt(_DatabaseClock)
    /// The time of the deletion; `NULL` in a row that isn't deleted.
    case deletedAt(_DatabaseClock)
  }

  /// The name in the database.
  public let name: String
  /// How it is set.
  public let kind: Kind

  /// Whether a row provides a value for it, as when `save` inserts the row.
  var isBound: Bool {
    switch kind {
    case .generated, .updatedAt: false
    case .version, .deletedAt: true
    }
  }

  /// Whether every update sets it.
  var isRefreshed: Bool {
    switch kind {
    case .generated, .deletedAt: false
    case .version, .updatedAt: true
    }
  }

  /// Creates a column with this name.
  public init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// The order of a relationship's members, in the table whose rows they are.
public struct _MemberOrder: Hashable, Sendable {
  /// The column with the position, which no property has.
  let position: String
  /// The columns that reference the owner.
  let owner: [String]

  /// Creates an order from its columns.
  public init(_ position: String, among owner: [String]) {
    self.position = position
    self.owner = owner
  }
}

/// The current time of the database, in the form in which a column stores dates.
public enum _DatabaseClock: String, Hashable, Sendable, CaseIterable {
  /// `2026-11-21 08:30:00.25`, like ``Foundation/Date``, without trailing zeros in the fraction.
  case text
  /// `2026-11-21 08:30:00.250`, like ``ISO8601Milliseconds``.
  case iso8601Milliseconds
  /// Seconds since 1970, like ``UnixSeconds``.
  case unixSeconds
  /// Milliseconds since 1970, like ``UnixMilliseconds``.
  case unixMilliseconds
  /// Days since noon in Greenwich on November 24, 4714 B.C., like ``JulianDay``.
  case julianDay
  /// Seconds since the start of 2001, like ``ReferenceDate``.
  case referenceDate

  /// The SQLite expression. All uses in one statement return the same time. Source: SQLite, "Date And Time Functions",
  /// sections 2 and 3.
  package var sqlite: StaticString {
    switch self {
    case .text: "rtrim(rtrim(strftime('%Y-%m-%d %H:%M:%f', 'now'), '0'), '.')"
    case .iso8601Milliseconds: "strftime('%Y-%m-%d %H:%M:%f', 'now')"
    case .unixSeconds: "CAST(strftime('%s', 'now') AS INTEGER)"
    case .unixMilliseconds: "CAST(round((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)"
    case .julianDay: "julianday('now')"
    case .referenceDate: "round((julianday('now') - 2451910.5) * 86400000.0) / 1000.0"
    }
  }
}

/// The statements for single rows of a model, fixed at build time.
///
/// `insert` binds a draft. `fetch` and `delete` bind the primary key. `update` binds the values of
/// ``Model/bindUpdate(to:)``, `save` those of ``Model/bindColumns(to:)``.
public struct _RowStatements: Sendable {
  /// Inserts a draft.
  public let insert: FixedStatement
  /// Selects all columns of the row with a key.
  public let fetch: FixedStatement
  /// Updates a row; `nil` if no column can be updated.
  public let update: FixedStatement?
  /// Inserts a row, or updates the row with the same key.
  public let save: FixedStatement
  /// Deletes the row with a key.
  public let delete: FixedStatement
  /// Whether `update` and `save` return the row, because the database sets columns or they may not find the row.
  public let returnsRow: Bool

  /// Creates the statements of one table.
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

/// A relationship with a `min:`, and the query that finds owners with too few members.
///
/// The database itself rejects the commit while there is such an owner. This check finds the owner for the error.
public struct _ArityCheck: Sendable {
  /// The relationship: `Item.steps`.
  public let relationship: String
  /// The minimum number of members.
  public let minimum: Int
  /// Returns one owner with too few members: the number of its members, then the columns of its key.
  public let owner: FixedStatement

  /// Creates a check of one relationship.
  public init(_ relationship: String, minimum: Int, owner: FixedStatement) {
    self.relationship = relationship
    self.minimum = minimum
    self.owner = owner
  }
}

/// The schema of a target: generated as `TasksSchema` for the target `Tasks`.
public protocol DatabaseSchema: Sendable {
  /// The statements that create the schema, in dependency order.
  static var ddl: String { get }
  /// Changes exactly when ``ddl`` changes.
  static var fingerprint: String { get }
  /// The tables of all models.
  static var tables: [_TableDescription] { get }
  /// The relationships that require a minimum number of members when a transaction commits; usually empty.
  static var arityChecks: [_ArityCheck] { get }
}

extension DatabaseSchema {
  /// An empty list.
  public static var arityChecks: [_ArityCheck] { [] }
}

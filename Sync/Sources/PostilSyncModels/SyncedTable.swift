@_exported import Postil

/// The schema of a target with models that are marked with `@sync`. Generated code conforms to it.
public protocol SyncedSchema: DatabaseSchema {
  /// The tables that are synced: those of the models with `@sync`, and those of their many-to-many relationships. A table comes after
  /// those that it references, where that is possible.
  static var syncedTables: [SyncedTable] { get }
}

/// A table whose rows are synced.
public struct SyncedTable: Sendable {
  /// The model; `nil` for the table of a many-to-many relationship.
  public let model: (any Model.Type)?
  /// The name in the database.
  public let name: String
  /// The names of the primary key's columns.
  public let key: [String]
  /// All columns of the table in order, except those that the database computes.
  public let columns: [SyncedColumn]
  /// The foreign keys that lead to synced tables.
  public let references: [SyncedReference]

  /// Creates the description of a model's table.
  public init(
    _ model: any Model.Type, name: String, key: [String], columns: [SyncedColumn], references: [SyncedReference] = []
  ) {
    (self.model, self.name, self.key) = (model, name, key)
    (self.columns, self.references) = (columns, references)
  }

  /// Creates the description of a many-to-many relationship's table, whose rows are added and removed, and not changed.
  public init(pairs name: String, key: [String], columns: [SyncedColumn], references: [SyncedReference]) {
    (self.model, self.name, self.key) = (nil, name, key)
    (self.columns, self.references) = (columns, references)
  }
}

/// A column of a synced table.
public struct SyncedColumn: Sendable, ExpressibleByStringLiteral {
  /// The name in the database.
  public let name: String
  /// How changes of several devices become one value.
  public let merge: MergeRule
  /// How SQLite stores the values, if a server on PostgreSQL reads them in another form.
  public let form: SyncedForm?

  /// Creates a column of which the last change wins.
  public init(stringLiteral name: String) { self.init(name) }

  /// Creates a column.
  public init(_ name: String, _ merge: MergeRule = .last, form: SyncedForm? = nil) {
    (self.name, self.merge, self.form) = (name, merge, form)
  }
}

/// How SQLite stores values that are read from PostgreSQL in another form.
public enum SyncedForm: Sendable {
  /// A UUID as 16 bytes.
  case bytes
  /// A time with three digits after the seconds.
  case milliseconds
  /// A decimal number as text.
  case decimal
}

/// How changes of several devices become one value: `@merge(sum)`.
public enum MergeRule: Sendable {
  /// The last change wins, by the clocks of the devices.
  case last
  /// What each device added is added.
  case sum
  /// The greatest value wins.
  case max
  /// The least value wins.
  case min
  /// Of a JSON object, the last change of each member wins. Of other values, the last change.
  case members
  /// A `Merge` of the server decides.
  case custom
  /// Only the server changes the value. What a device writes is undone there.
  case server
}

/// A foreign key of a synced table that leads to a synced table.
public struct SyncedReference: Sendable {
  /// The columns with the key of the other row.
  public let columns: [String]
  /// The table of the other row.
  public let table: String

  /// Creates a reference.
  public init(_ columns: [String], to table: String) { (self.columns, self.table) = (columns, table) }
}

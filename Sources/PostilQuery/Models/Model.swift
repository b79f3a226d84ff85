/// A struct whose instances are rows of a table.
///
/// Generated code conforms the struct; people write the struct and its annotations. What a model can do beyond that
/// (find, insert, update, save, delete, where …) is in extensions of this protocol.
public protocol Model: Sendable {
  /// The type of the primary key: generated, declared in the model, or the type of its key property.
  associatedtype ID: KeyValue
  /// The model's columns and relationships, as they are named in queries.
  associatedtype Columns: ModelColumns where Columns.Owner == Self
  /// The unique keys that an upsert can name; a struct with one property a key.
  associatedtype UniqueKeys: Sendable
  /// A row that is not in the database yet.
  associatedtype Draft: ModelDraft where Draft.Owner == Self

  /// The table, with the Swift names of its columns.
  static var table: TableDescription { get }
  /// The statements for rows, fixed at build time.
  static var rowStatements: RowStatements { get }
  static var uniqueKeys: UniqueKeys { get }

  /// The primary key of this row.
  var id: ID { get }

  /// Reads a row: every column of the table, in the order of ``table``.
  init(row: inout some RowReader) throws
  /// Binds every column, in the order of ``table``.
  func bindColumns(to binder: inout some ValueBinder)
  /// Binds the columns that an update sets, then the primary key.
  func bindUpdate(to binder: inout some ValueBinder)
}

/// A row that is not in the database yet: every column but those that the database assigns.
public protocol ModelDraft: Sendable {
  associatedtype Owner: Model where Owner.Draft == Self
  /// Binds the draft's columns, in the order of the insert statement.
  func bindColumns(to binder: inout some ValueBinder)
  /// Inserts the draft and returns the row that it became.
  /// - Throws: ``ConstraintViolation`` when a constraint refuses it, ``DatabaseError`` for anything else.
  func insert(in db: some WriteTransaction) throws -> Owner
}

/// The columns of a model in a query, read from one source.
public protocol ModelColumns: Sendable {
  associatedtype Owner: Model
  init(_ source: Source)
  var source: Source { get }
}

/// The statements that handle single rows of a model, fixed at build time.
///
/// `insert` binds a draft; `fetch` and `delete` the primary key; `update` what ``Model/bindUpdate(to:)`` binds;
/// `save` every column.
public struct RowStatements: Sendable {
  public let insert: FixedStatement
  public let fetch: FixedStatement
  /// `nil` where the table has nothing that an update could set.
  public let update: FixedStatement?
  public let save: FixedStatement
  public let delete: FixedStatement

  public init(
    insert: FixedStatement, fetch: FixedStatement, update: FixedStatement?, save: FixedStatement, delete: FixedStatement
  ) {
    self.insert = insert
    self.fetch = fetch
    self.update = update
    self.save = save
    self.delete = delete
  }
}

/// A unique key that an upsert can name as its conflict target, with the statement that inserts a draft or updates the row
/// that has the same key; it returns every column of the row.
public struct UniqueKey<Owner: Model>: Sendable {
  public let upsert: FixedStatement

  public init(upsert: FixedStatement) { self.upsert = upsert }
}

/// A table and the Swift names of what is in it.
public struct TableDescription: Hashable, Sendable {
  /// The name of the Swift type: `Item`, or `Shop.Item` for a nested one.
  public let model: String
  /// The name in the database.
  public let name: String
  /// Every column, in the order of the table.
  public let columns: [ColumnName]
  /// The names of the primary key's columns.
  public let primaryKey: [String]

  public init(model: String, name: String, columns: [ColumnName], primaryKey: [String]) {
    self.model = model
    self.name = name
    self.columns = columns
    self.primaryKey = primaryKey
  }
}

/// The name of a column, with the property that it stores; two are equal when their names in the database are.
public struct ColumnName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name in the database: `due_at`.
  public let name: String
  /// The name in Swift: `dueAt`.
  public let property: String

  public init(_ name: String, property: String) {
    self.name = name
    self.property = property
  }

  public init(stringLiteral name: String) { self.init(name, property: name) }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  public var description: String { property }
}

/// The schema of a target: generated as `TasksSchema` for the target `Tasks`.
public protocol DatabaseSchema: Sendable {
  /// Every statement that makes the schema, in dependency order.
  static var ddl: String { get }
  /// Changes exactly when ``ddl`` does.
  static var fingerprint: String { get }
  /// Every table of a model.
  static var tables: [TableDescription] { get }
}

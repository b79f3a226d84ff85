/// A struct whose instances can be read from the database: the rows of a table, or of a view.
///
/// Generated code conforms the struct; people write the struct and its annotations. What can be asked (where, order, limit,
/// select, fetch, count …) is in extensions of this protocol and in ``Query``; what writes is for a ``Model`` alone, so that
/// writing to a view doesn't compile.
public protocol Queryable: _QueryRow {
  /// The columns and relationships, as they are named in queries.
  associatedtype Columns: ModelColumns where Columns.OwningModel == Self

  /// The table or view, with the Swift names of its columns.
  static var table: _TableDescription { get }

  /// Whether there is a table or a view of it, as there is of all but a ``Projection``.
  static var isStored: Bool { get }

  /// Reads a row: every column, in the order of ``table``.
  init(row: inout some RowReader) throws
}

extension Queryable {
  /// Whether there is a table or a view of it: there is.
  @inlinable
  public static var isStored: Bool { true }
}

/// A struct whose instances are rows of a table.
///
/// Generated code conforms the struct; people write the struct and its annotations. What a model can do beyond that
/// (find, insert, update, save, delete …) is in extensions of this protocol; what is asked about its rows is in those of
/// ``Queryable``.
public protocol Model: Queryable {
  /// The type of the primary key: generated, declared in the model, or the type of its key property.
  associatedtype ID: KeyValue
  /// The unique keys that an upsert can name; a struct with one property a key.
  associatedtype UniqueKeys: Sendable = _NoUniqueKeys
  /// A row that is not in the database yet.
  associatedtype Draft: ModelDraft where Draft.OwningModel == Self

  /// The statements for rows, fixed at build time.
  static var rowStatements: _RowStatements { get }
  /// The unique keys, of which an upsert names one.
  static var uniqueKeys: UniqueKeys { get }

  /// The primary key of this row.
  var id: ID { get }

  /// Binds every column that the program writes, in the order of ``table``: all but those that are generated or
  /// filled by each statement.
  func bindColumns(to binder: inout some ValueBinder)
  /// Binds the columns that an update sets, then the primary key and the version; or every column, as ``bindColumns(to:)``
  /// does, where the update sets all but the key.
  func bindUpdate(to binder: inout some ValueBinder)
}

extension Model {
  /// Binds what ``bindColumns(to:)`` binds: an update that sets every column but the key has its parameters in that order.
  @inlinable
  public func bindUpdate(to binder: inout some ValueBinder) { bindColumns(to: &binder) }
}

/// The columns of a model or a view in a query, read from one source.
///
/// Those at the end of a required to-one are what a query can load with its rows: `Item.with { $0.project }`.
public protocol ModelColumns: Inclusion where LoadedValue == OwningModel {
  /// The model or view whose columns they are.
  associatedtype OwningModel: Queryable
  /// The columns of the row at `source`.
  init(_ source: _Source)
  /// The row that the columns are read from.
  var rowSource: _Source { get }
}

/// A model with `@singleton`: its table holds one row at most, whose key is 1.
public protocol Singleton: Model where ID == RowID<Self> {
  /// The key of the one row, for a statement that inserts it or writes over it.
  static var currentKey: UniqueKey<Self> { get }
}

extension Singleton {
  /// The one row.
  /// - Throws: ``RecordNotFound`` if it was not inserted yet.
  @inlinable
  public static func current(in db: some ReadTransaction) throws -> Self { try find(ID(1), in: db) }

  /// The one row, `nil` if it was not inserted yet.
  @inlinable
  public static func fetchCurrent(in db: some ReadTransaction) throws -> Self? { try fetch(ID(1), in: db) }
}

extension ModelDraft where OwningModel: Singleton {
  /// Inserts the draft as the one row, or writes it over the one that is there, and returns the row. What refers to the row
  /// keeps referring to it.
  /// - Throws: ``ConstraintViolation`` if a constraint refuses it.
  @inlinable @discardableResult
  public func replaceCurrent(in db: some WriteTransaction) throws -> OwningModel {
    try upsert(on: { _ in OwningModel.currentKey }, in: db)
  }
}

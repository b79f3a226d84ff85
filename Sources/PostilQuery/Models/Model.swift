/// A struct whose instances can be read from the database: the rows of a table or a view.
///
/// You write the struct and its annotations; generated code adds the conformance. The functions for reading (where,
/// order, limit, select, fetch, count and so on) are in extensions of this protocol and in ``Query``. The functions for
/// writing are only in ``Model``, so that writing to a view doesn't compile.
public protocol Queryable: _QueryRow where RowColumns == Columns {
  /// The columns and relationships for use in queries.
  associatedtype Columns: QueryColumns where Columns.OwningModel == Self

  /// The table or view, with the Swift names of its columns.
  static var table: _TableDescription { get }

  /// Whether it is stored in a table or view. Only a ``Projection`` isn't.
  static var isStored: Bool { get }

  /// Reads a row: every column, in the order of `table`.
  init(row: inout some RowReader) throws

  // Swift doesn't specialize what is called for a pack of inclusions, and there each operation of an array takes hundreds of
  // instructions. It does specialize these for each model.
  /// Reads a row of a to-many relationship and, after its columns, its key.
  static func _read(from row: inout some RowReader, to groups: _GroupedRows<Self>) throws
  /// Reads a row of a to-one relationship and, after its columns, the index of its key.
  static func _read(from row: inout some RowReader, to places: _PlacedRows<Self>) throws
}

extension Queryable {
  /// Whether it is stored in a table or view: always `true`.
  @inlinable
  public static var isStored: Bool { true }
}

/// A struct whose instances are rows of a table.
///
/// You write the struct and its annotations; generated code adds the conformance. The functions for single rows (find,
/// insert, update, save, delete and so on) are in extensions of this protocol; the functions for queries are in
/// extensions of ``Queryable``.
public protocol Model: Queryable {
  /// The model itself. Because Swift doesn't know this, its errors say `Author`, and not `Author.Columns.OwningModel`.
  associatedtype _Row: Model = Self
  /// The type of the primary key: generated, declared in the model, or the type of its key property.
  associatedtype ID: KeyValue
  /// The unique keys that an upsert can use; a struct with one property for each key.
  associatedtype UniqueKeys: Sendable = _NoUniqueKeys
  /// A row that isn't in the database yet.
  associatedtype Draft: ModelDraft where Draft.OwningModel == Self

  /// The statements for rows, fixed at build time.
  static var rowStatements: _RowStatements { get }
  /// The unique keys that an upsert can use.
  static var uniqueKeys: UniqueKeys { get }

  /// The primary key of this row.
  var id: ID { get }

  /// Binds all columns that the program writes, in the order of `table`: all except those that are generated or that
  /// every statement fills.
  func bindColumns(to binder: inout some ValueBinder)
  /// Binds the columns that an update sets, then the primary key and the version. If an update sets all columns except
  /// the key, binds the same columns as ``bindColumns(to:)``.
  func bindUpdate(to binder: inout some ValueBinder)
}

extension Model {
  /// Binds the same columns as ``bindColumns(to:)``, which is the parameter order of an update that sets all columns
  /// except the key.
  @inlinable
  public func bindUpdate(to binder: inout some ValueBinder) { bindColumns(to: &binder) }
}

/// The columns of a model or view in a query, or those of a ``Projection``.
public protocol QueryColumns: Sendable {
  /// The struct that has the columns.
  associatedtype OwningModel: Queryable
  /// Creates the columns of the row at `source`.
  init(_ source: _Source)
  /// The row that the columns are read from.
  var _rowSource: _Source { get }
}

// The columns of a projection aren't elements of a selection. Otherwise, `select { ItemLine.Columns(…) }` would be ambiguous.
/// The columns of a model or view in a query, read from one source.
///
/// The columns at the end of a required to-one relationship are also an inclusion: `Item.with { $0.project }`.
public protocol ViewColumns: QueryColumns, Inclusion, SelectedElement
where LoadedValue == OwningModel, _Projected == _SelectedRow<OwningModel> {}

/// The columns of a model in a query. They can be compared with a row, because it has a key.
public protocol ModelColumns: ViewColumns, SQLEquatable where OwningModel: Model, _Comparand == OwningModel._Row {}

/// A model with `@singleton`: its table contains at most one row, whose key is 1.
public protocol Singleton: Model where ID == RowID<Self> {
  /// The key of the row, used by a statement that inserts or replaces it.
  static var currentKey: UniqueKey<Self> { get }
}

extension Singleton {
  /// Returns the row.
  /// - Throws: ``RecordNotFound`` if it wasn't inserted yet.
  @inlinable
  public static func current(in db: some ReadTransaction) throws -> Self { try find(ID(1), in: db) }

  /// Returns the row; `nil` if it wasn't inserted yet.
  @inlinable
  public static func fetchCurrent(in db: some ReadTransaction) throws -> Self? { try fetch(ID(1), in: db) }
}

extension ModelDraft where OwningModel: Singleton {
  /// Inserts the draft as the only row, or overwrites the existing row, and returns the row. References to the row remain valid.
  /// - Throws: ``ConstraintViolation`` if it violates a constraint.
  @inlinable @discardableResult
  public func replaceCurrent(in db: some WriteTransaction) throws -> OwningModel {
    try upsert(on: { _ in OwningModel.currentKey }, in: db)
  }
}

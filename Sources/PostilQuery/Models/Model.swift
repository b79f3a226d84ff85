/// A struct whose instances are rows of a table.
///
/// Generated code conforms the struct; people write the struct and its annotations. What a model can do beyond that
/// (find, insert, update, save, delete …) is in extensions of this protocol; what is asked about its rows is in those of
/// ``Queryable``.
public protocol Model: Queryable {
  /// The type of the primary key: generated, declared in the model, or the type of its key property.
  associatedtype ID: KeyValue
  /// The unique keys that an upsert can name; a struct with one property a key.
  associatedtype UniqueKeys: Sendable = NoUniqueKeys
  /// A row that is not in the database yet.
  associatedtype Draft: ModelDraft where Draft.OwningModel == Self

  /// The statements for rows, fixed at build time.
  static var rowStatements: RowStatements { get }
  /// The unique keys, of which an upsert names one.
  static var uniqueKeys: UniqueKeys { get }

  /// The primary key of this row.
  var id: ID { get }

  /// Binds every column that a row brings to the database, in the order of ``table``: all but those that are generated or
  /// filled anew by each statement.
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

/// A struct whose instances are rows of a table.
///
/// Generated code conforms the struct; people write the struct and its annotations. What a model can do beyond that
/// (find, insert, update, save, delete, where …) is in extensions of this protocol.
public protocol Model: Sendable {
  /// The type of the primary key: generated, declared in the model, or the type of its key property.
  associatedtype ID: KeyValue
  /// The model's columns and relationships, as they are named in queries.
  associatedtype Columns: ModelColumns where Columns.OwningModel == Self
  /// The unique keys that an upsert can name; a struct with one property a key.
  associatedtype UniqueKeys: Sendable
  /// A row that is not in the database yet.
  associatedtype Draft: ModelDraft where Draft.OwningModel == Self

  /// The table, with the Swift names of its columns.
  static var table: TableDescription { get }
  /// The statements for rows, fixed at build time.
  static var rowStatements: RowStatements { get }
  /// The unique keys, of which an upsert names one.
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

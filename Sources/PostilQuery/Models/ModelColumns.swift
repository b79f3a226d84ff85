/// The columns of a model or a view in a query, read from one source.
public protocol ModelColumns: Sendable {
  /// The model or view whose columns they are.
  associatedtype OwningModel: Queryable
  /// The columns of the row at `source`.
  init(_ source: Source)
  /// The row that the columns are read from.
  var rowSource: Source { get }
}

/// The columns of a model in a query, read from one source.
public protocol ModelColumns: Sendable {
  /// The model whose columns they are.
  associatedtype OwningModel: Model
  /// The columns of the row at `source`.
  init(_ source: Source)
  /// The row that the columns are read from.
  var rowSource: Source { get }
}

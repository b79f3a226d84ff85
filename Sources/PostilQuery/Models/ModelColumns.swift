/// The columns of a model or a view in a query, read from one source.
///
/// Those at the end of a required to-one are what a query can load with its rows: `Item.with { $0.list }`.
public protocol ModelColumns: Inclusion where LoadedValue == OwningModel {
  /// The model or view whose columns they are.
  associatedtype OwningModel: Queryable
  /// The columns of the row at `source`.
  init(_ source: Source)
  /// The row that the columns are read from.
  var rowSource: Source { get }
}

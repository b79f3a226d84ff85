/// The columns of a row that may be missing: the end of an optional to-one path, such as `$0.parent` of a root node.
///
/// The row is joined with a `LEFT JOIN`. Every column is optional here, even if it is required in the model, and so is
/// every further to-one relationship. The to-many relationships of a missing row are empty.
@dynamicMemberLookup
public struct OptionalColumns<Target: Queryable>: Sendable {
  /// The columns as the model declares them.
  let columns: Target.Columns

  /// The columns of the row at `source`.
  public init(_ source: _Source) { columns = Target.Columns(source) }

  /// The row that the columns are read from.
  public var _rowSource: _Source { columns._rowSource }

  /// A column, such as `t1."name"` of type `String?`, or an expression from an extension of the model's columns: `CASE
  /// WHEN t1."id" IS NOT NULL THEN t1."weight" > ?1 END`.
  public subscript<E: SQLExpression>(
    dynamicMember member: KeyPath<Target.Columns, E>
  ) -> SQLOperation<E.Value.Unwrapped?> {
    let node = columns[keyPath: member].node
    // A column of a missing row is NULL anyway, and this way it keeps its collation.
    if case .column = node.kind { return SQLOperation(node) }
    return SQLOperation(collating: .ifPresent(node, key: keyColumn))
  }

  /// A required to-one relationship of the row. It is optional here because the row is.
  public subscript<Next: ModelColumns>(
    dynamicMember member: KeyPath<Target.Columns, Next>
  ) -> OptionalColumns<Next.OwningModel> {
    OptionalColumns<Next.OwningModel>(columns[keyPath: member]._rowSource)
  }

  /// An optional to-one relationship of the row.
  public subscript<Next: Model>(
    dynamicMember member: KeyPath<Target.Columns, OptionalColumns<Next>>
  ) -> OptionalColumns<Next> {
    columns[keyPath: member]
  }

  /// A column group of the row.
  public subscript<Group: _GroupColumns>(dynamicMember member: KeyPath<Target.Columns, Group>) -> OptionalGroup<Group> {
    OptionalGroup(columns[keyPath: member])
  }

  /// An optional column group of the row.
  public subscript<Group: _GroupColumns>(
    dynamicMember member: KeyPath<Target.Columns, OptionalGroup<Group>>
  ) -> OptionalGroup<Group> {
    columns[keyPath: member]
  }

  /// The key of the row, if it has several columns.
  public subscript(dynamicMember member: KeyPath<Target.Columns, _KeyColumns<Target>>) -> _KeyColumns<Target>
  where Target: Model {
    _KeyColumns(columns[keyPath: member].rowValueColumns.source, isOptional: true)
  }

  /// A to-many relationship of the row.
  public subscript<Member: Model>(
    dynamicMember member: KeyPath<Target.Columns, ToMany<Member>>
  ) -> ToMany<Member> {
    columns[keyPath: member]
  }
}

extension OptionalColumns where Target: Model {
  /// Whether the row is missing: `t1."id" IS NULL`.
  public var isNil: SQLPredicate { SQLPredicate(.isNull(keyColumn.optional)) }

  /// Whether the row exists: `t1."id" IS NOT NULL`.
  public var isNotNil: SQLPredicate { SQLPredicate(.isNotNull(keyColumn.optional)) }
}

extension OptionalColumns {
  /// A column of the row that is never `NULL`.
  private var keyColumn: _ExpressionNode {
    let table = Target.table
    return .column(
      _rowSource.node.path?.far.first ?? table.primaryKey.first ?? table.columns.first?.name ?? "", of: _rowSource)
  }
}

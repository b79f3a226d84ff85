/// A table that a condition joins to those before it.
struct ExplicitJoin: Sendable {
  enum Kind: Sendable { case inner, left }

  let kind: Kind
  /// The joined rows.
  var rows: QueryCore
  /// `nil` joins every row to every row.
  var condition: ExpressionNode?
}

extension QueryCore {
  @usableFromInline
  func joined(to rows: QueryCore, isLeft: Bool, on condition: ExpressionNode?, of sources: [Source]) -> QueryCore {
    // Rows of which some were left out, or that were grouped, are a table of their own.
    var query = isPaged || isDistinct || groupings != nil ? asTable() : self
    query.joins.append(ExplicitJoin(kind: isLeft ? .left : .inner, rows: rows, condition: condition))
    return query.reading(sources)
  }

  /// The same rows, read from a statement as from a table; the orders of before stay with it.
  func asTable() -> QueryCore { QueryCore(table, origin: .derived(SelectStatement(rowsOf: self))) }

  /// Whether the rows can be joined as those of a table, under conditions.
  var isJoinedAsTable: Bool {
    guard joins.isEmpty, groupings == nil, !isDistinct, !isPaged else { return false }
    switch origin {
    case .table, .derived, .common: return true
    case .relatedToKey, .related, .reached: return false
    }
  }
}

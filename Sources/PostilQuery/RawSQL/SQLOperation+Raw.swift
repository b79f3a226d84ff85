extension SQLOperation {
  /// An expression in SQL of one's own, where a query takes one: `SQLOperation<Int>(raw: "unicode(\($0.title))")`.
  ///
  /// It stands in parentheses: `(unicode(t0."title"))`. A condition is `SQLPredicate(raw: "\($0.title) REGEXP \(pattern)")`.
  /// The type is yours to keep right, an optional where the expression can be `NULL`; a value of another type makes the query
  /// throw a ``ColumnDecodingError`` when it is read.
  public init(raw: RawSQL) {
    let traits = raw.expressions.reduce(into: ExpressionNode.Traits()) { $0.formUnion($1.traits) }
    self.init(
      collating: ExpressionNode(.raw(raw, isCondition: Value.self == Bool.self), depth: raw.depth + 1, traits: traits))
  }
}

// Functions that operators use to build trees. They are inlined up to this point, so that no generic code runs.
extension _ExpressionNode {
  @usableFromInline
  static func column(_ name: String, of source: _Source) -> Self { Self(.column(name, of: source)) }

  package static func column(_ name: String, of source: _Source, isOptional: Bool) -> Self {
    Self(.column(name, of: source), traits: isOptional ? .optional : [])
  }

  static func position(_ name: String, of source: _Source) -> Self { Self(.position(name, of: source)) }

  @usableFromInline
  package static func value(_ binding: BoundValue) -> Self {
    let node = Self(.value(binding))
    return node.isNullValue ? node.optional : node
  }

  static func literal(_ text: StaticString) -> Self { Self(.literal(text)) }

  @usableFromInline
  static func failure(_ error: QueryError) -> Self { Self(failing: error) }

  @usableFromInline
  static func comparison(_ operation: Comparison, _ left: Self, _ right: Self, _ nullability: Nullability) -> Self {
    switch operation {
    case .equal where left.isNullValue || right.isNullValue: isNull(left.isNullValue ? right : left)
    case .notEqual where left.isNullValue || right.isNullValue: isNotNull(left.isNullValue ? right : left)
    default: Self(.comparison(operation, left, right, nullability), over: left, right)
    }
  }

  /// Whether a row of expressions is less or greater than a row of values.
  static func rowComparison(_ comparison: Comparison, _ row: [Self], _ values: [BoundValue]) -> Self {
    Self(.rowComparison(comparison, row, values), over: row)
  }

  /// The equality of two expressions that are never `NULL`.
  package static func equal(_ left: Self, _ right: Self) -> Self { comparison(.equal, left, right, .none) }

  @usableFromInline
  package static func and(_ left: Self, _ right: Self) -> Self { Self(left, .and, right) }

  @usableFromInline
  package static func or(_ left: Self, _ right: Self) -> Self { Self(left, .or, right) }

  @usableFromInline
  package static func not(_ operand: Self) -> Self { Self(.not(operand), over: operand) }

  static func isNotTrue(_ operand: Self) -> Self { not(Self(.isTrue(operand), over: operand)) }

  @usableFromInline
  static func isNull(_ operand: Self) -> Self { Self(.isNull(operand), over: operand) }

  @usableFromInline
  static func isNotNull(_ operand: Self) -> Self { not(isNull(operand)) }

  /// The expression as a value of its Swift type. A predicate that is neither true nor false becomes false.
  @usableFromInline
  var asValue: Self { kind.isPredicate ? Self(.isTrue(self), over: self) : self }

  @usableFromInline
  static func between(_ operand: Self, _ low: Self, _ high: Self) -> Self {
    Self(.between(operand, low, high), over: [operand, low, high])
  }

  @usableFromInline
  static func membership(_ operand: Self, _ values: [BoundValue], takesNull: Bool) -> Self {
    Self(.membership(operand, ValueList(values), takesNull: takesNull), over: operand)
  }

  static func rowMembership(_ row: [Self], _ list: RowList, nullable: [Self]) -> Self {
    Self(.rowMembership(row, list, nullable: nullable), over: row)
  }

  @usableFromInline
  static func pattern(_ pattern: Pattern, _ operand: Self, _ text: BoundValue, escape: BoundValue? = nil) -> Self {
    Self(.pattern(pattern, operand, text, escape: escape), over: operand)
  }

  @usableFromInline
  static func arithmetic(_ operation: Arithmetic, _ left: Self, _ right: Self) -> Self {
    Self(.arithmetic(operation, left, right), over: left, right)
  }

  @usableFromInline
  static func negative(_ operand: Self) -> Self { Self(.negative(operand), over: operand) }

  @usableFromInline
  static func cast(_ operand: Self, to storage: StorageClass) -> Self { Self(.cast(operand, storage), over: operand) }

  /// The text with an explicit collation, whatever the column's.
  @usableFromInline
  static func collated(_ operand: Self, _ collation: Collation) -> Self {
    Self(.collated(operand, collation), depth: operand.depth + 1, traits: operand.traits.union(.collated))
  }

  @usableFromInline
  static func function(_ function: Function, _ arguments: Self...) -> Self { self.function(function, arguments) }

  /// A function of decimal numbers, whose result is compared as one.
  @usableFromInline
  static func decimal(_ function: Function, _ arguments: Self...) -> Self {
    let operands = arguments.map { if case .collated(let operand, .decimal) = $0.kind { operand } else { $0 } }
    return .collated(.function(function, operands), .decimal)
  }

  static func function(_ function: Function, _ arguments: [Self]) -> Self {
    let node = Self(.function(function, arguments), over: arguments)
    // `coalesce` is `NULL` only if all of its arguments are.
    guard function == .coalesce, !arguments.allSatisfy(\.isOptional) else { return node }
    return Self(node.kind, depth: node.depth, traits: node.traits.subtracting(.optional))
  }

  /// The operand if the row with this key exists; otherwise `NULL`.
  static func ifPresent(_ operand: Self, key: Self) -> Self { Self(.ifPresent(operand, key: key), over: operand, key) }

  package static func exists(_ query: QueryCore, as form: SubqueryForm = .exists) -> Self {
    Self(.exists(query, as: form), depth: query.depth + 1)
  }

  package static func count(_ query: QueryCore) -> Self { Self(.count(query), depth: query.depth + 1) }

  @usableFromInline
  static func scalar(_ statement: SelectStatement) -> Self {
    Self(.scalar(statement), depth: statement.depth + 1, traits: statement.isVolatile ? .volatile : [])
  }

  @usableFromInline
  static func selected(_ operand: Self, in statement: SelectStatement, takesNull: Bool) -> Self {
    Self(.selected(operand, in: statement, takesNull: takesNull), depth: max(operand.depth, statement.depth) + 1)
  }

  @usableFromInline
  static func result(_ index: Int) -> Self { Self(.result(index)) }
}

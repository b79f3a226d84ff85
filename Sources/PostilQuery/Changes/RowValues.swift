/// The values of one element for each changed row, in an update of many rows: `line` in `Book.updateEach(lines, id: \.bookID, in: db) {
/// book, line in [book.copies.set(line.copies)] }`.
///
/// A member is an expression with the element's value for the row, `CASE WHEN t0."id" = ?1 THEN ?2 WHEN … END`.
@dynamicMemberLookup
public struct RowValues<Element> {
  let elements: ArraySlice<Element>
  /// For each element, whether the row is its own.
  let conditions: [_ExpressionNode]

  /// The values of a property.
  public subscript<Value: ColumnValue>(dynamicMember member: KeyPath<Element, Value>) -> SQLOperation<Value> {
    values { element in element[keyPath: member]._boundValue }
  }

  /// The values of a property in the form in which a column stores them: `line(\.day, as: UnixSeconds.self)`.
  public func callAsFunction<Form: ColumnValue>(_ member: KeyPath<Element, Form.Plain>, as form: Form.Type)
    -> SQLOperation<Form>
  {
    values { element in Form._boundValue(of: element[keyPath: member]) }
  }

  private func values<Value: ColumnValue>(_ value: (Element) -> BoundValue) -> SQLOperation<Value> {
    let branches = zip(elements, conditions).map { element, condition in
      CaseBranch(condition, .value(value(element)))
    }
    return SQLOperation(collating: .branches(branches, otherwise: nil))
  }
}

extension Model {
  /// Sets columns of the rows with the keys of these elements to the values of each element, and returns the number of rows. Elements
  /// without a row don't count. If two elements have the same key, the first one counts. If one row fails, nothing is changed.
  ///
  /// ```swift
  /// try Book.updateEach(stock, id: \.bookID, in: db) { book, line in [book.copies.set(book.copies + line.added)] }
  /// ```
  ///
  /// One statement changes up to 200 rows.
  /// - Throws: ``QueryError`` if an assignment can't be written as SQL, ``ConstraintViolation`` if a row violates a constraint,
  ///   ``DatabaseError`` for any other error.
  @discardableResult
  public static func updateEach<Element>(
    _ elements: some Sequence<Element>, id: (Element) -> ID, in db: some WriteTransaction,
    fileID: StaticString = #fileID, line: UInt = #line,
    @AssignmentBuilder<Self> _ assignments: (_ row: Columns, _ values: RowValues<Element>) -> [Assignment<Self>]
  ) throws -> Int {
    // An element of a key that has been used before would change the row again in another statement.
    var keys: Set<ID> = []
    let elements = elements.filter { keys.insert(id($0)).inserted }
    return try db.savepoint {
      try stride(from: 0, to: elements.count, by: 200).reduce(0) { count, start in
        let part = elements[start..<min(start + 200, elements.count)]
        let source = _Source(table)
        let query = QueryCore.rows(of: self, part.map(id))
        let values = RowValues(elements: part, conditions: part.map { source.isRow(of: [id($0)], in: table) })
        let change = Change<Self>(core: .update(query, assignments(Columns(source), values), of: source))
        return try count + change.run(in: db, fileID: fileID, line: line)
      }
    }
  }
}

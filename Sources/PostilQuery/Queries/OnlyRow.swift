/// Takes the only row of a query.
@usableFromInline
struct OnlyRow<Row> {
  @usableFromInline var found: Row?

  @usableFromInline
  init() {}

  @usableFromInline
  mutating func take(_ row: Row) throws {
    guard found == nil else { throw RowCountMismatch.several }
    found = row
  }

  @usableFromInline
  func row() throws -> Row {
    guard let found else { throw RowCountMismatch.none }
    return found
  }
}

/// A statement that was written and checked at build time, with the values of its parameters: what every named query runs.
///
/// The text is fixed, so a query with other values runs the same prepared statement.
@usableFromInline
struct NamedStatement: Sendable {
  @usableFromInline let statement: FixedStatement
  /// The values of `?1`, `?2` …
  @usableFromInline let bindings: [Binding]

  @usableFromInline
  init(_ statement: FixedStatement, _ bindings: [Binding]) {
    self.statement = statement
    self.bindings = bindings
  }

  var rendered: RenderedStatement { RenderedStatement(sql: statement.description, bindings: bindings) }

  @inlinable
  func bind(to binder: inout some ValueBinder) {
    binder.bind(all: bindings)
  }

  @inlinable
  func forEachRow<DB: ReadTransaction>(
    in db: DB, _ fileID: StaticString, _ line: UInt, _ body: (inout DB.Row) throws -> Void
  ) throws {
    db.willRun(for: CallSite(fileID: fileID, line: line))
    try db.forEachRow(statement, bind: { bind(to: &$0) }, body)
  }

  @inlinable
  func fetchFirst<DB: ReadTransaction, Result>(
    in db: DB, _ fileID: StaticString, _ line: UInt, _ read: (inout DB.Row) throws -> Result
  ) throws -> Result? {
    db.willRun(for: CallSite(fileID: fileID, line: line))
    return try db.fetchFirst(statement, bind: { bind(to: &$0) }, read: read)
  }
}

extension Binding {
  /// The values as one JSON array, for `IN (SELECT "value" FROM json_each(?1))`.
  ///
  /// A text with a NUL in it is refused when a statement binds it: SQLite would cut it there.
  public static func list<Value: ColumnValue>(_ values: some Sequence<Value>) -> Binding {
    list(values.map(\.binding))
  }

  /// The values as one JSON array, in the form in which a column holds them: `.list(days, as: UnixSeconds.self)`.
  public static func list<Value: ColumnValue>(_ values: some Sequence<Value.Plain>, as type: Value.Type) -> Binding {
    list(values.map { Value(plain: $0).binding })
  }

  private static func list(_ bindings: [Binding]) -> Binding {
    for binding in bindings {
      switch binding {
      case .unstorable: return binding
      case .text(let text) where text.utf8.contains(0):
        return .unstorable(
          ColumnEncodingError(type: "String", reason: "it has a NUL in it, where SQLite cuts a text of a list"))
      default: continue
      }
    }
    return .text(JSONText.array(of: bindings))
  }
}

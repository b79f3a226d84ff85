/// The texts of statements that were rendered before, by the shapes of their queries. A query that is built again with other values
/// takes its text from here.
struct RenderedTexts {
  /// A text, and how its parameters follow from the values of a query.
  final class Text: Sendable {
    private let shape: [UInt8]
    private let sql: String
    /// For each parameter, the number of its value; `nil` if the parameters are the values, in order.
    private let order: [Int]?
    /// The objects whose addresses are in the shape. While they are kept, no other object has the same address.
    private let objects: [any AnyObject & Sendable]

    /// The text of a statement; `nil` if a parameter isn't one of the query's values.
    init?(of statement: _RenderedStatement, _ shape: borrowing QueryShape) {
      var order: [Int] = []
      for parameter in statement.bindings {
        guard let number = shape.number(of: parameter) else { return nil }
        order.append(number)
      }
      self.shape = Array(shape.content)
      sql = statement.sql
      self.order = order.elementsEqual(0..<shape.values.count) ? nil : order
      objects = shape.objects
    }

    /// The statement of a query; `nil` if it has another shape.
    func statement(of query: borrowing QueryShape) -> _RenderedStatement? {
      guard shape.withUnsafeBytes({ $0.hasBytes(of: query.content) }) else { return nil }
      let values = query.values
      return _RenderedStatement(sql: sql, bindings: order.map { $0.map { values[$0] } } ?? values)
    }
  }

  /// The largest number of texts. Then all of them are forgotten.
  static let maximumCount = 1024
  static let shared = Mutex(RenderedTexts())

  private var texts: [UInt64: Text] = [:]

  func find(_ fingerprint: UInt64) -> Text? { texts[fingerprint] }

  /// Adds a text. It replaces that of another shape with the same fingerprint.
  mutating func add(_ text: Text, for fingerprint: UInt64) {
    if texts.count >= Self.maximumCount { texts = [:] }
    texts[fingerprint] = text
  }
}

extension _RenderedStatement {
  /// The statement that `write` writes. The text is taken from an earlier query, if one had the same shape.
  static func of(
    for dialect: Dialect, shape: (inout QueryShape) -> Void, _ write: (inout SQLRenderer) -> Void
  ) throws(QueryError) -> _RenderedStatement {
    func written() -> Result<_RenderedStatement, QueryError> {
      var renderer = SQLRenderer(dialect: dialect)
      write(&renderer)
      do { return .success(try renderer.statement()) } catch { return .failure(error) }
    }
    if dialect.scopes != nil { return try written().get() }
    let result = withUnsafeTemporaryAllocation(byteCount: QueryShape.capacity, alignment: 8) { room in
      guard let bytes = room.baseAddress else { return written() }
      var query = QueryShape(of: dialect, in: bytes)
      shape(&query)
      guard query.isComplete else { return written() }
      let fingerprint = query.content.fingerprint
      if let text = RenderedTexts.shared.withLock({ $0.find(fingerprint) }), let known = text.statement(of: query) {
        assert(known == (try? written().get()), "queries of the same shape have different texts")
        return .success(known)
      }
      let result = written()
      if case .success(let statement) = result {
        query = QueryShape(of: dialect, in: bytes, keepingObjects: true)
        shape(&query)
        if let text = RenderedTexts.Text(of: statement, query) {
          RenderedTexts.shared.withLock { $0.add(text, for: fingerprint) }
        }
      }
      return result
    }
    return try result.get()
  }
}

/// Everything that determines the SQL of a query except its values, as bytes. Queries with equal bytes have the same text, and their
/// parameters are the same of their values, so that the text is written only once: see ``RenderedTexts``.
///
/// Writing the shape takes about a tenth of the time that it takes to render the query. Tables and relationships are in it as the
/// addresses of their objects. What isn't written here has no shape, and is rendered each time: raw SQL, full-text search, windows,
/// JSON, common table expressions, scalar subqueries, long lists and very large queries. In debug builds, each text that is used again is
/// compared with the query's own.
struct QueryShape {
  /// The largest size of a shape in bytes.
  static let capacity = 1008
  /// The largest number of different values.
  private static let maximumValues = 32
  /// The largest depth and length of an expression.
  private static let maximumSize: UInt16 = 48

  private let bytes: UnsafeMutableRawPointer
  private var count = 0
  /// Whether the query has a shape.
  private(set) var isComplete = true
  /// The different values, in the order in which they were written. Two equal values are one, because a parameter whose value is
  /// equal to both could be either.
  private(set) var values: [BoundValue] = []
  /// The objects whose addresses are in the shape, if they are needed.
  private(set) var objects: [any AnyObject & Sendable] = []
  private let keepsObjects: Bool
  /// The sources of the statements around the present place, with the number of the statement and of the table.
  private var roots: [(node: ObjectIdentifier, place: UInt16)] = []
  private var level: UInt8 = 0

  /// - Parameter bytes: room for ``capacity`` bytes.
  init(of dialect: Dialect, in bytes: UnsafeMutableRawPointer, keepingObjects keepsObjects: Bool = false) {
    self.bytes = bytes
    self.keepsObjects = keepsObjects
    add(dialect.name)
  }

  // MARK: - Parts

  private mutating func add<Bits: BitwiseCopyable>(bits: Bits) {
    guard count + MemoryLayout<Bits>.size <= Self.capacity else { return isComplete = false }
    bytes.storeBytes(of: bits, toByteOffset: count, as: Bits.self)
    count += MemoryLayout<Bits>.size
  }

  mutating func add(_ byte: UInt8) { add(bits: byte) }

  private mutating func add(_ condition: Bool) { add(bits: condition ? 1 as UInt8 : 0) }

  private mutating func add(count: Int) { add(bits: UInt16(truncatingIfNeeded: min(count, Self.capacity))) }

  private mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { text in
      guard count + 2 + text.count <= Self.capacity else { return isComplete = false }
      add(count: text.count)
      if let start = text.baseAddress { (bytes + count).copyMemory(from: start, byteCount: text.count) }
      count += text.count
    }
  }

  private mutating func add(_ object: any AnyObject & Sendable) {
    add(bits: UInt(bitPattern: ObjectIdentifier(object)))
    if keepsObjects { objects.append(object) }
  }

  private mutating func add(_ value: BoundValue) {
    let isNull = if case .null = value { true } else { false }
    add(isNull)
    if let number = number(of: value) { return add(UInt8(number)) }
    guard values.count < Self.maximumValues else { return isComplete = false }
    add(UInt8(values.count))
    if values.isEmpty { values.reserveCapacity(8) }
    values.append(value)
  }

  private mutating func add(_ values: [BoundValue]) {
    add(count: values.count)
    for value in values { add(value) }
  }

  private mutating func add(_ collation: Collation) {
    switch collation {
    case .binary: add(0)
    case .noCase: add(1)
    case .rtrim: add(2)
    case .decimal: add(3)
    case .custom(let name):
      add(4)
      add(name)
    }
  }

  private mutating func add(_ source: _Source) {
    var node = source.node
    while let parent = node.parent, let path = node.path {
      add(1)
      add(path)
      node = parent
    }
    let root = ObjectIdentifier(node)
    guard let place = roots.last(where: { $0.node == root })?.place else { return isComplete = false }
    add(0)
    add(bits: place)
    add(node.table.storage)
  }

  // MARK: - Statements

  /// Adds a query, and what belongs to its statement.
  mutating func add(_ query: QueryCore, _ rest: (inout QueryShape) -> Void = { _ in }) {
    guard isComplete else { return }
    add(query.table.storage)
    add(query.origin)
    let outer = roots.count
    level += 1
    if outer == 0 { roots.reserveCapacity(8) }
    for root in query.roots {
      roots.append((ObjectIdentifier(root.source.node), UInt16(level) << 8 | UInt16(truncatingIfNeeded: root.element)))
    }
    add(count: query.joins.count)
    for join in query.joins {
      add(join.kind == .left)
      add(join.rows)
      add(join.condition != nil)
      if let condition = join.condition { add(condition) }
    }
    add(query.predicates)
    add(query.groupings != nil)
    if let groupings = query.groupings { add(groupings) }
    add(query.groupPredicates)
    add(query.orderings)
    add(query.ordersByPosition)
    add(query.isDistinct)
    add(query.deletedRows.rawValue)
    addPage(limit: query.limit, offset: query.offset)
    rest(&self)
    level -= 1
    roots.removeSubrange(outer...)
  }

  private mutating func add(_ origin: QueryCore.Origin) {
    switch origin {
    case .table: add(0)
    case .relatedToKey(let path, let key):
      add(1)
      add(path)
      add(key)
    case .related(let path, let owner):
      add(owner == nil ? 2 : 3)
      add(path)
      if let owner { add(owner) }
    case .derived(let statement):
      add(4)
      add(statement)
    case .constants: add(5)
    case .reached, .common, .elements: isComplete = false
    }
  }

  private mutating func addPage(limit: Int?, offset: Int) {
    add(limit != nil)
    if let limit { add(.integer(Int64(limit))) }
    add(offset > 0)
    if offset > 0 { add(.integer(Int64(offset))) }
  }

  /// Adds a statement with its results.
  mutating func add(_ statement: SelectStatement) {
    add(statement.core) { $0.add(statement.results) }
    add(count: statement.compounds.count)
    for compound in statement.compounds {
      add(compound.operation.rawValue)
      add(compound.statement)
    }
    add(statement.orderings)
    addPage(limit: statement.limit, offset: statement.offset)
    add(count: statement.tables.others.count)
    for other in statement.tables.others {
      add(other.table.storage)
      add(other.isLeft)
    }
    // No column has an empty name.
    add(statement.tables.position ?? "")
  }

  /// Adds an update or a delete that returns nothing.
  mutating func add(_ change: ChangeCore, _ results: ChangeCore.Results) {
    // Other shapes begin with an address, which isn't one of these texts.
    switch (change.kind, results) {
    case (.update(let settings, let source), .nothing):
      add("UPDATE")
      add(change.query) { shape in
        // The row whose columns are set is the query's.
        shape.roots.append((ObjectIdentifier(source.node), UInt16(shape.level) << 8))
        for setting in settings {
          shape.add(setting.column)
          shape.add(setting.value)
        }
      }
    case (.delete, .nothing):
      add("DELETE")
      add(change.query)
    default: isComplete = false
    }
  }

  private mutating func add(_ orderings: [Ordering]) {
    add(count: orderings.count)
    for ordering in orderings {
      add(ordering.node)
      add(ordering.isDescending)
      add(ordering.nulls == nil ? 0 : ordering.nulls == .first ? 1 : 2)
    }
  }

  // MARK: - Expressions

  private mutating func add(_ nodes: [_ExpressionNode]) {
    add(count: nodes.count)
    for node in nodes { add(node) }
  }

  private mutating func add(_ node: _ExpressionNode) {
    guard isComplete, node.depth <= Self.maximumSize, node.length <= Self.maximumSize else { return isComplete = false }
    add(node.traits.rawValue)
    switch node.kind {
    case .column(let name, let source): return add(0, name, source)
    case .position(let name, let source): return add(1, name, source)
    case .value(let value):
      add(2)
      return add(value)
    case .literal(let text):
      guard text.hasPointerRepresentation else { return isComplete = false }
      add(3)
      return add(bits: UInt(bitPattern: text.utf8Start))
    // These occur in nearly every query, and don't take the way over an array.
    case .comparison(let comparison, let left, let right, let nullability):
      add(4)
      add(comparison.rawValue)
      add(nullability.rawValue)
      add(left)
      return add(right)
    case .logical(let conjunction, let left, let right):
      add(5)
      add(conjunction.rawValue)
      add(left)
      return add(right)
    case .not(let operand):
      add(6)
      return add(operand)
    case .isNull: add(7)
    case .isTrue: add(8)
    case .between: add(10)
    case .negative: add(11)
    case .ifPresent: add(12)
    case .rowComparison(let comparison, _, let values):
      add(13)
      add(comparison.rawValue)
      add(values)
    case .membership(_, let list, let takesNull):
      guard list.members.isEmpty else { return isComplete = false }
      add(14)
      add(takesNull)
      add(list.parameters)
    case .pattern(let pattern, _, let text, let escape):
      add(15)
      add(pattern.rawValue)
      add(escape.map { [text, $0] } ?? [text])
    case .arithmetic(let operation, _, _):
      add(16)
      add(operation.rawValue)
    case .cast(_, let storage):
      add(17)
      add(storage.rawValue)
    case .collated(_, let collation):
      add(18)
      add(collation)
    case .function(let function, _):
      add(19)
      add(function.rawValue)
    case .aggregate(let call):
      add(20)
      add(call.function.rawValue)
      add(call.isDistinct)
      add(call.filter != nil)
    case .branches(_, let otherwise):
      add(21)
      add(otherwise != nil)
    case .exists(let query, let form):
      add(22)
      add(form == .automatic ? 0 : form == .exists ? 1 : 2)
      add(query)
    case .count(let query):
      add(23)
      add(query)
    case .selected(_, let statement, let takesNull):
      add(24)
      add(takesNull)
      add(statement)
    case .result(let index):
      add(25)
      add(count: index)
    case .rowMembership, .window, .match, .fullText, .jsonValue, .jsonEntry, .jsonCount, .jsonContains, .jsonAny,
      .scalar, .raw, .failure:
      return isComplete = false
    }
    add(node.children)
  }

  private mutating func add(_ kind: UInt8, _ column: String, _ source: _Source) {
    add(kind)
    add(column)
    add(source)
  }

  // MARK: - Comparing

  /// The number of a value; `nil` if the query has no such value.
  func number(of value: BoundValue) -> Int? { values.firstIndex { $0.isIdentical(to: value) } }

  /// The bytes.
  var content: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: count) }
}

extension UnsafeRawBufferPointer {
  /// A number that equal bytes share. It is computed a word at a time: Swift's own hash takes five times as long.
  package var fingerprint: UInt64 {
    var hash = UInt64(count)
    var place = 0
    while place + 8 <= count {
      hash = (hash ^ loadUnaligned(fromByteOffset: place, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
      place += 8
    }
    while place < count {
      hash = (hash ^ UInt64(self[place])) &* 0x9E37_79B9_7F4A_7C15
      place += 1
    }
    return hash ^ hash >> 32
  }

  /// Whether both have the same bytes.
  package func hasBytes(of other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    var place = 0
    while place + 8 <= count {
      let one = loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if one != other.loadUnaligned(fromByteOffset: place, as: UInt64.self) { return false }
      place += 8
    }
    return self[place...].elementsEqual(other[place...])
  }
}

extension BoundValue {
  /// Whether the values are the same in every bit. Zero and negative zero are equal, but not identical.
  fileprivate func isIdentical(to other: BoundValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.real, _), (_, .real): false
    default: self == other
    }
  }
}

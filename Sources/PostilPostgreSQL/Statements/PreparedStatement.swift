#if PostgreSQL
  import PostilQuery
  import PostilTranslation

  /// A statement that was translated, and prepared on the server unless the options say otherwise.
  @usableFromInline
  final class PreparedStatement {
    /// What is known of a statement before it runs.
    struct Translation {
      /// PostgreSQL's SQL.
      var sql: String
      var types: [ParameterType]
      /// Whether it only reads, so that a cursor can read its rows.
      var isQuery = false
      /// The number of the parameter that limits the rows, starting at 0.
      var limitParameter: Int?
      /// Whether a parameter has the type of the value that was bound, so that other values can need another statement.
      var dependsOnValues = false
      /// The result columns that are values in JSON, of different types.
      var jsonValues: [Int] = []
      /// The pairs of parameters, counted from 1, that must have equal values.
      var equalParameters: [[Int]] = []
      /// The integer columns that are set to computed values, which can be too large.
      var computedColumns: [PostgreSQLStatement.ComputedColumn] = []
      /// Whether all operations on numbers belong to those values.
      var computesOnlyColumns = false
      /// The table and the columns of an `INSERT` of one row whose values are the parameters, in order.
      var insertion: Insertion?
    }

    /// A row whose columns are the parameters of its `INSERT`.
    struct Insertion: Hashable {
      var table: String
      var columns: [String]
    }

    let translation: Translation
    /// The name on the server; `nil` if it isn't prepared there.
    let name: CText?
    let sql: CText
    let types: UnsafeMutablePointer<ParameterType>
    let oids: UnsafeMutablePointer<UInt32>
    var parameterCount: Int { translation.types.count }
    /// The kinds of values for which the statement was translated.
    var kinds: [[ParameterBuffer.Kind]]
    /// The same statement for values of other kinds.
    var variants: [PreparedStatement] = []
    /// The statement for values of ``Translation/equalParameters`` that aren't equal.
    var unequal: PreparedStatement?
    /// The SQL that was translated; `nil` for a statement that isn't found by its text.
    var source: String?
    var lastUse: UInt64 = 0
    /// The tables that the statement changes, once they are known: see ``ServerSchema/tables(changedBy:)``.
    var changedTables: Set<String>?

    init(name: String?, _ translation: Translation, kinds: [ParameterBuffer.Kind]) {
      self.translation = translation
      self.name = name.map { CText($0) }
      sql = CText(translation.sql)
      self.kinds = [kinds]
      let count = translation.types.count
      types = .allocate(capacity: count)
      oids = .allocate(capacity: count)
      for (index, type) in translation.types.enumerated() {
        (types + index).initialize(to: type)
        (oids + index).initialize(to: type.oid)
      }
    }

    deinit {
      types.deinitialize(count: parameterCount)
      types.deallocate()
      oids.deallocate()
    }

    /// Whether the statement was translated for values of these kinds.
    func accepts(_ count: Int, _ kind: (Int) -> ParameterBuffer.Kind) -> Bool {
      kinds.contains { kinds in kinds.count == count && kinds.indices.allSatisfy { kinds[$0] == kind($0) } }
    }

    /// What binds values to the parameters.
    var target: ParameterBuffer.Target { ParameterBuffer.Target(types: types, count: parameterCount) }
  }

  /// A text in the form that C functions take. Swift would allocate it again for each call.
  final class CText {
    let pointer: UnsafePointer<CChar>

    init(_ text: String) {
      let bytes = Array(text.utf8CString)
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
      copy.initialize(from: bytes, count: bytes.count)
      pointer = UnsafePointer(copy)
    }

    deinit { pointer.deallocate() }
  }

  /// The statements that were rendered at run time, by their text. If there are too many, the least recently used one is forgotten.
  struct RenderedStatements {
    /// Statements of the same text for different kinds of values, and of texts with the same fingerprint.
    private var statements: [UInt64: [PreparedStatement]] = [:]
    private var count = 0
    private var clock: UInt64 = 0
    let capacity: Int

    init(capacity: Int) { self.capacity = max(capacity, 1) }

    /// The statement with this text for the values.
    /// - Parameter kind: the kind of the value with this index.
    mutating func find(
      _ sql: borrowing String, count: Int, kind: (Int) -> ParameterBuffer.Kind
    ) -> PreparedStatement? {
      guard let candidates = statements[Self.fingerprint(sql)] else { return nil }
      for candidate in candidates where candidate.has(sql) {
        guard candidate.accepts(count, kind) else { continue }
        clock += 1
        candidate.lastUse = clock
        return candidate
      }
      return nil
    }

    /// A statement of this text that was translated to the same SQL, for values of other kinds.
    func find(_ sql: String, _ translation: PreparedStatement.Translation) -> PreparedStatement? {
      statements[Self.fingerprint(sql)]?.first {
        $0.has(sql) && $0.translation.sql == translation.sql && $0.translation.types == translation.types
      }
    }

    /// Adds a statement.
    /// - Returns: the one that is forgotten for it, if there are too many.
    mutating func add(_ statement: PreparedStatement, for sql: String) -> PreparedStatement? {
      clock += 1
      (statement.source, statement.lastUse) = (sql, clock)
      let evicted = count >= capacity ? removeOldest() : nil
      statements[Self.fingerprint(sql), default: []].append(statement)
      count += 1
      return evicted
    }

    /// Removes the least recently used statement.
    private mutating func removeOldest() -> PreparedStatement? {
      guard let oldest = statements.values.joined().min(by: { $0.lastUse < $1.lastUse }), let source = oldest.source
      else { return nil }
      statements[Self.fingerprint(source)]?.removeAll { $0 === oldest }
      count -= 1
      return oldest
    }

    mutating func removeAll() { (statements, count) = ([:], 0) }

    private static func fingerprint(_ sql: borrowing String) -> UInt64 {
      let fingerprint = sql.utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer($0).fingerprint }
      return fingerprint ?? Array(sql.utf8).withUnsafeBytes { $0.fingerprint }
    }
  }

  extension PreparedStatement {
    /// Whether this is the text that was translated. Texts are compared by their bytes.
    fileprivate func has(_ sql: borrowing String) -> Bool {
      guard let source else { return false }
      let isEqual = source.utf8.withContiguousStorageIfAvailable { one in
        sql.utf8.withContiguousStorageIfAvailable { other in
          UnsafeRawBufferPointer(one).hasBytes(of: UnsafeRawBufferPointer(other))
        } ?? false
      }
      return isEqual ?? source.utf8.elementsEqual(sql.utf8)
    }
  }

  extension ParameterBuffer.Kind {
    init(_ value: BoundValue) {
      self =
        switch value {
        case .null, .unstorable: .null
        case .integer: .integer
        case .real: .real
        case .text: .text
        case .blob: .bytes
        }
    }

    var type: PostgreSQLType {
      switch self {
      case .null: .null
      case .integer: .integer(bits: 64)
      case .real: .real(bits: 64)
      case .text: .text
      case .bytes: .bytes
      }
    }
  }
#endif

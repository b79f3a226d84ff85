/// The types of the parameters of a statement, which are found where the parameters are used.
package final class PostgreSQLParameters {
  /// The type of a parameter, or that of the elements of its array.
  package enum ParameterType: Hashable, Sendable {
    case value(PostgreSQLType)
    case array(PostgreSQLType)
    /// A text that PostgreSQL writes differently.
    case converted(PostgreSQLConversion)

    /// The name of the type in a cast: `bigint`, `bigint[]`.
    package var name: String {
      switch self {
      case .value(let type): type.name
      case .array(let type): "\(type.name)[]"
      case .converted: "text"
      }
    }
  }

  /// The types of the values that are bound, from the first parameter. They are the types of parameters whose use leaves the type open.
  private let bound: [PostgreSQLType]
  private var found: [Int: ParameterType] = [:]
  private var arrays: Set<Int> = []
  /// The pairs of parameters that must have equal values.
  private(set) var equal: Set<[Int]> = []
  /// Whether the kind of a bound value decided on the type of a parameter, so that another value can need another statement.
  private(set) var dependsOnValues = false
  /// The integer columns that are set to computed values.
  private(set) var computedColumns: [PostgreSQLStatement.ComputedColumn] = []
  /// The number of operations on numbers, and of those whose result a column is set to.
  private(set) var operationCount = 0
  private(set) var assignedOperationCount = 0
  /// The names of the sources whose column `key` or `id` the statement reads; an empty name if it can be that of any.
  private let keyReaders: Set<String>

  /// The number of translations before, whose equal parameters had different values.
  private let attempt: Int

  /// After so many attempts, expressions that differ in their parameters aren't taken for the same.
  package static let maximumAttempts = 3

  package init(bound: [PostgreSQLType], keyReaders: Set<String>, attempt: Int = 0) {
    self.bound = bound
    self.keyReaders = keyReaders
    self.attempt = attempt
  }

  /// The same parameters, whose types are found independently from now on.
  var copy: PostgreSQLParameters {
    let copy = PostgreSQLParameters(bound: bound, keyReaders: keyReaders, attempt: attempt)
    (copy.found, copy.arrays, copy.equal, copy.dependsOnValues) = (found, arrays, equal, dependsOnValues)
    return copy
  }

  /// Whether the statement reads the keys or indexes of the elements in a source with its name: `"each"."key"`.
  func namesKeys(of source: String) -> Bool { keyReaders.contains(source.foldedName) }

  /// Whether the statement can read them, with the name of the source or without.
  func readsKeys(of source: String) -> Bool { keyReaders.contains("") || namesKeys(of: source) }

  /// The types, from the first parameter.
  package var types: [ParameterType] {
    let count = max(bound.count, found.keys.max() ?? 0, arrays.max() ?? 0)
    return (0..<count).map { index in
      found[index + 1] ?? (arrays.contains(index + 1) ? .array(.text) : .value(boundType(index + 1)))
    }
  }

  private func boundType(_ number: Int) -> PostgreSQLType {
    bound.indices.contains(number - 1) && bound[number - 1] != .null ? bound[number - 1] : .text
  }

  /// Whether a `NULL` is bound.
  func isNull(_ number: Int) -> Bool { !bound.indices.contains(number - 1) || bound[number - 1] == .null }

  /// The parameter as a value of the expected type. Its first use decides on its type; it is cast for others.
  func value(_ number: Int, as expected: PostgreSQLType?) -> PostgreSQLFragment {
    // A 'NULL' whose type nothing decides has the type of whatever it is used with.
    if found[number] == nil, isNull(number), expected?.isOpen ?? true {
      dependsOnValues = true
      return PostgreSQLFragment("NULL", .atom, .null, isNullable: true)
    }
    if case .array(let element)? = expected, found[number] ?? .array(element) == .array(element) {
      found[number] = .array(element)
      return PostgreSQLFragment("$\(number)", .atom, .array(of: element), isNullable: isNull(number))
    }
    // The server reads a vector from JSON of numbers.
    if expected == .vector {
      let text = value(number, as: found[number] == .value(.json) ? .json : .text)
      return (text.type == .json ? text.cast(to: .text) : text).cast(to: .vector)
    }
    var type = boundType(number)
    if case .array? = expected {
      type = .json
    } else if let expected, !expected.isOpen {
      type = expected
    } else if isNull(number), case .value(let known)? = found[number] {
      // A 'NULL' has no type of its own, so it keeps that of its first use.
      type = known
    } else if found[number] == nil {
      dependsOnValues = true
    }
    // A number with a fraction isn't rounded to an integer that it is compared with.
    if type.isInteger, boundType(number).isReal { (type, dependsOnValues) = (boundType(number), true) }
    // PostgreSQL compares integers of all sizes with each other, and checks their ranges where they are stored.
    if type.isInteger { type = .integer(bits: 64) }
    if case .real = type { type = .real(bits: 64) }
    let isNullable = isNull(number)
    let first = found[number] ?? .value(type)
    found[number] = first
    if case .array(let element) = first, type == .json {
      return PostgreSQLFragment("$\(number)", .atom, .array(of: element), isNullable: isNullable).json(element)
    }
    guard first != .value(type) else {
      return PostgreSQLFragment("$\(number)", .atom, type, isNullable: isNullable)
    }
    return PostgreSQLFragment("$\(number)::\(type.name)", .cast, type, isNullable: isNullable)
  }

  /// A number is computed whose type can be too small for it.
  func noteOperation() { operationCount += 1 }

  /// An integer column is set to a computed value.
  /// - Parameter count: the number of operations before it.
  func noteComputed(_ column: PostgreSQLStatement.ComputedColumn, after count: Int) {
    computedColumns.append(column)
    assignedOperationCount += operationCount - count
  }

  /// Makes the parameter a text that is converted when it is bound; `false` if it is used as something else, too.
  func convert(_ number: Int, by conversion: PostgreSQLConversion) -> Bool {
    if let type = found[number] { return type == .converted(conversion) }
    found[number] = .converted(conversion)
    return true
  }

  /// Whether a number with a fraction is bound.
  func isReal(_ number: Int) -> Bool { boundType(number).isReal }

  /// The expression that a repeated one with other parameters is taken for; another one in each attempt.
  func chosen<Candidate>(_ candidates: [Candidate]) -> Candidate? {
    guard attempt < Self.maximumAttempts, !candidates.isEmpty else { return nil }
    return candidates[min(attempt, candidates.count - 1)]
  }

  /// The parameters replace each other, because the statement repeats an expression with other numbers: their values must be equal.
  func equate(_ first: [Int], _ second: [Int]) {
    for (left, right) in zip(first, second) where left != right { equal.insert([left, right]) }
  }

  /// The parameter as an array, whose elements get a type where they are used.
  func array(_ number: Int) { arrays.insert(number) }

  /// The elements of a parameter's array are of this type.
  func elements(of number: Int, are type: PostgreSQLType) {
    if found[number] == nil { found[number] = .array(type.isInteger ? .integer(bits: 64) : type) }
  }

  /// The type of an array's elements, if it is known.
  func elementType(of number: Int) -> PostgreSQLType? {
    if case .array(let type)? = found[number] { type } else { nil }
  }
}

/// How the text of a parameter is converted.
package enum PostgreSQLConversion: Hashable, Sendable {
  /// A pattern of `GLOB` to a regular expression.
  case pattern
  /// A format of `strftime` to one of `to_char`.
  case dateFormat
  /// The name of a time zone.
  case timeZone
  /// An expression of FTS5 to one of `to_tsquery`, for an index of these columns.
  case search(columns: [String])

  /// The converted text; `nil` if there is no equivalent.
  package func callAsFunction(_ text: String) -> String? {
    switch self {
    case .pattern: PostgreSQLPattern.expression(for: text)
    case .dateFormat: PostgreSQLClock.pattern(for: text)
    case .timeZone: PostgreSQLClock.zone(text)
    case .search(let columns): PostgreSQLSearchText.query(text, columns: columns)
    }
  }
}

/// The types of the parameters of a statement, which are found where the parameters are used.
package final class PostgreSQLParameters {
  /// The type of a parameter, or that of the elements of its array.
  package enum ParameterType: Hashable, Sendable {
    case value(PostgreSQLType)
    case array(PostgreSQLType)

    /// The name of the type in a cast: `bigint`, `bigint[]`.
    package var name: String {
      switch self {
      case .value(let type): type.name
      case .array(let type): "\(type.name)[]"
      }
    }
  }

  /// The types of the values that are bound, from the first parameter. They are the types of parameters whose use leaves the type open.
  private let bound: [PostgreSQLType]
  private var found: [Int: ParameterType] = [:]
  private var arrays: Set<Int> = []
  /// Whether the statement reads the positions of elements, the `key` and `id` of `json_each`.
  let readsKeys: Bool

  package init(bound: [PostgreSQLType], readsKeys: Bool) {
    self.bound = bound
    self.readsKeys = readsKeys
  }

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
    var type = boundType(number)
    if let expected, expected != .null { type = expected }
    // PostgreSQL compares integers of all sizes with each other, and checks their ranges where they are stored.
    if type.isInteger { type = .integer(bits: 64) }
    if case .real = type { type = .real(bits: 64) }
    let isNullable = isNull(number)
    let first = found[number] ?? .value(type)
    found[number] = first
    guard first != .value(type) else {
      return PostgreSQLFragment("$\(number)", .atom, type, isNullable: isNullable)
    }
    return PostgreSQLFragment("$\(number)::\(type.name)", .cast, type, isNullable: isNullable)
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

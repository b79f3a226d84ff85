import Foundation
import Postil

#if canImport(PostilTestSupport)
  import PostilTestSupport
#endif

/// A value type of the models, and how values of it are made up.
protocol Sample: ColumnValue, Sendable where Unwrapped == Self, Plain == Self {
  static func sample(using random: inout SeededGenerator) -> Self
}

/// An expression twice: as Postil's, and as what is computed in Swift; with its text, and with smaller ones that may show the same
/// difference.
struct Term<Value: ColumnValue> {
  /// The expression as people read it.
  let text: String
  /// How texts are compared, of a column: with or without regard to case; `nil` of anything else.
  var ignoresCase: Bool?
  let sql: (Scopes) -> SQLOperation<Value>
  let value: (Moment) throws -> Cell
  /// The value as the condition of a query of several tables, where two values that are missing aren't equal.
  var joined: (Moment) throws -> Cell
  var smaller: [Term<Value>] = []

  init(
    _ text: String, ignoresCase: Bool? = nil, smaller: [Term<Value>] = [],
    sql: @escaping (Scopes) -> SQLOperation<Value>,
    value: @escaping (Moment) throws -> Cell, joined: ((Moment) throws -> Cell)? = nil
  ) {
    self.text = text
    self.ignoresCase = ignoresCase
    self.smaller = smaller
    self.sql = sql
    self.value = value
    self.joined = joined ?? value
  }
}

/// A term of any type.
protocol AnyTerm<Value> {
  associatedtype Value: ColumnValue
  var text: String { get }
  var ignoresCase: Bool? { get }
  func sql(in scopes: Scopes) -> SQLOperation<Value>
  /// What a query returns for it.
  func result(_ moment: Moment) throws -> Cell
  /// What a query orders and groups by.
  func value(at moment: Moment) throws -> Cell
}

extension Term: AnyTerm {
  func sql(in scopes: Scopes) -> SQLOperation<Value> { sql(scopes) }

  /// A condition that SQL leaves undecided is false.
  func value(at moment: Moment) throws -> Cell {
    let cell = try value(moment)
    return cell.isNull && Value.self == Bool.self && moment.rules.takesUndecidedAsFalse ? Cell(false) : cell
  }

  /// A predicate that is neither true nor false is returned as false; what does not fit its Swift type would be an error.
  func result(_ moment: Moment) throws -> Cell {
    let cell = try value(moment)
    let isOptional = Value.self != Value.Unwrapped.self
    switch cell {
    case .null:
      if Value.self == Bool.self { return .integer(0) }
      guard isOptional else { throw Unspecified() }
    case .real(let value):
      guard Value.Unwrapped.self == Double.self || Value.Unwrapped.self == JulianDay.self else { throw Unspecified() }
      return .real(value)
    case .integer(let value):
      if Value.Unwrapped.self == Double.self { return .real(Double(value)) }
    case .text: break
    }
    return cell
  }
}

extension Term {
  /// The same as a value of another type that has the same form in the database.
  func erased() -> any AnyTerm { self }
}

extension Int: Sample {
  static func sample(using random: inout SeededGenerator) -> Int {
    let values = Int.random(in: 0..<8, using: &random) == 0 ? RandomRows.large : RandomRows.integers
    return values.randomElement(using: &random) ?? 0
  }
}

extension Double: Sample {
  static func sample(using random: inout SeededGenerator) -> Double {
    RandomRows.reals.randomElement(using: &random) ?? 0
  }
}

extension String: Sample {
  static func sample(using random: inout SeededGenerator) -> String {
    RandomRows.texts.randomElement(using: &random) ?? ""
  }
}

extension Bool: Sample {
  static func sample(using random: inout SeededGenerator) -> Bool { Bool.random(using: &random) }
}

extension Date: Sample {
  static func sample(using random: inout SeededGenerator) -> Date {
    Date(timeIntervalSince1970: RandomRows.dates.randomElement(using: &random)?.seconds ?? 0)
  }
}

extension Genre: Sample {
  static func sample(using random: inout SeededGenerator) -> Genre {
    Genre.allCases.randomElement(using: &random) ?? .novel
  }
}

extension Mood: Sample {
  static func sample(using random: inout SeededGenerator) -> Mood {
    Mood.allCases.randomElement(using: &random) ?? .dark
  }
}

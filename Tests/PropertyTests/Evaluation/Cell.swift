import Postil

/// A value as SQLite holds it, with SQLite's own rules of what is equal and what comes first.
///
/// Source: SQLite, "Datatypes In SQLite", sections 4 and 7.
enum Cell {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)

  init(_ binding: BoundValue) {
    switch binding {
    case .null: self = .null
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .text(let value): self = .text(value)
    case .blob, .unstorable: self = .text("no value of these models: \(binding)")
    }
  }

  /// A number as SQLite keeps it: what is not a number is `NULL`.
  init(number: Double) { self = number.isNaN ? .null : .real(number) }

  init(_ truth: Bool?) { self = truth.map { .integer($0 ? 1 : 0) } ?? .null }

  var isNull: Bool {
    if case .null = self { return true }
    return false
  }

  /// True, false, or neither.
  var truth: Bool? {
    switch self {
    case .null: nil
    case .integer(let value): value != 0
    case .real(let value): value != 0
    case .text: false
    }
  }

  /// Less than 0, 0 or more: `NULL` before numbers, these before texts.
  func compared(with other: Cell, ignoringCase: Bool = false) -> Int {
    switch (self, other) {
    case (.null, .null): 0
    case (.null, _): -1
    case (_, .null): 1
    case (.text(let left), .text(let right)): Self.compare(left, right, ignoringCase: ignoringCase)
    case (.text, _): 1
    case (_, .text): -1
    case (.integer(let left), .integer(let right)): left < right ? -1 : left > right ? 1 : 0
    case (.real(let left), .real(let right)): left < right ? -1 : left > right ? 1 : 0
    case (.integer(let left), .real(let right)): Self.compare(left, right)
    case (.real(let left), .integer(let right)): -Self.compare(right, left)
    }
  }

  /// An integer and a floating-point number, exactly.
  private static func compare(_ integer: Int64, _ real: Double) -> Int {
    if real >= 9_223_372_036_854_775_808 { return -1 }
    if real < -9_223_372_036_854_775_808 { return 1 }
    let whole = Int64(real.rounded(.towardZero))
    if integer != whole { return integer < whole ? -1 : 1 }
    let rest = real - real.rounded(.towardZero)
    return rest > 0 ? -1 : rest < 0 ? 1 : 0
  }

  /// Texts byte by byte; or the same with the letters in lower case of which the engine ignores the case.
  private static func compare(_ left: String, _ right: String, ignoringCase: Bool) -> Int {
    let (left, right) = ignoringCase ? (PropertyEngine.folded(left), PropertyEngine.folded(right)) : (left, right)
    if left.utf8.lexicographicallyPrecedes(right.utf8) { return -1 }
    return left.utf8.elementsEqual(right.utf8) ? 0 : 1
  }
}

/// Two cells are equal when SQLite takes them as one in `DISTINCT`, `GROUP BY` and `UNION`.
extension Cell: Hashable {
  static func == (left: Cell, right: Cell) -> Bool { left.compared(with: right) == 0 }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value): hasher.combine(Double(value))
    case .real(let value): hasher.combine(value)
    case .text(let text): for byte in text.utf8 { hasher.combine(byte) }
    }
  }
}

extension Cell: CustomStringConvertible {
  var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let text): "'\(text)'"
    }
  }
}

/// What no rule says, or what SQLite is free to do: the question is not asked.
struct Unspecified: Error {}

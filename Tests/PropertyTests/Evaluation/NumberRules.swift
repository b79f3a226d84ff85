/// SQLite's arithmetic. Source: SQLite, "SQL Language Expressions", section 2, and "Built-in Aggregate Functions".
enum NumberRules {
  enum Operation: String, CaseIterable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
  }

  static func compute(_ operation: Operation, _ left: Cell, _ right: Cell, _ rules: Rules) throws -> Cell {
    switch (left, right) {
    case (.null, _), (_, .null): return .null
    case (.integer(let left), .integer(let right)): return compute(operation, left, right, rules)
    default:
      let (left, right) = (try double(left), try double(right))
      switch operation {
      case .add: return Cell(number: left + right)
      case .subtract: return Cell(number: left - right)
      case .multiply: return Cell(number: left * right)
      case .divide: return right == 0 ? .null : Cell(number: left / right)
      // SQLite casts both to integers first; a number that is too large for one is nobody's to rely on.
      case .remainder: throw Unspecified()
      }
    }
  }

  private static func compute(_ operation: Operation, _ left: Int64, _ right: Int64, _ rules: Rules) -> Cell {
    func result(_ exact: (partialValue: Int64, overflow: Bool), _ wide: Double) -> Cell {
      exact.overflow && rules.widensOverflow ? .real(wide) : .integer(exact.partialValue)
    }
    let (wideLeft, wideRight) = (Double(left), Double(right))
    switch operation {
    case .add: return result(left.addingReportingOverflow(right), wideLeft + wideRight)
    case .subtract: return result(left.subtractingReportingOverflow(right), wideLeft - wideRight)
    case .multiply: return result(left.multipliedReportingOverflow(by: right), wideLeft * wideRight)
    case .divide:
      if right == 0 { return .null }
      if !rules.truncatesQuotients { return .integer((wideLeft / wideRight).rounded(.down).saturated) }
      return result(left.dividedReportingOverflow(by: right), wideLeft / wideRight)
    case .remainder:
      if right == 0 { return .null }
      return .integer(right == -1 ? 0 : left % right)
    }
  }

  static func negative(_ cell: Cell) throws -> Cell {
    switch cell {
    case .null: .null
    case .integer(.min): .real(9_223_372_036_854_775_808)
    case .integer(let value): .integer(-value)
    case .real(let value): .real(-value)
    case .text: throw Unspecified()
    }
  }

  static func absolute(_ cell: Cell) throws -> Cell {
    switch cell {
    case .null: .null
    // "integer overflow", an error.
    case .integer(.min): throw Unspecified()
    case .integer(let value): .integer(abs(value))
    case .real(let value): .real(abs(value))
    case .text: throw Unspecified()
    }
  }

  static func sign(_ cell: Cell) throws -> Cell {
    if cell.isNull { return .null }
    let value = try double(cell)
    return .integer(value > 0 ? 1 : value < 0 ? -1 : 0)
  }

  /// The nearest integer, halves away from zero, as a floating-point number.
  static func rounded(_ cell: Cell) throws -> Cell {
    if cell.isNull { return .null }
    return .real(try double(cell).rounded(.toNearestOrAwayFromZero))
  }

  static func real(_ cell: Cell) throws -> Cell { cell.isNull ? .null : .real(try double(cell)) }

  /// A floating-point number as an integer, without its fraction, or the nearest that there is.
  static func integer(_ cell: Cell) throws -> Cell {
    switch cell {
    case .null, .integer: cell
    case .real(let value): .integer(value.rounded(.towardZero).saturated)
    case .text(let text): .integer(try TextRules.integer(text))
    }
  }

  static func double(_ cell: Cell) throws -> Double {
    switch cell {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .null, .text: throw Unspecified()
    }
  }

  // MARK: - Aggregates

  static func sum(_ cells: [Cell]) throws -> Cell {
    var integer: Int64 = 0
    var real = 0.0
    var isReal = false
    for cell in cells {
      if case .integer(let value) = cell {
        let (sum, overflow) = integer.addingReportingOverflow(value)
        // An error where it happens in the order in which SQLite comes upon the rows.
        if overflow || sum.clampedMagnitude > 1 << 52 { throw Unspecified() }
        integer = sum
      } else {
        isReal = true
      }
      real += try exact(cell)
    }
    if cells.isEmpty { return .null }
    return isReal ? .real(real) : .integer(integer)
  }

  static func total(_ cells: [Cell]) throws -> Cell { .real(try cells.reduce(0) { try $0 + exact($1) }) }

  static func mean(_ cells: [Cell]) throws -> Cell {
    cells.isEmpty ? .null : .real(try cells.reduce(0) { try $0 + exact($1) } / Double(cells.count))
  }

  /// A number that can be added to others in any order: sixteenths, and not too large.
  private static func exact(_ cell: Cell) throws -> Double {
    let value = try double(cell)
    guard abs(value) < 1_099_511_627_776, (value * 16).rounded() == value * 16 else { throw Unspecified() }
    return value
  }
}

extension Double {
  /// The integer, or the greatest or smallest one where it is beyond them. Source: SQLite, "CAST expressions".
  fileprivate var saturated: Int64 { Int64(exactly: self) ?? (self < 0 ? .min : .max) }
}

extension Int64 {
  fileprivate var clampedMagnitude: Int64 { self == .min ? .max : abs(self) }
}

import PostilSchema

/// Numbers and truth values.
extension ConversionTable {
  /// The integers that a 64-bit floating-point number represents exactly: up to 2^53.
  private static let exact = "BETWEEN -9007199254740992 AND 9007199254740992"

  func ofBoolean(_ to: Family) -> Row? {
    let number = "\(value)::integer::\(type)"
    return switch to {
    case .integer, .wide: Row(identity, server: Conversion(number))
    case .real, .float: Row(Conversion("CAST(\(value) AS REAL)"), server: Conversion(number))
    case .decimal: Row(Conversion("CAST(\(value) AS TEXT)"), server: Conversion(number))
    case .text, .json:
      Row(
        Conversion("CASE \(value) WHEN 1 THEN 'true' WHEN 0 THEN 'false' END"),
        server: Conversion(
          to == .json ? "to_jsonb(\(value))" : "CASE \(value) WHEN true THEN 'true' WHEN false THEN 'false' END"))
    default: nil
    }
  }

  func number(_ from: Family, _ to: Family) -> Row? {
    switch from {
    case .integer, .duration, .wide: ofInteger(from, to)
    case .real, .float: ofReal(from, to)
    case .decimal: ofDecimal(to)
    default: nil
    }
  }

  // MARK: - integers

  private func ofInteger(_ from: Family, _ to: Family) -> Row? {
    // Larger integers are texts of 20 digits in SQLite.
    let isLarge = from == .wide ? "typeof(\(value)) <> 'integer'" : nil
    let whole = Conversion(value, failure: to == .wide ? nil : isLarge, isIdentity: true)
    switch to {
    case .integer, .duration, .wide: return Row(whole, server: Conversion(cast, failure: Self.outside(value, old, new)))
    case .boolean: return Row(whole, server: Conversion("(\(value) <> 0)", failure: "\(value) NOT IN (0, 1)"))
    case .real, .float: return real(isLarge)
    case .text, .decimal, .json:
      let digits = "CAST(\(value) AS TEXT)"
      let sqlite =
        isLarge == nil ? digits : "CASE typeof(\(value)) WHEN 'text' THEN ltrim(\(value), '0') ELSE \(digits) END"
      return Row(Conversion(sqlite), server: Conversion(written(to)))
    default: return nil
    }
  }

  /// An integer as a floating-point number.
  private func real(_ isLarge: String?) -> Row {
    let isInexact = Self.isWide(old) ? "\(value) NOT \(Self.exact)" : nil
    let sqlite = Conversion(
      "CAST(\(value) AS REAL)", loss: isLarge.map { "\($0) OR \(value) > 9007199254740992" } ?? isInexact)
    guard Family(new) == .float else { return Row(sqlite, server: Conversion(cast, loss: isInexact)) }
    // A comparison with a floating-point number rounds an integer.
    return Row(
      float(sqlite),
      server: Conversion(cast, loss: Conversion.any([isInexact, "\(value)::real::float8 <> \(value)"])))
  }

  /// PostgreSQL's text, JSON or decimal number of a number.
  private func written(_ to: Family) -> String {
    switch to {
    case .json: "to_jsonb(\(value))"
    // The cast of a floating-point number to 'numeric' keeps 15 digits; its text has all of them. Source: PostgreSQL 15, section 8.1.3.
    case .decimal: Family(old).isReal ? "\(value)::text::numeric" : "\(value)::numeric"
    default: "\(value)::text"
    }
  }

  /// The least and the greatest value of an integer type.
  static func range(_ type: ColumnType) -> (least: String, greatest: String)? {
    switch type {
    case .integer(let bits): ("\(Int64.min >> (64 - bits))", "\(Int64.max >> (64 - bits))")
    case .unsignedInteger(let bits): ("0", "\(UInt64.max >> (64 - bits))")
    case .duration: ("\(Int64.min)", "\(Int64.max)")
    default: nil
    }
  }

  /// Whether a type has integers that a 64-bit floating-point number doesn't represent exactly.
  private static func isWide(_ type: ColumnType) -> Bool { range(type).map { $0.greatest.count > 15 } ?? false }

  /// Whether an integer is out of the range of another type; `nil` if none is.
  static func outside(_ value: String, _ old: ColumnType, _ new: ColumnType) -> String? {
    func bounds(_ type: ColumnType) -> ClosedRange<Double>? {
      range(type).flatMap { range in
        Double(range.least).flatMap { least in Double(range.greatest).map { least...$0 } }
      }
    }
    guard let (least, greatest) = range(new), let was = bounds(old), let now = bounds(new) else { return nil }
    let fits = now.lowerBound <= was.lowerBound && now.upperBound >= was.upperBound
    return fits ? nil : "\(value) NOT BETWEEN \(least) AND \(greatest)"
  }

  // MARK: - floating-point numbers

  private func ofReal(_ from: Family, _ to: Family) -> Row? {
    // Every other number is finite.
    let isInfinite = "NOT abs(\(value)) <= 1.7976931348623157e308"
    switch to {
    case .integer, .duration, .wide: return whole
    case .boolean:
      return Row(
        Conversion("CAST(\(value) AS INTEGER)", failure: "\(value) NOT IN (0, 1)"),
        server: Conversion("(\(value) <> 0)", failure: "\(value) NOT IN (0, 1)"))
    case .real: return unchanged
    case .float:
      let written = Self.normalFloat(value, type)
      return Row(
        float(identity),
        server: Conversion(
          written, failure: StoredForm.isBeyondFloat(value), loss: "(\(written))::float8 <> \(value)"))
    case .text, .decimal, .json:
      let failure = to == .text ? nil : to == .json ? isInfinite : StoredForm.isNoDecimal(number: value)
      // SQLite writes 15 digits, and the server those that the number needs.
      return Row(
        Conversion(
          "CAST(\(value) AS TEXT)", failure: failure, loss: "CAST(CAST(\(value) AS TEXT) AS REAL) <> \(value)"),
        server: Conversion(written(to), failure: failure, loss: to == .text ? isInfinite : nil))
    default: return nil
    }
  }

  /// A floating-point number without its fraction. The server's own type compares it exactly; `NaN` is greater than every number.
  private var whole: Row? {
    let (sqlite, server) = ("CAST(\(value) AS INTEGER)", "trunc(\(value))")
    guard new == .unsignedInteger(bits: 64) else {
      let failure = Self.range(new).map { range in
        "NOT (\(server) >= \(range.least)::float8 AND \(server) < \(Self.next(range.greatest))::float8)"
      }
      // 2^63 is the first number that is too large.
      return Row(
        Conversion(
          sqlite, failure: "NOT (\(value) >= -9223372036854775808.0 AND \(value) < 9223372036854775808.0)",
          loss: "\(sqlite) <> \(value)"),
        server: Conversion("\(server)::\(type)", failure: failure, loss: "\(server) <> \(value)"))
    }
    // From 2^63 on, a text of 20 digits, of which the last four are computed separately. Such a number has no fraction.
    let above = "CAST(\(value) - 9223372036854775808.0 AS INTEGER)"
    let last = "(5808 + \(above) % 10000)"
    return Row(
      Conversion(
        "CASE WHEN \(value) < 9223372036854775808.0 THEN \(sqlite) ELSE "
          + "printf('%016d%04d', 922337203685477 + \(above) / 10000 + \(last) / 10000, \(last) % 10000) END",
        failure: "NOT (\(value) >= 0 AND \(value) < 18446744073709551616.0)",
        loss: "\(value) < 9223372036854775808.0 AND \(sqlite) <> \(value)"),
      server: Conversion(
        "CASE WHEN \(value) < 9223372036854775808::float8 THEN \(server)::bigint::numeric ELSE "
          + "(\(value) - 9223372036854775808::float8)::bigint::numeric + 9223372036854775808 END",
        failure: "NOT (\(value) >= 0 AND \(value) < 18446744073709551616::float8)", loss: "\(server) <> \(value)"))
  }

  /// The number after the greatest one of a type, which floating-point numbers represent exactly.
  private static func next(_ greatest: String) -> String { UInt64(greatest).map { "\($0 + 1)" } ?? greatest }

  /// The least numbers that have all of their digits.
  static let (leastReal, leastFloat) = ("2.2250738585072014e-308", "1.1754943508222875e-38")

  /// SQLite's conversion of a number to `Float`.
  func float(_ conversion: Conversion) -> Conversion {
    var conversion = rounded(conversion)
    conversion.loss = Conversion.any([
      conversion.loss, "\(value) + 0.0 <> 0 AND abs(\(value)) < \(Self.leastFloat)",
    ])
    return conversion
  }

  /// A conversion that reports the numbers that have more than the 24 significant bits of a `Float`. Splitting a number rounds it to these.
  /// Infinities give `NULL`, and texts are numbers in arithmetic.
  /// - Parameter conversion: the one to a 64-bit number.
  /// Source: T. J. Dekker, "A floating-point technique for extending the available precision", 1971.
  func rounded(_ conversion: Conversion) -> Conversion {
    var conversion = conversion
    conversion.loss = Conversion.any([
      conversion.loss, "\(value) * 536870913.0 - (\(value) * 536870913.0 - \(value)) <> \(value) + 0.0",
    ])
    return conversion
  }

  /// Whether a number that isn't infinite is too large for `Float`.
  static func isBeyondFloat(_ number: String) -> String { "abs(\(number)) >= 3.4028235677973366e38" }

  /// PostgreSQL's cast of a number, which fails for one that is too small to have all of its digits: it becomes 0.
  static func normal(_ number: String, _ type: String) -> String {
    "(CASE WHEN abs(\(number)) >= \(leastReal) THEN \(number) ELSE \(number) * 0 END)::\(type)"
  }

  /// The same for `Float`.
  static func normalFloat(_ number: String, _ type: String) -> String {
    "(CASE WHEN abs(\(number)) >= \(leastFloat) THEN \(number) ELSE \(number) * 0 END)::\(type)"
  }

  // MARK: - decimal numbers

  private func ofDecimal(_ to: Family) -> Row? {
    let real = "CAST(\(value) AS REAL)"
    switch to {
    case .integer, .duration, .wide:
      return ofText(.decimal, to).map { row in
        let failure = Self.range(new).map {
          "trunc(\(value)) <> \(value) OR \(value) NOT BETWEEN \($0.least) AND \($0.greatest)"
        }
        return Row(row.sqlite, server: Conversion(cast, failure: failure))
      }
    case .boolean:
      return ofText(.decimal, to).map {
        Row($0.sqlite, server: Conversion("(\(value) <> 0)", failure: "\(value) NOT IN (0, 1)"))
      }
    case .real:
      return Row(
        Conversion(
          real, failure: "abs(\(real)) > 1.7976931348623157e308", loss: Self.isLong(value, orBelow: Self.leastReal)),
        server: Conversion(cast, loss: "\(value)::float8::text::numeric <> \(value)"))
    case .float:
      let written = Self.normalFloat(value, type)
      let sqlite = Conversion(
        real, failure: Self.isBeyondFloat(real), loss: Self.isLong(value, orBelow: Self.leastFloat))
      return Row(
        rounded(sqlite),
        server: Conversion(written, failure: Self.isBeyondFloat(value), loss: "(\(written))::text::numeric <> \(value)")
      )
    case .text: return Row(identity, server: Conversion("\(value)::text"))
    case .json: return Row(identity, server: Conversion("to_jsonb(\(value))"))
    default: return nil
    }
  }
}

import PostilSchema

/// How a property stores the values of a column of a PostgreSQL server.
struct ServerColumnType {
  var type: ColumnType
  var swift: SwiftType
  /// A comment for the user.
  var remark: String?
  /// The digits of a decimal number.
  var digits: DecimalDigits?
  /// The type of an array's elements.
  var elements: ColumnType?
  /// The number of numbers in a vector.
  var dimensions: Int?

  private init(_ type: ColumnType, _ swift: SwiftType, _ remark: String? = nil) {
    (self.type, self.swift, self.remark) = (type, swift, remark)
  }

  /// - Returns: `nil` for a type that no property has.
  init?(_ column: ServerCatalog.Column) {
    let name = column.name
    let declared = column.declaredType
    switch column.type {
    case _ where column.kind == "e":
      self.init(
        .text, SwiftType("String"),
        "'\(name)' has the enum type '\(declared)' on the server, which Postil can read but not write: change its type to "
          + "'text' with a check")
    case "boolean": self.init(.boolean, SwiftType("Bool"))
    case "smallint": self.init(.integer(bits: 16), SwiftType("Int16"))
    case "integer": self.init(.integer(bits: 32), SwiftType("Int32"))
    case "bigint": self.init(.integer(bits: 64), SwiftType("Int"))
    case "real": self.init(.real(bits: 32), SwiftType("Float"))
    case "double precision": self.init(.real(bits: 64), SwiftType("Double"))
    case "numeric":
      self.init(.decimal, SwiftType("Decimal"))
      let numbers = declared.dropFirst(8).dropLast().split(separator: ",").compactMap { Int($0) }
      if declared.hasPrefix("numeric("), numbers.count == 2 {
        let (precision, scale) = (numbers[0], numbers[1])
        if (1...38).contains(precision), (0...precision).contains(scale) {
          digits = DecimalDigits(precision: precision, scale: scale)
        }
        remark =
          "'\(name)' is '\(declared)' on the server, which rounds it; "
          + (digits == nil
            ? "a 'Decimal' has any number of digits"
            : "a database that Postil creates has a check, which refuses a number with more digits")
      }
    case "text": self.init(.text, SwiftType("String"))
    case "character varying", "character":
      self.init(
        .text, SwiftType("String"),
        declared == "character varying" || column.kind == "d"
          ? nil : "'\(name)' is '\(declared)' on the server, which limits its length; a 'String' has any length")
    case "citext": self.init(.text, SwiftType("String"))
    case "bytea": self.init(.bytes, SwiftType("Data"))
    case "timestamp with time zone": self.init(.timestamp, SwiftType("Date"))
    case "date": self.init(.day, SwiftType("DateComponents", as: "day"))
    case "uuid": self.init(.uuid, SwiftType("UUID"))
    case "jsonb":
      self.init(
        .text, SwiftType("String"),
        "'\(name)' is 'jsonb' on the server, and a 'String' with its JSON here; for its members, declare a 'Codable' type "
          + "and add '@json'")
    case "boolean[]", "smallint[]", "integer[]", "bigint[]", "real[]", "double precision[]", "text[]", "uuid[]":
      var element = column
      element.type.removeLast(2)
      guard let found = ServerColumnType(element) else { return nil }
      self.init(
        .json, SwiftType("[\(found.swift.text)?]"),
        "'\(name)' is '\(declared)' on the server, where elements can be NULL; if none is, write '[\(found.swift.text)]'"
      )
      elements = found.type
    case "vector":
      guard let count = Int(declared.dropFirst(7).dropLast()), declared.hasPrefix("vector(") else { return nil }
      self.init(.json, SwiftType("[Float]"))
      dimensions = count
    default: return nil
    }
    if column.kind == "d" {
      remark = "'\(name)' has the domain '\(declared)', whose checks only the server has"
    }
  }

  /// The type of an integer column with this check, and the smallest and largest value of the check: `((age >= 0) AND (age <= 255))`.
  init?(range check: ServerCatalog.Constraint, of column: ServerCatalog.Column) {
    guard check.kind == "c", check.columns == [column.name] else { return nil }
    let words = ServerToken.tokens(of: check.expression ?? "").filter { !["(", ")"].contains($0.text) }
    let numbers = words.map(\.text)
    func reads(_ least: String, _ greatest: String) -> Bool {
      let least = least.hasPrefix("-") ? ["-", String(least.dropFirst())] : [least]
      let plain = [column.name, ">="] + least + ["and", column.name, "<=", greatest]
      // Numbers that aren't integers are printed with a cast, and negative ones as a text.
      let cast = numbers.filter { !["::", "numeric", "bigint", "integer", "smallint"].contains($0) }
      return cast == plain || cast == [column.name, ">=", least.joined(), "and", column.name, "<=", greatest]
    }
    if let digits = Self.digits(numbers, of: column) {
      self.init(.decimal, SwiftType("Decimal"))
      self.digits = digits
      return
    }
    switch column.type {
    case "smallint" where reads("0", "255"): self.init(.unsignedInteger(bits: 8), SwiftType("UInt8"))
    case "smallint" where reads("-128", "127"): self.init(.integer(bits: 8), SwiftType("Int8"))
    case "integer" where reads("0", "65535"): self.init(.unsignedInteger(bits: 16), SwiftType("UInt16"))
    case "bigint" where reads("0", "4294967295"): self.init(.unsignedInteger(bits: 32), SwiftType("UInt32"))
    case "numeric" where reads("0", "18446744073709551615"):
      self.init(.unsignedInteger(bits: 64), SwiftType("UInt64"))
    default: return nil
    }
  }

  /// The digits that a check allows: `((price = round(price, 2)) AND (abs(price) < (100000000)::numeric))`.
  private static func digits(_ words: [String], of column: ServerCatalog.Column) -> DecimalDigits? {
    let words = words.filter { !["::", "numeric", "bigint", "integer"].contains($0) }
    guard column.type == "numeric", words.count == 11, let scale = Int(words[5]), words[10].hasPrefix("1") else {
      return nil
    }
    let name = column.name
    let expected = [name, "=", "round", name, ",", words[5], "and", "abs", name, "<"]
    guard words == expected + ["1" + String(repeating: "0", count: words[10].count - 1)] else { return nil }
    return DecimalDigits(precision: scale + words[10].count - 1, scale: scale)
  }
}

import Foundation
import PostilSchema
import Testing

@testable import PostilDialects
@testable import PostilMigrations

/// Every pair of types with the values of ``Extreme``, on SQLite and on a PostgreSQL server: both refuse the same values, find the same
/// losses and have the same results, apart from the differences of their types.
@Suite("Pairs of types on PostgreSQL")
struct ServerTypePairTests {
  private static let types = TypePairTests.types.filter { $0 != .any }

  @Test func everyValueIsConvertedAsOnSQLite() throws {
    guard let session = ServerSession() else {
      print("Pairs of types on PostgreSQL: skipped, because POSTIL_PSQL is missing")
      return
    }
    var script = "SET timezone = 'UTC'; SET datestyle = 'ISO'; SET extra_float_digits = 1;\n\\pset fieldsep '~'\n"
    script += PostgreSQLMigrationFunction.allCases.map { $0.definition + ";\n" }.joined()
    var expected: [PairResult] = []
    var pairs = 0
    for old in Self.types {
      let values = Extreme.values(of: old)
      let table = "held_\(old.word.lowercased())"
      script += "CREATE TEMPORARY TABLE \(table) (\"n\" integer, \"value\" \(PostgreSQLColumnType.name(of: old)));\n"
      for (number, value) in values.enumerated() {
        guard let literal = try ServerLiteral.of(value, as: old) else { continue }
        script += "INSERT INTO \(table) VALUES (\(number), \(literal));\n"
      }
      for new in Self.types where new != old {
        pairs += 1
        let pair = try TypePair(old: old, new: new)
        let conversion = Conversion.server(
          from: old, to: new, type: PostgreSQLColumnType.name(of: new), value: "\"value\"")
        for (number, value) in values.enumerated() {
          let result = try PairResult(pair, value)
          try pair.migration.database.run("ROLLBACK; PRAGMA legacy_alter_table = OFF")
          guard let result else { continue }
          let failure = conversion?.failure ?? (conversion == nil ? "true" : "false")
          let loss = conversion?.loss ?? "false"
          script += """
            SELECT \(expected.count), \(failure), CASE WHEN \(failure) THEN NULL ELSE \(loss) END, \
            CASE WHEN \(failure) THEN NULL ELSE (\(conversion?.expression ?? "NULL"))::text END FROM \(table) WHERE "n" = \(number);
            \\if :ERROR
            \\echo \(expected.count)~ERROR~:LAST_ERROR_MESSAGE
            \\endif

            """
          expected.append(result)
        }
      }
    }
    var count = 0
    var wrong: [String] = []
    for line in try session.run(script).split(separator: "\n") {
      let parts = line.split(separator: "~", omittingEmptySubsequences: false).map(String.init)
      guard parts.count > 2, let number = Int(parts[0]), expected.indices.contains(number) else {
        wrong.append("unexpected output: \(line)")
        continue
      }
      count += 1
      if let difference = expected[number].difference(from: Array(parts.dropFirst())) { wrong.append(difference) }
    }
    print("Pairs of types on PostgreSQL: \(pairs) pairs, \(count) values")
    #expect(wrong.isEmpty, "\(wrong.count) differences\n\(wrong.joined(separator: "\n"))")
    #expect(count > 4000)
  }
}

/// What SQLite's migration does with a value.
struct PairResult {
  var old: ColumnType
  var new: ColumnType
  var value: String
  var isRefused: Bool
  var isNarrower: Bool
  /// The value afterwards, as text; `nil` if it was refused.
  var text: String?
  /// What the old value means.
  private var meaning: Meaning

  /// How the engines differ.
  private enum Kind { case refusedBySQLite, refusedByServer, lossOnSQLite, lossOnServer }

  /// - Returns: `nil` if the runtime can't read the value before the migration.
  init?(_ pair: TypePair, _ value: String) throws {
    let database = pair.migration.database
    (old, new, self.value) = (pair.old, pair.new, value)
    try database.run("BEGIN; INSERT INTO item VALUES (1, \(value))")
    guard let meaning = try Meaning(in: database, as: pair.old) else { return nil }
    self.meaning = meaning
    var codes: Set<MigrationFinding.Code> = []
    for finding in pair.migration.plan.findings where try database.number(finding.query) > 0 {
      codes.insert(finding.code)
    }
    isRefused = codes.contains(.unconvertible)
    isNarrower = codes.contains(.narrowType)
    guard !isRefused else { return }
    try database.run(pair.migration.text)
    text = try database.rows("SELECT \(ServerLiteral.text) FROM item")[0][0]
  }

  /// The difference from the server's failure, loss and value; `nil` if they agree.
  func difference(from found: [String]) -> String? {
    let label = "\(old.word) \(value) to \(new.word)"
    if found[0] == "ERROR" { return "\(label): \(found.dropFirst().joined(separator: "~"))" }
    if (found[0] == "t") != isRefused {
      if isKnown(isRefused ? .refusedBySQLite : .refusedByServer) { return nil }
      return "\(label): "
        + (isRefused
          ? "refused by SQLite only, the server has \(found[2])"
          : "refused by the server only, SQLite has \(text ?? "NULL")")
    }
    if isRefused { return nil }
    if (found[1] == "t") != isNarrower {
      if isKnown(isNarrower ? .lossOnSQLite : .lossOnServer) { return nil }
      return "\(label): a loss on \(isNarrower ? "SQLite" : "the server") only, \(text ?? "NULL") and \(found[2])"
    }
    if isNarrower || ServerLiteral.isSame(found[2], text ?? "NULL", from: old, to: new) { return nil }
    return "\(label): \(text ?? "NULL") on SQLite, \(found[2]) on the server"
  }

  /// Whether the engines differ because their types do.
  private func isKnown(_ kind: Kind) -> Bool {
    let texts: Set<ColumnType> = [.text, .decimal, .json]
    switch (kind, meaning) {
    // The texts of the server's times have no year 0 and no years after 9999.
    case (.refusedByServer, .time(let seconds)): return !(-63_113_904_000..<252_423_993_600).contains(seconds)
    case (.refusedByServer, _): return value.hasPrefix("'0000-")
    // SQLite writes 15 digits.
    case (.lossOnSQLite, .real(let number)):
      return texts.contains(new) && Double(String(format: "%.15g", number)) != number
    // A longer text is a loss there. A text of a 'Float' may be shorter than that of the same 'Double'.
    case (.lossOnSQLite, _):
      return texts.contains(old) && (new == .real(bits: 32) || isReal(new) && value.count(where: \.isNumber) > 15)
    // The server has microseconds.
    case (.lossOnServer, _): return old == .text && value.contains(/\.[0-9]{7}/)
    default: return false
    }
  }

  private func isReal(_ type: ColumnType) -> Bool { if case .real = type { true } else { false } }
}

/// Values of SQLite's for a server.
enum ServerLiteral {
  /// SQL of a value's text: all digits of a floating-point number, and the bytes of a blob.
  static let text = """
    CASE typeof(value) WHEN 'blob' THEN '\\x' || lower(hex(value)) WHEN 'real' THEN printf('%!.17g', value) \
    ELSE CAST(value AS TEXT) END
    """

  /// The literal of a value; `nil` if a server's type can't hold the same value.
  static func of(_ value: String, as type: ColumnType) throws -> String? {
    let database = try Database()
    let row = try database.rows("SELECT \(text), instr(value, char(0)) FROM (SELECT \(value) AS value)")[0]
    guard let found = row[0], type == .bytes || row[1] == "0" || found.hasPrefix("\\x") else { return nil }
    let quoted = "'\(found.replacing("'", with: "''"))'"
    switch type {
    case .boolean: return found == "1" ? "true" : "false"
    case .unsignedInteger, .integer: return found
    case .real(32) where Double(found).map { Double(Float($0)) != $0 } ?? false: return nil
    case .real, .julianDay, .referenceDate: return "'\(found.replacing("Inf", with: "Infinity"))'"
    case .uuidBytes: return "'\(found.dropFirst(2))'"
    // The server's types have no other forms of a value than these; a time has microseconds.
    case .iso8601Milliseconds: return found.contains(/^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8}\.[0-9]{3}$/) ? quoted : nil
    case .timestamp:
      return found.contains(/^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8}(\.[0-9]{0,5}[1-9])?$/) ? quoted : nil
    case .decimal: return found.contains(/^(0|-?[1-9][0-9]*)(\.[0-9]+)?$/) ? quoted : nil
    case .uuid: return found == found.uppercased() ? quoted : nil
    case .json: return ["[1,2]", "1e3", " 1 "].contains(found) ? nil : quoted
    default: return quoted
    }
  }

  static func isSame(_ found: String, _ expected: String, from old: ColumnType, to new: ColumnType) -> Bool {
    if found == expected { return true }
    switch new {
    case .boolean: return found == (expected == "1" ? "true" : "false")
    case .real(32): return Float(found) == Float(expected)
    case .real, .julianDay, .referenceDate:
      guard let number = Double(found), let other = Double(expected.replacing("Inf", with: "inf")) else { return false }
      return number == other || abs(number - other) <= abs(other) * 1e-15
    case .decimal, .unsignedInteger:
      return Decimal(string: found) == Decimal(string: expected) || Double(found) == Double(expected)
    case .uuid, .uuidBytes:
      func digits(_ text: String) -> String { text.replacing("-", with: "").replacing("\\x", with: "").uppercased() }
      return digits(found) == digits(expected)
    case .timestamp, .iso8601Milliseconds:
      return found.dropLast(3) == expected.replacing(/[.]?0+$/, with: "") || found == expected + "+00"
    case .text, .json:
      switch old {
      case .real, .decimal, .text, .json:
        return Decimal(string: found) == Decimal(string: expected) || Double(found) == Double(expected)
      default: return false
      }
    default: return false
    }
  }
}

/// A session of `psql`: `POSTIL_PSQL` is the command that runs a script.
struct ServerSession {
  private let command: String

  /// - Returns: `nil` if there is no server.
  init?() {
    guard let psql = ProcessInfo.processInfo.environment["POSTIL_PSQL"] else { return nil }
    command = "\(psql) -X -q -At -v VERBOSITY=terse 2>/dev/null"
  }

  /// Runs a script to its end, whatever fails.
  /// - Returns: what it wrote.
  func run(_ script: String) throws -> String { try Process.shell(command, script: script).output }
}

import PostilEvolution
import PostilSQL
import PostilSchema

/// Values that a table's columns can store, as SQL: every form of value that Postil stores, including extreme values.
struct ProbeValues {
  private static let integers = [
    "1", "0", "-1", "2", "42", "127", "-128", "70000", "1714731072", "1714731072250", "9007199254740993",
    "9223372036854775807", "-9223372036854775807",
  ]
  private static let reals = ["0.5", "1.0", "-4.25", "0.1", "2460433.924444444", "2440587.5", "1e300"]
  private static let texts = [
    "'a'", "''", "'2024-05-03 10:11:12'", "'2024-05-03 10:11:12.123'", "'2024-05-03 10:11:12.123456'",
    "'2024-05-03T10:11:12Z'", "'2024-05-03 10:11:12+02:00'", "'2024-05-03'", "'2024-05-03 00:00:00'", "'10:11'",
    "'E621E1F8-C36C-495A-93FC-0C247A3E6E5F'", "'e621e1f8-c36c-495a-93fc-0c247a3e6e5f'", "'42'", "'007'", "'-7'",
    "'1.5'",
    "'1.50'", "'1e3'", "'true'", "'True'", "'1'", "'0'", "'{}'", "'[1, 2]'", "'09223372036854775808'",
    "'9223372036854775808'", "'it''s'", "'ü'",
  ]
  private static let blobs = [
    "X'616263'", "X''", "X'E621E1F8C36C495A93FC0C247A3E6E5F'", "X'00010203'", "X'00FF'", "X'34'",
  ]

  /// The values of a column that satisfy its own checks, `NULL` last.
  static func values(
    of column: NormalizedDefinition.Column, in table: TableShape, _ query: (String) throws -> [[String?]]
  ) -> [String] {
    let storages = DeclaredStorage(column.declaredType, isStrict: table.table.isStrict).storages
    let checks = table.definition.constraints.filter { constraint in
      constraint.kind == .check && constraint.tokens.nameKeys.contains(column.name.foldedName)
    }
    let columns = Set(table.columns.map { $0.name.foldedName })
    let own = checks.filter { $0.tokens.nameKeys.intersection(columns) == [column.name.foldedName] }
    // A check that lists values or compares with some contains values that satisfy it.
    let named = checks.flatMap { check in
      check.tokens.compactMap { token -> String? in
        let isNumber = token.source.utf8.first.map { (0x30...0x39).contains($0) } ?? false
        return token.isText || isNumber ? String(token.source) : nil
      }
    }
    let plain = storages.flatMap { storage in
      switch storage {
      case .integer: integers
      case .real: reals
      case .text: texts
      case .blob: blobs
      }
    }
    let name = SQLText.identifier(column.name)
    var seen: Set<String> = []
    let values = (named + (column.defaultText.map { ["(\($0))"] } ?? []) + plain).filter { value in
      guard seen.insert(value).inserted else { return false }
      return own.allSatisfy { check in
        let condition = check.tokens.dropFirst(2).dropLast().onOneLine
        let rows = try? query("SELECT NOT (\(condition)) FROM (SELECT \(value) AS \(name))")
        return rows?.first?.first != "1"
      }
    }
    return values + (column.isNotNull ? [] : ["NULL"])
  }
}

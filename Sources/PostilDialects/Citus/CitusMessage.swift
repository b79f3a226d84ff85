/// The texts of the diagnostics about `@distributed` and `@referenceTable`.
enum CitusMessage {
  static let twice =
    "a table can't be both distributed and a reference table; remove '@distributed' or '@referenceTable'"

  static func unknownProperty(_ name: String, model: String) -> String {
    "'\(model)' has no stored property '\(name)'; write the name of the property that all keys of the table contain"
  }

  static func severalColumns(_ name: String, _ parts: [String]) -> String {
    "'\(name)' has several columns, and Citus distributes a table by one; write \(parts.map { "'\($0)'" }.joined(separator: " or "))"
  }

  static func nullable(_ name: String) -> String {
    "Citus distributes every row by '\(name)', so it can't be optional; remove the '?'"
  }

  static func generated(_ name: String) -> String {
    "Citus can't distribute a table by the generated column of '\(name)'; write a property that is stored"
  }

  static func key(_ key: String, distribution column: String, fix: String) -> String {
    "Citus checks keys on each server alone, so every key of a distributed table contains its distribution column; the \(key) doesn't "
      + "contain '\(column)': \(fix)"
  }

  static func toLocal(_ target: String) -> String {
    "a distributed table can't reference '\(target)', which is on one server only; annotate '\(target)' with '@referenceTable' or "
      + "'@distributed(by:)'"
  }

  static func fromLocal(_ model: String, _ target: String) -> String {
    "'\(model)' is on one server only and can't reference '\(target)', which is distributed; annotate '\(model)' with "
      + "'@distributed(by:)'"
  }

  static func fromReference(_ model: String, _ target: String) -> String {
    "the reference table of '\(model)' can't reference '\(target)', which is distributed; annotate '\(model)' with '@distributed(by:)'"
  }

  static func fromReferenceToLocal(_ model: String, _ target: String, rule: String) -> String {
    "the reference table of '\(model)' can't reference '\(target)', which is on one server only, with 'onDelete: \(rule)'; annotate "
      + "'\(target)' with '@referenceTable', or write 'onDelete: deny'"
  }

  static func separated(_ target: String, own: String, other: String) -> String {
    "a reference between distributed tables contains the distribution columns of both, so that the rows are on the same server; this "
      + "one doesn't contain '\(own)' with '\(other)' of '\(target)'"
  }

  static func nullified(_ column: String) -> String {
    "Citus doesn't support 'onDelete: nullify' for a reference that contains the distribution column '\(column)', even if others become "
      + "'NULL'; write 'cascade', 'deny' or 'noAction'"
  }

  static func joined(_ name: String) -> String {
    "both sides of '\(name)' are distributed, and its join table could be distributed like only one of them; declare a model for the "
      + "join table that has the distribution column once, and name it with 'through:'"
  }

  static func exclusion(_ name: String, _ model: String) -> String {
    "Citus compares only rows of one server, and the table of '\(model)', which it distributes, has '\(name)'; remove '@exclude', or "
      + "don't distribute the table"
  }

  static func trigger(_ name: String, _ model: String) -> String {
    "Citus doesn't support triggers on distributed tables and reference tables, and the table of '\(model)' needs '\(name)'; remove "
      + "what needs it ('@trigger', 'ordered', 'min:' or 'max:')"
  }
}

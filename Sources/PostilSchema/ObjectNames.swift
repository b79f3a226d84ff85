import PostilSQL

/// The names of constraints and indexes, by PostgreSQL's conventions.
///
///     item_pkey   item_name_version_key   item_title_check   item_project_id_fkey   item_due_at_priority_idx
///
/// Source: PostgreSQL's `ChooseConstraintName` and `ChooseIndexName`.
public enum ObjectName {
  /// `item_pkey`
  public static func primaryKey(of table: String) -> String { "\(table)_pkey" }

  /// `item_name_version_key`
  public static func uniqueKey(of table: String, columns: [String]) -> String {
    joined(table, columns, "key")
  }

  /// `item_title_check`; `item_check` for a check of the whole row.
  public static func check(of table: String, column: String?) -> String {
    joined(table, column.map { [$0] } ?? [], "check")
  }

  /// `item_project_id_fkey`
  public static func foreignKey(of table: String, columns: [String]) -> String {
    joined(table, columns, "fkey")
  }

  /// `item_due_at_priority_idx`
  public static func index(of table: String, columns: [String]) -> String { joined(table, columns, "idx") }

  /// `item_done_range`: the check that limits a column to the values of its Swift type, if the type in the database doesn't.
  public static func range(of table: String, column: String) -> String { joined(table, [column], "range") }

  /// `item_title_touched_trigger`: a trigger of `table` on some columns, with a word for its purpose.
  public static func trigger(of table: String, columns: [String], _ purpose: String) -> String {
    joined(table, columns + [purpose], "trigger")
  }

  /// `item_address_json`: the check that a column contains JSON.
  public static func json(of table: String, column: String) -> String { joined(table, [column], "json") }

  /// `booking_room_id_starts_at_ends_at_excl`
  public static func exclusion(of table: String, columns: [String]) -> String { joined(table, columns, "excl") }

  private static func joined(_ table: String, _ columns: [String], _ suffix: String) -> String {
    ([table] + columns + [suffix]).joined(separator: "_")
  }
}

/// A set of names that are in use. Names are compared as in SQL, ignoring the case of ASCII letters.
public struct NameRegister: Sendable {
  private var taken: Set<String> = []

  /// Creates an empty register.
  public init() {}

  /// Adds `name`; returns `false` if it was already in use.
  public mutating func take(_ name: String) -> Bool { taken.insert(name.foldedName).inserted }

  /// Adds `name`, or the first free one of `name1`, `name2` and so on.
  public mutating func takeUnique(_ name: String) -> String {
    if take(name) { return name }
    var number = 1
    while !take("\(name)\(number)") { number += 1 }
    return "\(name)\(number)"
  }
}

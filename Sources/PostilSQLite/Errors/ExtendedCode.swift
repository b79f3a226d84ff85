import CSQLite

/// The extended result codes that are distinguished. Swift can't import them, because C computes them in macros.
/// Source: SQLite, "Result and Error Codes", section 4.
enum ExtendedCode {
  static let check = SQLITE_CONSTRAINT | 1 << 8
  static let foreignKey = SQLITE_CONSTRAINT | 3 << 8
  static let notNull = SQLITE_CONSTRAINT | 5 << 8
  static let primaryKey = SQLITE_CONSTRAINT | 6 << 8
  /// `RAISE` in a trigger; and a delete rule `RESTRICT`, which SQLite runs as one.
  static let trigger = SQLITE_CONSTRAINT | 7 << 8
  static let unique = SQLITE_CONSTRAINT | 8 << 8
  static let rowID = SQLITE_CONSTRAINT | 10 << 8
  /// A value of another type in a column of a `STRICT` table.
  static let datatype = SQLITE_CONSTRAINT | 12 << 8
  /// What a virtual table holds does not fit together.
  static let corruptVirtualTable = SQLITE_CORRUPT | 1 << 8
}

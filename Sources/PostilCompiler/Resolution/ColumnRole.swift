import PostilSchema

/// Who writes a column.
public enum ColumnRole: Hashable, Sendable {
  /// The program: drafts hold it, and a `var` is set by updates.
  case stored
  /// The database, from other columns of the row: `@generated`.
  case generated
  /// Every statement that changes the row, by one more: `@version`.
  case version
  /// The insert, with the database's clock: `@createdAt`.
  case createdAt(DateClock)
  /// Every statement that changes the row, with the database's clock: `@updatedAt`.
  case updatedAt(DateClock)
  /// The delete, with the database's clock; `NULL` in rows that are not deleted: `@softDelete`.
  case softDelete(DateClock)

  /// The default in the DDL of a column with this role.
  var columnDefault: String? {
    switch self {
    case .stored, .generated, .softDelete: nil
    case .version: "1"
    case .createdAt(let clock), .updatedAt(let clock): clock.sql
    }
  }

  /// Whether an instance of the model is bound with the column: to `save`, which inserts a row as it is.
  var isBound: Bool {
    switch self {
    case .stored, .version, .createdAt, .softDelete: true
    case .generated, .updatedAt: false
    }
  }

  /// Whether the database can give the column another value when something else of the row changes.
  var isRefreshed: Bool {
    switch self {
    case .generated, .version, .updatedAt: true
    case .stored, .createdAt, .softDelete: false
    }
  }
}

/// The database's clock in the form in which a column stores dates.
///
/// The runtime's `_DatabaseClock` is the same, for the sets of rows that it updates: the two modules do not import one another,
/// and a test holds their SQL together.
public enum DateClock: String, Hashable, Sendable, CaseIterable {
  case text, unixSeconds, unixMilliseconds, julianDay, referenceDate

  /// The expression. Source: SQLite, "Date And Time Functions", sections 2 and 3.
  var sql: String {
    switch self {
    case .text: "rtrim(rtrim(strftime('%Y-%m-%d %H:%M:%f', 'now'), '0'), '.')"
    case .unixSeconds: "CAST(strftime('%s', 'now') AS INTEGER)"
    case .unixMilliseconds: "CAST(round((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)"
    case .julianDay: "julianday('now')"
    case .referenceDate: "round((julianday('now') - 2451910.5) * 86400000.0) / 1000.0"
    }
  }
}

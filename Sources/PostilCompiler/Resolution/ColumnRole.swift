import PostilSchema

/// How a column gets its value.
public enum ColumnRole: Hashable, Sendable {
  /// Set by the program: drafts hold it, and updates set it if it is a `var`.
  case stored
  /// Set by the program, but not a property of the struct: `@lazy`.
  case lazy
  /// Computed by the database from other columns of the row: `@generated`.
  case generated
  /// Incremented by every statement that changes the row: `@version`.
  case version
  /// Set by the insert from the database's clock: `@createdAt`.
  case createdAt(DateClock)
  /// Set from the database's clock by every statement that changes the row: `@updatedAt`.
  case updatedAt(DateClock)
  /// Set by the delete from the database's clock, `NULL` in rows that aren't deleted: `@softDelete`.
  case softDelete(DateClock)

  /// The column's default in the DDL.
  var columnDefault: String? {
    switch self {
    case .stored, .lazy, .generated, .softDelete: nil
    case .version: "1"
    case .createdAt(let clock), .updatedAt(let clock): clock.sql
    }
  }

  /// Whether `save`, which inserts a complete row, binds the column.
  var isBound: Bool {
    switch self {
    case .stored, .version, .createdAt, .softDelete: true
    case .lazy, .generated, .updatedAt: false
    }
  }

  /// The assignment that every statement that changes a row adds: `"version" = "version" + 1`; `nil` if the program sets the column.
  /// If the row to insert, `excluded`, has the time already, that is set, because Citus refuses the clock there.
  func refreshment(of column: String, isInserted: Bool = false) -> String? {
    let name = SQLNames.quoted(column)
    return switch self {
    case .version: "\(name) = \(name) + 1"
    case .updatedAt(let clock): "\(name) = \(isInserted ? "excluded.\(name)" : clock.sql)"
    case .stored, .lazy, .generated, .createdAt, .softDelete: nil
    }
  }

  /// Whether the database can change the column when another column of the row changes.
  var isRefreshed: Bool {
    switch self {
    case .generated, .version, .updatedAt: true
    case .stored, .lazy, .createdAt, .softDelete: false
    }
  }
}

/// The database's clock, in the form in which a column stores dates.
///
/// The runtime's `_DatabaseClock` contains the same expressions for updates of many rows. The two modules don't import
/// each other; a test checks that their SQL is the same.
public enum DateClock: String, Hashable, Sendable, CaseIterable {
  case text, iso8601Milliseconds, unixSeconds, unixMilliseconds, julianDay, referenceDate

  /// The expression. Source: SQLite, "Date And Time Functions", sections 2 and 3.
  var sql: String {
    switch self {
    case .text: "rtrim(rtrim(strftime('%Y-%m-%d %H:%M:%f', 'now'), '0'), '.')"
    case .iso8601Milliseconds: "strftime('%Y-%m-%d %H:%M:%f', 'now')"
    case .unixSeconds: "CAST(strftime('%s', 'now') AS INTEGER)"
    case .unixMilliseconds: "CAST(round((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)"
    case .julianDay: "julianday('now')"
    case .referenceDate: "round((julianday('now') - 2451910.5) * 86400000.0) / 1000.0"
    }
  }
}

/// A column that the database fills whenever a row is written: a version, the time of a change, a generated column.
///
/// A column that is filled once, when the row is inserted, is not among these: its default does that.
public struct FilledColumn: Hashable, Sendable {
  /// What fills the column.
  public enum Kind: Hashable, Sendable {
    /// Computed from other columns; no statement sets it.
    case generated
    /// The number before, plus one: `"version" = t0."version" + 1`.
    case version
    /// The time of the statement.
    case updatedAt(DatabaseClock)
    /// The time of the deletion; `NULL` in a row that is not deleted.
    case deletedAt(DatabaseClock)
  }

  /// The name in the database.
  public let name: String
  /// What fills it.
  public let kind: Kind

  /// Whether a row brings a value of it to the database, as it does when it is inserted by `save`.
  var isBound: Bool {
    switch kind {
    case .generated, .updatedAt: false
    case .version, .deletedAt: true
    }
  }

  /// A column of this name.
  public init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// The time as the database tells it, in the form in which a column stores dates.
public enum DatabaseClock: String, Hashable, Sendable, CaseIterable {
  /// `2026-11-21 08:30:00.25`, as ``Foundation/Date`` is stored: no zero ends the fraction.
  case text
  /// Seconds since 1970, as ``UnixSeconds`` are.
  case unixSeconds
  /// Milliseconds since 1970, as ``UnixMilliseconds`` are.
  case unixMilliseconds
  /// Days since noon in Greenwich on November 24, 4714 B.C., as ``JulianDay`` is.
  case julianDay
  /// Seconds since the beginning of 2001, as ``ReferenceDate`` is.
  case referenceDate

  /// The expression in SQLite's SQL. Every use of it in one statement gives one time.
  /// Source: SQLite, "Date And Time Functions", sections 2 and 3.
  var sqlite: StaticString {
    switch self {
    case .text: "rtrim(rtrim(strftime('%Y-%m-%d %H:%M:%f', 'now'), '0'), '.')"
    case .unixSeconds: "CAST(strftime('%s', 'now') AS INTEGER)"
    case .unixMilliseconds: "CAST(round((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)"
    case .julianDay: "julianday('now')"
    case .referenceDate: "round((julianday('now') - 2451910.5) * 86400000.0) / 1000.0"
    }
  }
}

import PostilCatalog
import PostilSQL
import PostilSchema

/// How a database's timestamps are read: as `Date`, or all as `String` if a `Date` would be written back as a different text.
///
/// A `Date` counts in binary fractions of a second, and its text has no trailing zeros: `12.002002` becomes
/// `12.002002001`, and `12.50` becomes `12.5`. A program usually writes all timestamps in the same form, so one such
/// value decides for the whole database. A column whose values all have exactly three digits is a `Date` in a form of its own.
struct TimestampConvention {
  /// The reason why timestamps are read as `String`; `nil` if they are dates.
  private(set) var reason: String?
  /// Whether all timestamps of the database have exactly three digits, so those that are written later will too.
  private(set) var hasMilliseconds = false

  init() {}

  init(_ catalog: DatabaseCatalog, _ samples: DatabaseSample) {
    var hasOthers = false
    for table in catalog.tables where !table.isVirtual {
      for column in table.columns {
        guard let sample = samples[table.name][column.name], sample.isAll(sample.texts), sample.isTimestamps,
          TypeGuess.meansTime(column.name, column.declaredType, column.defaultExpression)
        else { continue }
        if sample.fits(.iso8601Milliseconds) {
          hasMilliseconds = true
          continue
        }
        hasOthers = true
        guard reason == nil, let changed = sample.changedTimestamp else { continue }
        reason =
          "a 'Date' can't represent every timestamp of this database: \(SQLText.literal(changed.found)) in "
          + "'\(table.name).\(column.name)' would be written back as \(SQLText.literal(changed.written))"
      }
    }
    if hasOthers { hasMilliseconds = false }
  }
}

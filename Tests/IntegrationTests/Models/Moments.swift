import Foundation
import Postil

/// A point in time in every form that a column has for it.
// @table
struct Moment: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var text: Date
  var seconds: Date  // @store(as: unixSeconds)
  var milliseconds: Date  // @store(as: unixMilliseconds)
  var textMilliseconds: Date  // @store(as: iso8601Milliseconds)
  var julianDay: Date  // @store(as: julianDay)
  var referenceDate: Date  // @store(as: referenceDate)
  var day: DateComponents  // @store(as: day)
  var laterText: Date?
  var laterSeconds: Date?  // @store(as: unixSeconds)
  var laterDay: DateComponents?  // @store(as: day)
  var span = 0
  var note: Note?  // @json
  var notes: [Note] = []  // @json

  /// Members that are called as what dates and expressions have.
  struct Note: Codable, Hashable, Sendable {
    var year = 1
    var day = "first"
    var second: Int?
    var writtenAt: Date?
    var formatted = true
  }
}

/// When a moment was, in several forms.
// @projection
struct MomentTimes: Hashable, Sendable {
  var text: Date
  var seconds: Date  // @store(as: unixSeconds)
  var milliseconds: Date?  // @store(as: unixMilliseconds)
  var julianDay: Date  // @store(as: julianDay)
  var referenceDate: Date  // @store(as: referenceDate)
  var day: DateComponents  // @store(as: day)
}

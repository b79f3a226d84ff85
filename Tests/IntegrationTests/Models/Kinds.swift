import Foundation
import Postil

/// A trip, planned with its days and what is seen on each.
// @table
// @hasMany(days: Day, inverse: trip)
// @hasOne(ticket: Ticket, inverse: trip)
struct Trip: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var title: String  // @unique
}

// @table
// @hasMany(sights: Sight, inverse: day)
struct Day: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String

  // @references(onDelete: cascade)
  let tripID: Trip.ID
}

// @table
struct Sight: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var place: String  // @check("length(place) > 0")

  // @references(onDelete: cascade)
  var dayID: Day.ID
}

// @table
struct Ticket: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var number: String

  // @references(onDelete: cascade) @unique
  var tripID: Trip.ID
}

/// A folder, and the folders in it.
// @table
// @hasMany(folders: Folder, inverse: parent)
// @manyToMany(links: Folder, inverse: linkedFrom)
struct Folder: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String

  // @references(onDelete: cascade)
  var parentID: Folder.ID?
}

// @table
// @manyToMany(courses: Course, through: Enrolment, inverse: students)
// @hasMany(enrolments: Enrolment, inverse: student)
struct Student: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
}

// @table
struct Course: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var title: String
}

/// A student in a course: a pair with columns of its own.
// @table
// @unique(studentID, courseID)
struct Enrolment: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  // @references(onDelete: cascade)
  let studentID: Student.ID
  // @references(inverse: enrolments, onDelete: cascade)
  let courseID: Course.ID
  var grade: Int?
  var isPaid = false
}

// @table
// @manyToMany(follows: Person, through: Following, from: follower, to: followed, inverse: followers)
struct Person: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
}

/// Who follows whom; there is no pair without its date, so pairs are added by their drafts alone.
// @table
struct Following: Codable, Hashable, Sendable {
  // @primaryKey @references(onDelete: cascade)
  let followerID: Person.ID
  // @primaryKey @references(onDelete: cascade)
  let followedID: Person.ID
  var since: Date
}

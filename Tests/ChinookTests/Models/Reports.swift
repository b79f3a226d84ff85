import Foundation
import Postil

// What the questions are answered with, where a tuple will not do.

/// An employee with the number of bosses above, and the names from the top.
// @projection
struct Place: Hashable, Sendable {
  let id: Employee.ID
  let level: Int
  let path: String
}

/// What a customer has spent, and the place among those of the same country.
// @projection
struct Spending: Hashable, Sendable {
  let name: String
  let country: String?
  let total: Double?
  let place: Int
}

/// What was sold of a genre.
// @projection
struct GenreRevenue: Hashable, Sendable {
  let name: String?
  let revenue: Double?
}

/// A track, and its place among those of its genre.
// @projection
struct RankedTrack: Hashable, Sendable {
  let genre: String?
  let name: String
  let milliseconds: Int
  let place: Int
}

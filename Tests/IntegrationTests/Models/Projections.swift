import Foundation
import Postil

/// A book as the list at the desk shows it.
// @projection
struct BookLine: Hashable, Sendable {
  let title: String
  let author: String
  let shelf: String?
  let subjectCount: Int
}

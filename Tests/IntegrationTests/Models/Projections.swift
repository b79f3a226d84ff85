import Foundation
import Postil

/// A book in the list at the front desk.
// @projection
struct BookLine: Hashable, Sendable {
  let title: String
  let author: String
  let shelf: String?
  let subjectCount: Int
}

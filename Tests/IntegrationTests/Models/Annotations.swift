import Foundation
import Postil

// @table("club_member")
// @unique(number, year)
// @unique(email, where: "left_at IS NULL", name: "club_member_active_email")
// @index(joinedAt.descending)
// @index(name, where: "left_at IS NULL")
// @check("left_at IS NULL OR left_at >= joined_at", name: "club_member_dates")
struct Member: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var number: Int32
  var year: Int16
  var name: String
  var email: String  // @column("e_mail") @collate(nocase)
  var joinedAt: Date  // @default(sql: "datetime('now')")
  var leftAt: Date?
  var isSelected = false  // @transient  only on the screen
}

// @table
struct HTTPRequest: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var urlString: String
  var sentAt: Date
  var isHTTPS: Bool
  var viaIDs: String
  var `default`: String  // @column("default_value")
}

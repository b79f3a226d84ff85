import Postil

// Import notes for 'auth_user':
// - 'last_login', 'date_joined' are 'String', because a 'Date' can't represent every timestamp of this database:
//   '2024-02-03 04:05:06.070809' in 'auth_user.last_login' would be written back as '2024-02-03 04:05:06.070809007'

// @table(sql: """
//   CREATE TABLE "auth_user" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "password" varchar(128) NOT NULL, "last_login" datetime NULL, "is_superuser" bool NOT NULL, "username" varchar(150) NOT NULL UNIQUE, "email" varchar(254) NOT NULL, "is_active" bool NOT NULL, "date_joined" datetime NOT NULL)
//   """)
struct AuthUser: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var password: String
  var lastLogin: String?
  var isSuperuser: Bool
  var username: String  // @unique
  var email: String
  var isActive: Bool
  var dateJoined: String
}

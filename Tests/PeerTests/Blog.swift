import Foundation
import Postil
import Testing

/// A blog with the same rows in each test.
enum Blog {
  static func store() throws -> Store {
    let store = try emptyStore()
    try store.write { db in
      let start = Date(timeIntervalSince1970: 1_700_000_000)
      let teams = try ["Red", "Blue", "Empty"].map { try Team.Draft(name: $0).insert(in: db) }
      var users: [Writer] = []
      for (index, name) in ["Ann", "Ben", "Cid", "Dee", "Eve", "Fay", "Gus"].enumerated() {
        users.append(
          try Writer.Draft(
            name: name, email: "\(name.lowercased())@example.com", joinedAt: start + Double(index) * 2_000_000,
            managerID: index == 0 ? nil : users[(index - 1) / 2].id, teamID: index == 6 ? nil : teams[index % 2].id
          ).insert(in: db))
      }
      let tags = try ["swift", "sql", "linux", "food"].map { try Tag.Draft(name: $0).insert(in: db) }
      for index in 0..<40 {
        let post = try Post.Draft(
          title: "Post \(index * 7 % 40)", views: index * 37 % 101, isPublished: index % 3 != 0,
          createdAt: start + Double(index) * 900_000, authorID: users[index * index % 6].id
        ).insert(in: db)
        try post.addToTags(contentsOf: tags.enumerated().filter { index % ($0.offset + 2) == 0 }.map(\.element), in: db)
        for number in 0..<index % 4 {
          _ = try Comment.Draft(text: "\(index).\(number)", postID: post.id, authorID: users[(index + number) % 7].id)
            .insert(in: db)
        }
      }
      for index in 0..<100 {
        _ = try Measurement.Draft(
          sensor: ["a", "b", "c"][index % 3], measuredAt: start + Double(index) * 311, value: Double(index * 17 % 29)
        ).insert(in: db)
      }
    }
    return store
  }

  /// The posts that a query by hand finds, in its order.
  static func posts(_ sql: RawSQL, in db: some ReadTransaction) throws -> [Post] {
    try RawSQL("SELECT p.* FROM post p \(sql)").as(Post.self).fetchAll(in: db)
  }

  /// The users that a query by hand finds, in its order.
  static func users(_ sql: RawSQL, in db: some ReadTransaction) throws -> [Writer] {
    try RawSQL("SELECT u.* FROM writer u \(sql)").as(Writer.self).fetchAll(in: db)
  }
}

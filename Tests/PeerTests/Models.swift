import Foundation
import Postil

/// Somebody who writes.
// @table
struct Writer: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
  var email: String  // @unique
  var joinedAt: Date

  // @references(inverse: reports)
  var managerID: Writer.ID?

  // @references(inverse: members)
  var teamID: Team.ID?
}

// @table
struct Team: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String
}

// @table
struct Post: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var title: String
  var views = 0
  var isPublished = true
  var createdAt: Date

  // @references(inverse: posts, onDelete: cascade)
  var authorID: Writer.ID

  // @manyToMany(tags: Tag, inverse: posts)
}

// @table
struct Comment: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var text: String

  // @references(inverse: comments, onDelete: cascade)
  var postID: Post.ID

  // @references(inverse: comments, onDelete: cascade)
  var authorID: Writer.ID
}

// @table
struct Tag: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique
}

/// A value that a sensor measured.
// @table
struct Measurement: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var sensor: String
  var measuredAt: Date
  var value: Double
}

/// A time in each form.
// @table
struct Moment: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var text: Date
  var seconds: Date  // @store(as: unixSeconds)
  var milliseconds: Date  // @store(as: unixMilliseconds)
  var julian: Date  // @store(as: julianDay)
  var reference: Date  // @store(as: referenceDate)
}

/// Somebody with friends.
// @table
struct Person: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String  // @unique

  // @manyToMany(friends: Person, inverse: friendsOf)
}

/// A vote about a post or a comment.
// @table
// @check("(post_id IS NULL) <> (comment_id IS NULL)")
struct Vote: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var points = 1

  // @references(inverse: votes, onDelete: cascade)
  var postID: Post.ID?

  // @references(inverse: votes, onDelete: cascade)
  var commentID: Comment.ID?
}

extension Vote {
  /// What a vote is about.
  enum Subject: Hashable, Sendable {
    case post(Post.ID)
    case comment(Comment.ID)
  }

  var subject: Subject? { postID.map { .post($0) } ?? commentID.map { .comment($0) } }
}

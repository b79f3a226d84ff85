import Foundation
import Postil

/// A box, with labels in every kind of to-many relationship; their keys are texts.
// @table
struct Box: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  var name: String

  // @manyToMany(marks: BoxLabel, inverse: markedBoxes)
  // @manyToMany(seals: BoxLabel, through: Seal, inverse: sealedBoxes)
  // @manyToMany(levels: Level, inverse: boxes)
}

// @table
struct BoxLabel: Codable, Hashable, Identifiable, Sendable {
  let id: String

  // @references(inverse: labels)
  var boxID: Box.ID?
}

/// That a label seals a box.
// @table
// @unique(boxID, labelID)
struct Seal: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  // @references(inverse: sealings, onDelete: cascade)
  let boxID: Box.ID
  // @references(inverse: sealings, onDelete: cascade)
  let labelID: BoxLabel.ID
  var note: String?
}

// @table
struct Level: Codable, Hashable, Identifiable, Sendable {
  let id: Date
}

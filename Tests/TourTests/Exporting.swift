import Postil

/// Rows as the studio exports them.
enum Exporting {
  static var tags: [Tag.Draft] {
    let rows: [Tag.Draft] = [
      Tag.Draft(name: "urgent"),  // Tag.ID(1)
      Tag.Draft(name: "waiting"),  // Tag.ID(2)
    ]
    return rows
  }
}

import Foundation
import Items
import Postil

/// Fills a database for development. It can run at every start.
func seed(_ db: some WriteTransaction) throws {
  let home = try Project.Draft(name: "Home").upsert(on: { $0.name }, in: db)
  let urgent = try Tag.Draft(name: "urgent").upsert(on: { $0.name }, in: db)
  guard try !home.items.where({ $0.title == "Oil the door" }).exists(in: db) else { return }
  let item = try Item.Draft(title: "Oil the door", priority: .high, projectID: home.id).insert(in: db)
  try item.addToTags(urgent, in: db)
}

func seedTags(from file: Data, _ store: SQLiteStore) throws {
  let drafts = try JSONDecoder().decode([Tag.Draft].self, from: file)
  try store.write { db in
    for draft in drafts { _ = try draft.upsert(on: { $0.name }, in: db) }
  }
}

import BenchmarkHarness
import GRDB

/// An entry with what belongs to it: what `including(all:)` is decoded into.
private struct EntryWithMembers: FetchableRecord {
  var entry: Entry
  var tags: [Tag]
  var steps: [Step]

  init(row: Row) {
    entry = Entry(row: row)
    tags = row["tags"]
    steps = row["steps"]
  }
}

private struct Tag: FetchableRecord, TableRecord {
  static let databaseTableName = "tag"
  var id: Int64
  var name: String

  init(row: Row) {
    id = row[0]
    name = row[1]
  }
}

private struct Step: FetchableRecord, TableRecord {
  static let databaseTableName = "step"
  var id: Int64
  var text: String

  init(row: Row) {
    id = row[0]
    text = row[1]
  }
}

private struct Tagging: TableRecord {
  static let databaseTableName = "entry_tags"
  static let tag = belongsTo(Tag.self)
}

extension Entry {
  fileprivate static let taggings = hasMany(Tagging.self)
  fileprivate static let tags = hasMany(Tag.self, through: taggings, using: Tagging.tag).forKey("tags")
  fileprivate static let steps = hasMany(Step.self).forKey("steps")
}

extension WithGRDB {
  package static func builtQuery(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial { stopwatch in
        try pool.read { db in
          try stopwatch.measure {
            var digest = Digest()
            for (name, key) in zip(fixture.names, fixture.keys) {
              let entries = try Entry.joining(required: Entry.folder.filter(Column("name") == name))
                .filter(Column("quantity") > key)
                .filter(!Column("done") && Column("price") >= 1 && Column("due_at") != nil)
                .order(Column("price").desc, Column("id"))
                .limit(10)
                .fetchAll(db)
              for entry in entries { entry.add(to: &digest) }
            }
            return digest
          }
        }
      }
    ]
  }

  package static func eagerLoading(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial { stopwatch in
        try pool.read { db in
          let rows = try stopwatch.measure {
            try Entry.including(all: Entry.tags).including(all: Entry.steps).asRequest(of: EntryWithMembers.self)
              .fetchAll(db)
          }
          var digest = Digest()
          for row in rows {
            row.entry.add(to: &digest)
            for tag in row.tags { digest.add(member: tag.id, text: tag.name, of: row.entry.id) }
            for step in row.steps { digest.add(member: step.id, text: step.text, of: row.entry.id) }
          }
          return digest
        }
      }
    ]
  }

  package static func aggregates(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial { stopwatch in
        try pool.read { db in
          try stopwatch.measure {
            var digest = Digest()
            let groups = Entry.select(
              Column("folder_id"), count(Column("id")), sum(Column("quantity")), average(Column("price")),
              max(Column("rank"))
            ).group(Column("folder_id")).having(count(Column("id")) > 1)
            let rows = try Row.fetchCursor(db, groups)
            while let row = try rows.next() {
              digest.add(group: row[0], rows: row[1], sum: row[2], mean: row[3], maximum: row[4])
            }
            return digest
          }
        }
      }
    ]
  }
}

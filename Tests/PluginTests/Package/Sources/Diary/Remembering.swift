import Postil

/// Opens a diary, of whatever version, writes an entry and gives the texts of all.
public func remember(_ text: String, in path: String) throws -> [String] {
  let store = try SQLiteStore(path: path, schema: DiarySchema.self, migrations: DiarySchema.migrations)
  return try store.write { db in
    _ = try Entry.Draft(text: text).insert(in: db)
    return try Entry.order { $0.id }.fetchAll(in: db).map(\.text)
  }
}

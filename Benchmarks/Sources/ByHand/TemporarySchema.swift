extension ByHand {
  package static func createDatabase(at path: String) throws {
    try Connection(path).execute(
      """
      CREATE TABLE folder (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
      CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
      CREATE TABLE entry (id INTEGER PRIMARY KEY, title TEXT NOT NULL, note TEXT NOT NULL, quantity INTEGER NOT NULL,
        rank INTEGER NOT NULL, price REAL NOT NULL, done INTEGER NOT NULL DEFAULT 0, due_at TEXT, folder_id INTEGER NOT NULL,
        CONSTRAINT entry_folder_fk FOREIGN KEY (folder_id) REFERENCES folder (id) ON DELETE CASCADE) STRICT;
      CREATE INDEX entry_folder_id_index ON entry (folder_id);
      CREATE TABLE step (id INTEGER PRIMARY KEY, text TEXT NOT NULL, done INTEGER NOT NULL,
        entry_id INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE) STRICT;
      CREATE INDEX step_entry_id_index ON step (entry_id);
      CREATE TABLE entry_tags (entry_id INTEGER NOT NULL REFERENCES entry (id) ON DELETE CASCADE,
        tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE, PRIMARY KEY (entry_id, tag_id)) STRICT, WITHOUT ROWID;
      CREATE INDEX entry_tags_tag_id_index ON entry_tags (tag_id, entry_id);
      """)
  }
}

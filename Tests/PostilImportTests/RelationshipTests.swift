import Testing

@Suite("Imported relationships")
struct RelationshipTests {
  private func notes(_ sample: Sample, _ name: String) throws -> [String] {
    try sample.text(name).split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { $0.hasPrefix("// @references") || $0.hasPrefix("// @manyToMany") }.map { String($0.dropFirst(3)) }
  }

  @Test("Relationships are named after their columns, and inverses after the tables")
  func names() throws {
    let sample = try Sample(
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY, boss INTEGER REFERENCES people, parent_id INTEGER REFERENCES people);
      CREATE TABLE countries (code TEXT PRIMARY KEY NOT NULL);
      CREATE TABLE cities (id INTEGER PRIMARY KEY, country_code TEXT NOT NULL REFERENCES countries ON DELETE CASCADE,
        mayor_id INTEGER NOT NULL UNIQUE REFERENCES people ON DELETE RESTRICT, mayor TEXT,
        founder_id INTEGER REFERENCES people ON DELETE SET NULL);
      CREATE INDEX by_country ON cities (country_code);
      """)
    #expect(
      try notes(sample, "Person") == [
        #"@references(inverse: peopleByBoss, onDelete: noAction, unindexed) @column("boss")"#,
        "@references(inverse: children, onDelete: noAction, unindexed)",
      ])
    #expect(
      try notes(sample, "City") == [
        "@references(country: Country, from: countryCode, inverse: cities, onDelete: cascade)",
        "@references(person: Person, from: mayorID, inverse: cityByPerson)",
        "@references(inverse: citiesByFounder, unindexed)",
      ])
    #expect(try sample.members("City").contains("var founderID: Person.ID?"))
  }

  @Test("A multi-column reference names its columns in the order of the key's properties")
  func composite() throws {
    let sample = try Sample(
      """
      CREATE TABLE edition (printing INT NOT NULL, isbn TEXT NOT NULL, PRIMARY KEY (isbn, printing));
      CREATE TABLE copy (id INTEGER PRIMARY KEY, isbn TEXT NOT NULL, p INT NOT NULL,
        FOREIGN KEY (isbn, p) REFERENCES edition (isbn, printing));
      CREATE TABLE page (isbn TEXT NOT NULL, printing INT NOT NULL, number INT NOT NULL,
        PRIMARY KEY (isbn, printing, number), FOREIGN KEY (isbn, printing) REFERENCES edition);
      """)
    #expect(
      try notes(sample, "Copy") == [
        "@references(edition: Edition, from: p, isbn, inverse: copies, onDelete: noAction, unindexed)"
      ])
    #expect(
      try notes(sample, "Page") == [
        "@references(edition: Edition, from: printing, isbn, inverse: pages, onDelete: noAction)"
      ])
  }

  @Test("The trigger that nullifies a part of a reference becomes its delete rule, unless it does something else")
  func nullification() throws {
    func animals(_ condition: String) -> String {
      """
      CREATE TABLE animal (farm INTEGER NOT NULL, number INTEGER NOT NULL, mother INTEGER, PRIMARY KEY (farm, number),
        FOREIGN KEY (farm, mother) REFERENCES animal (farm, number));
      CREATE TRIGGER animal_farm_mother_nullify_trigger AFTER DELETE ON animal FOR EACH ROW BEGIN
        UPDATE animal SET mother = NULL WHERE \(condition); END;
      INSERT INTO animal VALUES (1, 1, NULL), (1, 2, 1);
      """
    }
    let condition = "farm = OLD.farm AND mother = OLD.number"
    let sample = try Sample(animals(condition))
    #expect(
      try notes(sample, "Animal") == [
        "@references(animal: Animal, from: farm, mother, inverse: animalsByAnimal, onDelete: nullify, unindexed)"
      ])
    #expect(try !sample.text("Animal").contains("@trigger"))
    let other = try Sample(animals(condition + " AND number > 1"))
    #expect(
      try notes(other, "Animal") == [
        "@references(animal: Animal, from: farm, mother, inverse: animalsByAnimal, onDelete: noAction, unindexed)"
      ])
    #expect(try other.text("Animal").contains("@trigger"))
  }

  @Test("Two references that form a key are a many-to-many, also between a table and itself")
  func manyToMany() throws {
    let sample = try Sample(
      """
      CREATE TABLE posts (id INTEGER PRIMARY KEY); CREATE TABLE tags (name TEXT PRIMARY KEY NOT NULL);
      CREATE TABLE post_tags (post_id INTEGER NOT NULL REFERENCES posts, tag TEXT NOT NULL REFERENCES tags, at TEXT,
        UNIQUE (post_id, tag));
      CREATE TABLE users (id INTEGER PRIMARY KEY);
      CREATE TABLE follows (follower_id INTEGER REFERENCES users, followed_id INTEGER REFERENCES users,
        PRIMARY KEY (follower_id, followed_id)) WITHOUT ROWID;
      """)
    #expect(try notes(sample, "Post") == ["@manyToMany(tags: Tag, through: PostTag, inverse: posts)"])
    #expect(
      try notes(sample, "User") == [
        "@manyToMany(followeds: User, through: Follow, from: follower, to: followed, inverse: followers)"
      ])
  }

  @Test("A foreign key that can't be annotated is commented, and its columns are kept")
  func impossible() throws {
    let sample = try Sample(
      """
      CREATE TABLE u (id INTEGER PRIMARY KEY, code TEXT UNIQUE);
      CREATE TABLE r (id INTEGER PRIMARY KEY, code TEXT REFERENCES u (code), gone INT REFERENCES nowhere,
        me INTEGER NOT NULL REFERENCES r, d INT DEFAULT 1 REFERENCES u ON DELETE SET DEFAULT,
        n INTEGER NOT NULL REFERENCES u ON DELETE SET NULL);
      """)
    let remarks = try sample.remarks("R")
    #expect(
      remarks == [
        "the foreign key from 'code' to 'u' is only in the statement, without a relationship: it references columns other than "
          + "the key of 'u'",
        "the foreign key from 'gone' to 'nowhere' is only in the statement, without a relationship: the table 'nowhere' doesn't "
          + "exist, so SQLite refuses to write to 'r' while it enforces foreign keys",
        "the foreign key from 'me' to 'r' is only in the statement, without a relationship: 'R.meID' requires a row of its own "
          + "table, so the first row could never be inserted; make it optional",
        "the foreign key from 'd' has 'ON DELETE SET DEFAULT', which only the statement contains: 'onDelete:' has no such value "
          + "and is 'noAction'",
        "the foreign key from 'n' has 'ON DELETE SET NULL' on a NOT NULL column, so the delete fails; 'onDelete:' is 'noAction'",
      ])
    #expect(try sample.members("R").contains("var gone: Int?"))
  }
}

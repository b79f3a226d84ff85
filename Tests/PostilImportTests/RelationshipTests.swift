import Testing

@Suite("Relationships of an import")
struct RelationshipTests {
  private func notes(_ sample: Sample, _ name: String) throws -> [String] {
    try sample.text(name).split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { $0.hasPrefix("// @references") || $0.hasPrefix("// @manyToMany") }.map { String($0.dropFirst(3)) }
  }

  @Test("are called after their columns, and their inverses after the tables")
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

  @Test("over several columns name them in the order of the key's properties")
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

  @Test("of two references that are a key are many-to-many, of people and themselves too")
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

  @Test("that cannot be said are told, and the columns stay")
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
      remarks.contains("from 'code' to 'u' stays in the statement, without a relationship: it refers to other columns"))
    #expect(
      remarks.contains(
        "from 'gone' to 'nowhere' stays in the statement, without a relationship: there is no table 'nowhere', so"))
    #expect(remarks.contains("from 'me' to 'r' stays in the statement, without a relationship"))
    #expect(remarks.contains("'ON DELETE SET DEFAULT'"))
    #expect(remarks.contains("'ON DELETE SET NULL' of a column that is NOT NULL"))
    #expect(try sample.members("R").contains("var gone: Int?"))
  }
}

import Postil
import Testing

/// References that the database doesn't enforce: typed keys with paths, operations and inverses, without a constraint.
@Suite("References without a foreign key")
struct UnenforcedReferenceTests {
  private let store: SQLiteStore

  init() throws { store = try SQLiteStore.inMemory(schema: CombinationsSchema.self) }

  @Test("Paths, joins, inverses and operations work as with a foreign key")
  func relationships() throws {
    try store.write { db in
      let (alien, aliens) = (
        try Film.Draft(title: "Alien").insert(in: db), try Film.Draft(title: "Aliens").insert(in: db)
      )
      let ripley = try Casting.Draft(role: "Ripley", filmID: alien.id).insert(in: db)
      let newt = try Casting.Draft(role: "Newt", filmID: aliens.id, originID: alien.id).insert(in: db)
      #expect(try Casting.where { $0.film.title == "Aliens" }.fetchAll(in: db) == [newt])
      #expect(
        try Casting.order { $0.id }.select { ($0.role, $0.origin.title) }.fetchAll(in: db).map(\.1) == [nil, "Alien"])
      #expect(try Casting.join(Film.self) { $0.filmID == $1.id }.count(in: db) == 2)
      #expect(try Film.where { $0.castings.any { $0.role == "Ripley" } }.fetchAll(in: db) == [alien])
      #expect(
        try Film.all.with { ($0.castings, $0.copies) }.fetchAll(in: db).map { _, _, copies in copies.count } == [1, 0])
      #expect(try ripley.film(in: db) == alien)
      try aliens.addToCastings(ripley, in: db)
      #expect(try aliens.castings.count(in: db) == 2)
      #expect(try alien.removeAllFromCopies(in: db) == 1)
      #expect(try newt.setOrigin(aliens, in: db).originID == aliens.id)
    }
  }

  @Test("A parent can be missing, and deleting it has no effect")
  func missing() throws {
    try store.write { db in
      let film = try Film.Draft(title: "lost").insert(in: db)
      let role = try Casting.Draft(role: "nobody", filmID: film.id).insert(in: db)
      let review = try Review.Draft(stars: 1, filmID: film.id).insert(in: db)
      try film.delete(in: db)
      #expect(try Casting.all.fetchAll(in: db) == [role])
      #expect(throws: RecordNotFound.self) { try review.film(in: db) }
      #expect(try Review.select { $0.film.title }.fetchAll(in: db).isEmpty)
      #expect(
        try Review.where { review in !Film.where { $0.id == review.filmID }.exists() }.fetchAll(in: db) == [review])
    }
  }

  @Test("The schema contains an index, but no constraint")
  func schema() {
    #expect(CombinationsSchema.ddl.contains(#"CREATE INDEX "review_film_id_idx" ON "review" ("film_id")"#))
    #expect(!CombinationsSchema.ddl.contains("review_film_id_fkey"))
  }
}

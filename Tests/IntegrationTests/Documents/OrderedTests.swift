import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Modeling.md on ordered relationships and on `min:` and `max:`, and their rows in Docs/FromSwiftData.md.
@Suite("The document on ordered relationships and limits")
struct OrderedTests {
  private let store: SQLiteStore
  private let soup: Recipe

  init() throws {
    store = try temporaryStore()
    soup = try store.write { db in
      let soup = try Recipe.Draft(name: "Soup").insert(in: db)
      try Ingredient.Draft(name: "water", recipeID: soup.id).insert(in: db)
      for text in ["boil", "salt", "serve"] { try Direction.Draft(text: text, recipeID: soup.id).insert(in: db) }
      return soup
    }
  }

  @Test("Members are inserted, moved and read in order")
  func order() throws {
    try store.write { db in
      let chop = try Direction.Draft(text: "chop", recipeID: soup.id).insert(in: db)  // new rows are last
      try soup.insertIntoDirections(chop, at: 0, in: db)  // moves it to the beginning
      try soup.moveInDirections(from: 3, to: 1, in: db)  // is at index 1 afterwards
      try Recipe.moveInDirections(from: 1, to: 3, of: soup.id, in: db)  // by ids alone
      let inOrder = try soup.directions.fetchAll(in: db).map(\.text)  // ["chop", "boil", "salt", "serve"]
      let byText = try soup.directions.order { $0.text }.fetchAll(in: db).map(\.text)  // an order of your own

      #expect(inOrder == ["chop", "boil", "salt", "serve"])
      #expect(byText == ["boil", "chop", "salt", "serve"])
    }
  }

  @Test("Pairs have an order too, and are replaced in the given order")
  func pairs() throws {
    try store.write { db in
      let ann = try Cook.Draft(name: "Ann").insert(in: db)
      let bea = try Cook.Draft(name: "Bea").insert(in: db)
      try soup.addToCooks(ann, in: db)
      try soup.insertIntoCooks(bea, at: 0, in: db)
      let cooks = try soup.cooks.fetchAll(in: db)  // Bea, Ann
      try soup.replaceCooks(with: [ann, bea], in: db)

      #expect(cooks == [bea, ann])
      #expect(try soup.cooks.fetchAll(in: db) == [ann, bea])
    }
  }

  @Test(
    "Positions that another program has damaged are an error, not a trap",
    arguments: [
      "UPDATE direction SET directions_position = 9223372036854775807",
      "UPDATE direction SET directions_position = -9223372036854775808",
    ])
  func damage(_ sql: String) throws {
    let file = try TemporaryFile()
    let store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
    let soup = try store.write { db in
      let soup = try Recipe.Draft(name: "Soup").insert(in: db)
      try Ingredient.Draft(name: "water", recipeID: soup.id).insert(in: db)
      for text in ["boil", "salt", "serve"] { try Direction.Draft(text: text, recipeID: soup.id).insert(in: db) }
      return soup
    }
    try RawDatabase(path: file.path).execute("PRAGMA ignore_check_constraints = ON; \(sql)")
    let error = #expect(throws: DatabaseError.self) {
      try store.write { db in try soup.moveInDirections(from: 0, to: 2, in: db) }
    }
    #expect(error?.code == 11)
  }

  @Test("The order survives every operation on the rows")
  func survives() throws {
    let file = try TemporaryFile()
    let store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
    let (soup, stew) = try store.write { db in
      let recipes = try ["Soup", "Stew"].map { try Recipe.Draft(name: $0).insert(in: db) }
      for recipe in recipes {
        try Ingredient.Draft(name: "water", recipeID: recipe.id).insert(in: db)
        for number in 0..<5 { try Direction.Draft(text: "\(recipe.name)\(number)", recipeID: recipe.id).insert(in: db) }
      }
      try recipes[0].moveInDirections(from: 4, to: 0, in: db)
      return (recipes[0], recipes[1])
    }
    let other = try RawDatabase(path: file.path)
    try other.execute("INSERT INTO direction (text, recipe_id) VALUES ('by hand', \(soup.id.rawValue))")
    try other.execute("DELETE FROM direction WHERE text = 'Soup1'")
    try store.write { db in
      try Direction.where { $0.text == "Stew2" }.update(in: db) { [$0.recipeID.set(soup.id)] }
      var second = try soup.directions.fetchAll(in: db)[1]
      second.text = "Soup zero"
      try second.save(in: db)
      #expect(
        try soup.directions.fetchAll(in: db).map(\.text)
          == ["Soup4", "Soup zero", "Soup2", "Soup3", "by hand", "Stew2"])
      #expect(try stew.directions.fetchAll(in: db).map(\.text) == ["Stew0", "Stew1", "Stew3", "Stew4"])
    }
  }

  @Test("An index out of range is refused")
  func outOfRange() throws {
    let error = #expect(throws: OrderIndexOutOfRange.self) {
      try store.write { db in
        try soup.moveInDirections(from: 0, to: 3, in: db)
      }
    }
    #expect(try error.map { try Document("Errors").says($0.description) } == true)
  }

  @Test("Too many members fail in the statement, and too few before the commit")
  func arity() throws {
    let tooMany = #expect(throws: ConstraintViolation.self) {
      try store.write { db in
        for number in 4...21 { try Direction.Draft(text: "\(number)", recipeID: soup.id).insert(in: db) }
      }
    }
    let tooFew = #expect(throws: ConstraintViolation.self) {
      try store.write { db in
        try Recipe.Draft(name: "Nothing at all").insert(in: db)
      }
    }
    for error in [tooMany, tooFew] {
      #expect(try error.map { try Document("Errors").says($0.description) } == true, "\(String(describing: error))")
    }
    #expect(
      tooMany
        == .arity(relationship: "Recipe.directions", count: 21, bound: .maximum(20), owner: []))
    #expect(
      tooFew
        == .arity(relationship: "Recipe.ingredients", count: 0, bound: .minimum(1), owner: [.integer(2)]))
    try store.write { db in
      let bread = try Recipe.Draft(name: "Bread").insert(in: db)
      try Ingredient.Draft(name: "flour", recipeID: bread.id).insert(in: db)
    }
  }
}

import Foundation
import Postil
import Testing

@testable import FluentImport

@Suite("The database of a Vapor server, through its import")
struct FluentTests {
  private let file: FrameworkDatabase
  private let store: SQLiteStore

  init() throws {
    file = try FrameworkDatabase("Fluent")
    store = try SQLiteStore(path: file.path, schema: FluentImportSchema.self)
  }

  @Test("Rows are read, written and changed")
  func rows() throws {
    let before = try file.contents()
    try store.write { db in
      try FrameworkDatabase.rewrite(Galaxy.self, in: db)
      try FrameworkDatabase.rewrite(Planet.self, in: db)
      try FrameworkDatabase.rewrite(PlanetTag.self, in: db)
      try FrameworkDatabase.rewrite(Tag.self, in: db)
    }
    #expect(try file.contents() == before)
    try store.write { db in
      let galaxy = try Galaxy.where { $0.name == "Milky Way" }.fetchOnly(in: db)
      #expect(
        galaxy.createdAt.map { Date(timeIntervalSince1970: $0) } == Date(timeIntervalSince1970: 1_704_164_645.678901))
      let saturn = try Planet.where { $0.tags.any { $0.name == "ringed" } }.fetchOnly(in: db)
      #expect(saturn.name == "Saturn" && saturn.hasRings)
      try Planet.Draft(name: "Mars", type: "smallRocky", hasRings: false, galaxyID: galaxy.id).insert(in: db)
      #expect(try galaxy.planets.count(in: db) == 3)
    }
  }
}

import Foundation
import Postil

/// Goes around the corners of the generated code; throws where one is wrong.
public func walk() throws -> String {
  let store = try SQLiteStore.inMemory(schema: CornersSchema.self)
  return try store.write { db in
    try expect(try Ticket.Draft().insert(in: db).id == Ticket.ID(1), "a ticket")
    try keys(in: db)
    try blobs(in: db)
    try columns(in: db)
    return "all corners are right"
  }
}

private struct Wrong: Error {
  var what: String
}

private func expect(_ condition: Bool, _ what: String) throws {
  guard condition else { throw Wrong(what: what) }
}

private func keys(in db: some WriteTransaction) throws {
  let france = try Country.Draft(code: "fr", name: "France", continent: "Europe").insert(in: db)
  try expect(france.id == "fr", "a natural key")
  let renamed = try Country.Draft(code: "fr", name: "La France", continent: "?").upsert(on: { $0.code }, in: db)
  try expect(renamed.name == "La France" && renamed.continent == "Europe", "an upsert leaves constants alone")

  let page = try Page.Draft(text: "one").insert(in: db)
  try expect(page.id.rawValue == 1 && page.text == "one", "a key of the model's own type")
  try expect(try Counter.Draft().insert(in: db).id == 1, "a plain integer key")

  let pair = try Pair.Draft(left: 1, right: "a").insert(in: db)
  let again = try Pair.Draft(left: 1, right: "a").upsert(on: { $0.leftAndRight }, in: db)
  try expect(pair == again, "an upsert with nothing to set returns the row")
  try pair.save(in: db)
  try pair.update(in: db)
  try expect(try Pair.find(Pair.ID(left: 1, right: "a"), in: db) == pair, "a composite key")
}

private func blobs(in db: some WriteTransaction) throws {
  let blobs = try (0..<4).map { try Blob.Draft(id: Data([UInt8($0)]), size: $0).insert(in: db) }
  try expect(try blobs[0].addToParts(contentsOf: blobs[1...2], in: db) == 2, "keys that JSON cannot hold")
  try expect(try blobs[0].replaceParts(with: blobs[2...3], in: db) == 4, "replaced by others")
  try expect(try blobs[0].parts.count(in: db) == 2, "two parts")
  let france = try Country.find("fr", in: db)
  try france.addToBlobs(contentsOf: blobs, in: db)
  try france.replaceBlobs(with: blobs.prefix(1), in: db)
  try expect(try france.blobs.fetchAll(in: db).map(\.id) == [Data([0])], "one blob left")
}

private func columns(in db: some WriteTransaction) throws {
  let figure = try Geometry.Figure.Draft(kind: .square).insert(in: db)
  let shape = try Shape.Draft(name: "hall", figureID: figure.id).insert(in: db)
  let draft = Corner.Draft(in: "x", changed: .max, shapeID: shape.id, code: "A")
  let corner = try draft.insert(in: db)
  try expect(abs(corner.madeAt.timeIntervalSinceNow) < 60, "a column that the database fills")
  try expect(try Corner.find(corner.id, in: db).changed == .max, "an unsigned integer")
  try expect(corner.scratch == [1, 2, 3], "a property that is no column")

  let updated = try Corner.Draft(in: "y", changed: 1, shapeID: shape.id, code: "A").upsert(on: { $0.code }, in: db)
  try expect(updated.in == "y" && updated.changed == .max && updated.madeAt == corner.madeAt, "an upsert")
  try expect(try shape.corners.count(in: db) == 1, "a has-many over a constant")
  try expect(try shape.figure(in: db)?.kind == .square, "a type inside a model")

  let moved = try shape.setFigure(nil, in: db)
  try expect(try moved.figureID == nil && Shape.find(shape.id, in: db).figureID == nil, "a reference to nothing")
  do {
    try Shape.addToProbes(Probe.ID(7), of: shape.id, in: db)
    throw Wrong(what: "a row that does not exist was added")
  } catch is RecordNotFound {}
}

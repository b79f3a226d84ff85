import Foundation
import Items
import Postil

/// Writes items, one transaction each, and says on standard output which it was told are safe; a test kills it in the
/// middle. Arguments: the database, and the number of the first item.
@main
struct CrashWriter {
  static func main() throws {
    let store = try SQLiteStore(path: CommandLine.arguments[1], schema: ItemsSchema.self)
    let first = Int(CommandLine.arguments[2]) ?? 0
    let project = try store.write { db in try Project.Draft(name: "project \(first)").insert(in: db) }
    let tag = try store.write { db in try Tag.Draft(name: "tag \(first)").insert(in: db) }
    for number in first... {
      try store.write { db in
        let item = try Item.Draft(title: "item \(number)", projectID: project.id).insert(in: db)
        try item.addToTags(tag, in: db)
        for step in 0..<3 { try Step.Draft(text: "step \(step)", itemID: item.id).insert(in: db) }
      }
      // Written at once and unbuffered: what is printed was acknowledged before.
      FileHandle.standardOutput.write(Data("\(number)\n".utf8))
    }
  }
}

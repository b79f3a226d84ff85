import BenchmarkHarness
import Foundation
import GRDB

/// An entry.
struct Entry: FetchableRecord, PersistableRecord {
  var id: Int64
  var title: String
  var note: String
  var quantity: Int
  var rank: Int32
  var price: Double
  var done: Bool
  var dueAt: Timestamp?
  var folderID: Int64

  static let databaseTableName = "entry"
  static let folder = belongsTo(Folder.self)

  /// Reads the columns by position, as the documentation's "plain struct optimized for fetching performance" does.
  init(row: Row) {
    id = row[0]
    title = row[1]
    note = row[2]
    quantity = row[3]
    rank = row[4]
    price = row[5]
    done = row[6]
    dueAt = row[7]
    folderID = row[8]
  }

  func encode(to container: inout PersistenceContainer) {
    container["id"] = id
    container["title"] = title
    container["note"] = note
    container["quantity"] = quantity
    container["rank"] = rank
    container["price"] = price
    container["done"] = done
    container["due_at"] = dueAt
    container["folder_id"] = folderID
  }

  /// Adds the entry to a digest.
  @inline(__always)
  func add(to digest: inout Digest) {
    digest.add(
      id: id, title: title, note: note, quantity: quantity, rank: rank, price: price, done: done, dueAt: dueAt?.date,
      folderID: folderID)
  }
}

/// An entry that has no key yet.
struct NewEntry: MutablePersistableRecord {
  var id: Int64?
  var values: EntryValues

  static let databaseTableName = "entry"

  init(_ values: EntryValues) { self.values = values }

  func encode(to container: inout PersistenceContainer) {
    container["title"] = values.title
    container["note"] = values.note
    container["quantity"] = values.quantity
    container["rank"] = values.rank
    container["price"] = values.price
    container["done"] = values.done
    container["due_at"] = values.dueAt.map(Timestamp.init)
    container["folder_id"] = values.folderID
  }

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// A folder of entries.
struct Folder: FetchableRecord, TableRecord {
  static let databaseTableName = "folder"
  var id: Int64
  var name: String

  init(row: Row) {
    id = row[0]
    name = row[1]
  }
}

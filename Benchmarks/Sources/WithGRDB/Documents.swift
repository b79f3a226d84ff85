import BenchmarkHarness
import GRDB

/// A document as GRDB's documentation recommends it: a Codable record, whose properties that are no values are JSON.
private struct Document: Codable, FetchableRecord, MutablePersistableRecord {
  struct Address: Codable {
    var street: String
    var city: String
    var number: Int
  }

  static let databaseTableName = "document"
  var id: Int64?
  var title: String
  var address: Address
  var labels: [String]

  init(_ values: DocumentValues) {
    title = values.title
    address = Address(street: values.street, city: values.city, number: values.number)
    labels = values.labels
  }

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

extension WithGRDB {
  package static func insertDocuments(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial { stopwatch in
        try pool.undo { db in
          try stopwatch.measure {
            for values in fixture.documents {
              var document = Document(values)
              try document.insert(db)
            }
          }
          return Digest(
            count: try Document.fetchCount(db),
            sum: UInt64(try Int.fetchOne(db, sql: DocumentValues.sumSQL.description) ?? 0))
        }
      }
    ]
  }

  package static func fetchDocuments(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial { stopwatch in
        try pool.read { db in
          let documents = try stopwatch.measure { try Document.fetchAll(db) }
          var digest = Digest()
          for document in documents {
            digest.add(
              title: document.title, street: document.address.street, city: document.address.city,
              number: document.address.number, labels: document.labels)
          }
          return digest
        }
      }
    ]
  }

  package static func filterDocuments(_ fixture: Fixture) throws -> [Trial] {
    let pool = try pool(fixture)
    return [
      Trial { stopwatch in
        try pool.read { db in
          try stopwatch.measure {
            let count = try Document.filter(
              sql: "json_extract(address, '$.city') = ? AND json_array_length(labels) > ?", arguments: ["Basel", 2]
            ).fetchCount(db)
            return Digest(count: count)
          }
        }
      }
    ]
  }
}

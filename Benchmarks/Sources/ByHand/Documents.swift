import BenchmarkHarness
import Foundation
import SystemSQLite

/// A document, as it is read: Foundation's JSON, by hand.
private struct Document {
  struct Address: Codable {
    var street: String
    var city: String
    var number: Int
  }

  var id: Int64
  var title: String
  var address: Address
  var labels: [String]

  static let columns = "id, title, address, labels"

  init(_ statement: OpaquePointer, _ decoder: JSONDecoder) throws {
    id = sqlite3_column_int64(statement, 0)
    title = statement.text(at: 1)
    address = try decoder.decode(Address.self, from: Data(statement.text(at: 2).utf8))
    labels = try decoder.decode([String].self, from: Data(statement.text(at: 3).utf8))
  }

  func add(to digest: inout Digest) {
    digest.add(title: title, street: address.street, city: address.city, number: address.number, labels: labels)
  }
}

extension ByHand {
  package static func insertDocuments(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let insert = try session.connection.prepare("INSERT INTO document (title, address, labels) VALUES (?1, ?2, ?3)")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [
      Trial { stopwatch in
        try session.undo {
          try stopwatch.measure {
            for row in fixture.documents {
              let address = Document.Address(street: row.street, city: row.city, number: row.number)
              insert.bind(row.title, at: 1)
              insert.bind(String(decoding: try encoder.encode(address), as: UTF8.self), at: 2)
              insert.bind(String(decoding: try encoder.encode(row.labels), as: UTF8.self), at: 3)
              try insert.run(on: session.connection)
            }
          }
          return try digestOfDocuments(session)
        }
      }
    ]
  }

  package static func fetchDocuments(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let select = try session.connection.prepare("SELECT \(Document.columns) FROM document")
    let decoder = JSONDecoder()
    return [
      Trial { stopwatch in
        try session.read {
          let documents = try stopwatch.measure {
            var documents: [Document] = []
            while sqlite3_step(select) == SQLITE_ROW { documents.append(try Document(select, decoder)) }
            sqlite3_reset(select)
            return documents
          }
          var digest = Digest()
          for document in documents { document.add(to: &digest) }
          return digest
        }
      }
    ]
  }

  package static func filterDocuments(_ fixture: Fixture) throws -> [Trial] {
    let session = try Session(fixture)
    let select = try session.connection.prepare(
      "SELECT count(*) FROM document WHERE json_extract(address, '$.city') = ?1 AND json_array_length(labels) > ?2")
    return [
      Trial { stopwatch in
        try session.read {
          try stopwatch.measure {
            select.bind("Basel", at: 1)
            sqlite3_bind_int64(select, 2, 2)
            var digest = Digest()
            try select.forEachRow(on: session.connection) { digest.count = Int(sqlite3_column_int64(select, 0)) }
            return digest
          }
        }
      }
    ]
  }

  /// What `document` holds, whatever way its JSON is written.
  private static func digestOfDocuments(_ session: Session) throws -> Digest {
    Digest(
      count: Int(try session.connection.integer("SELECT count(*) FROM document")),
      sum: UInt64(try session.connection.integer(DocumentValues.sumSQL.description)))
  }

  /// Fills `document`.
  static func addDocuments(_ count: Int, _ connection: Connection) throws {
    let insert = try connection.prepare(
      """
      INSERT INTO document (title, address, labels)
      VALUES (?1, json_object('city', ?2, 'number', ?3, 'street', ?4), ?5)
      """)
    for row in DocumentValues.rows(count) {
      insert.bind(row.title, at: 1)
      insert.bind(row.city, at: 2)
      sqlite3_bind_int64(insert, 3, Int64(row.number))
      insert.bind(row.street, at: 4)
      insert.bind("[" + row.labels.map { "\"\($0)\"" }.joined(separator: ",") + "]", at: 5)
      try insert.run(on: connection)
    }
  }
}

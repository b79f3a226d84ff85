import BenchmarkHarness
import BenchmarkModels
import Postil

extension WithPostil {
  package static func insertDocuments(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    return [
      Trial { stopwatch in
        try Undo.digest {
          try store.write { db in
            try stopwatch.measure { _ = try Document.insert(fixture.documents.lazy.map(\.draft), in: db) }
            throw Undo(
              Digest(
                count: try Document.all.count(in: db),
                sum: try integer(RawSQL(stringLiteral: DocumentValues.sumSQL), in: db)))
          }
        }
      }
    ]
  }

  package static func fetchDocuments(_ fixture: Fixture) throws -> [Trial] {
    let store = try store(fixture)
    return [
      Trial { stopwatch in
        try store.read { db in
          let documents = try stopwatch.measure { try Document.all.fetchAll(in: db) }
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
    let store = try store(fixture)
    return [
      Trial { stopwatch in
        try store.read { db in
          try stopwatch.measure {
            Digest(count: try Document.where { $0.address.city == "Basel" && $0.labels.count > 2 }.count(in: db))
          }
        }
      }
    ]
  }
}

extension DocumentValues {
  /// The values as a draft.
  var draft: Document.Draft {
    Document.Draft(title: title, address: Address(street: street, city: city, number: number), labels: labels)
  }
}

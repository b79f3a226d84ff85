import Foundation
import LibPQ

/// The cases as somebody would write them who uses libpq directly.
struct ByHand {
  let connection: HandConnection
  let fixture: Fixture

  private static let columns = "id, title, note, quantity, rank, price, done, due_at, folder_id"

  func insert(_ stopwatch: Stopwatch) throws -> Digest {
    let statement = try HandStatement(
      """
      INSERT INTO entry (title, note, quantity, rank, price, done, due_at, folder_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id
      """, parameters: 8, on: connection)
    return try connection.undo {
      try stopwatch.measure {
        var digest = Digest()
        for number in 0..<fixture.operations {
          let draft = fixture.draft(number)
          statement.bind(draft.title, at: 0)
          statement.bind(draft.note, at: 1)
          statement.bind(Int64(draft.quantity), at: 2)
          statement.bind(draft.rank, at: 3)
          statement.bind(draft.price, at: 4)
          statement.bind(draft.done, at: 5)
          statement.bind(draft.dueAt, at: 6)
          statement.bind(draft.folderID.rawValue, at: 7)
          try statement.run { result, row in
            guard integer(result, row, 0) > 0 else { throw HandFailure(description: "no key") }
            digest.add(1)
          }
        }
        return digest
      }
    }
  }

  func insertMany(_ stopwatch: Stopwatch) throws -> Digest {
    let drafts = fixture.drafts
    return try connection.undo {
      try stopwatch.measure {
        try connection.copy(
          """
          COPY entry (title, note, quantity, rank, price, done, due_at, folder_id) FROM STDIN (FORMAT binary)
          """
        ) { rows in
          for draft in drafts {
            rows.begin(fields: 8)
            rows.add(draft.title)
            rows.add(draft.note)
            rows.add(Int64(draft.quantity))
            rows.add(draft.rank)
            rows.add(draft.price)
            rows.add(draft.done)
            rows.add(draft.dueAt)
            rows.add(draft.folderID.rawValue)
            try rows.end()
          }
        }
        var digest = Digest()
        for _ in drafts { digest.add(1) }
        return digest
      }
    }
  }

  func lookUp(_ stopwatch: Stopwatch) throws -> Digest {
    let statement = try HandStatement(
      "SELECT \(Self.columns) FROM entry WHERE id = $1", parameters: 1, on: connection)
    return try connection.undo {
      try stopwatch.measure {
        var digest = Digest()
        for key in fixture.keys {
          statement.bind(key, at: 0)
          try statement.run { result, row in digest.add(Entry(result, row)) }
        }
        return digest
      }
    }
  }

  func scan(_ stopwatch: Stopwatch) throws -> Digest {
    try connection.undo {
      try connection.execute("DECLARE by_hand BINARY NO SCROLL CURSOR FOR SELECT \(Self.columns) FROM entry")
      let fetch = try HandStatement("FETCH 1000 FROM by_hand", parameters: 0, on: connection)
      return try stopwatch.measure {
        var digest = Digest()
        while try fetch.run({ result, row in digest.add(Entry(result, row)) }) > 0 {}
        return digest
      }
    }
  }

  func addToTags(members: Int, _ stopwatch: Stopwatch) throws -> Digest {
    let statement = try HandStatement(
      "INSERT INTO entry_tags (entry_id, tag_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", parameters: 2, on: connection)
    let owner = fixture.owner(of: members)
    return try connection.undo {
      try stopwatch.measure {
        var digest = Digest()
        for key in fixture.newTags {
          statement.bind(owner, at: 0)
          statement.bind(key, at: 1)
          try statement.run()
          digest.add(key)
        }
        return digest
      }
    }
  }

  func loadEagerly(_ stopwatch: Stopwatch) throws -> Digest {
    let entries = try HandStatement(
      "SELECT \(Self.columns) FROM entry WHERE id > $1 AND id <= $2 ORDER BY id", parameters: 2, on: connection)
    let tags = try HandStatement(
      """
      SELECT entry_id, tag.id, tag.name FROM entry_tags JOIN tag ON tag.id = tag_id WHERE entry_id = ANY($1)
      """, parameters: 1, on: connection)
    return try connection.undo {
      try stopwatch.measure {
        var digest = Digest()
        for _ in 1...fixture.eagerLoads {
          var loaded: [Entry] = []
          entries.bind(fixture.eagerEntries.lowerBound, at: 0)
          entries.bind(fixture.eagerEntries.upperBound, at: 1)
          try entries.run { result, row in loaded.append(Entry(result, row)) }
          var members: [Int64: [Tag]] = [:]
          tags.bind(loaded.map(\.id.rawValue), at: 0)
          try tags.run { result, row in
            members[integer(result, row, 0), default: []].append(
              Tag(id: Tag.ID(integer(result, row, 1)), name: text(result, row, 2)))
          }
          for entry in loaded {
            digest.add(entry)
            for tag in members[entry.id.rawValue] ?? [] { digest.add(tag.id.rawValue) }
          }
        }
        return digest
      }
    }
  }

  func transactions(_ stopwatch: Stopwatch) throws -> Digest {
    let statement = try HandStatement(
      "SELECT \(Self.columns) FROM entry WHERE id = $1", parameters: 1, on: connection)
    return try stopwatch.measure {
      var digest = Digest()
      for key in fixture.keys {
        try connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        statement.bind(key, at: 0)
        try statement.run { result, row in digest.add(Entry(result, row)) }
        try connection.execute("COMMIT")
      }
      return digest
    }
  }
}

extension Entry {
  fileprivate init(_ result: OpaquePointer, _ row: Int32) {
    self.init(
      id: ID(integer(result, row, 0)), title: text(result, row, 1), note: text(result, row, 2),
      quantity: Int(integer(result, row, 3) as Int64), rank: integer(result, row, 4),
      price: Double(bitPattern: integer(result, row, 5)), done: (integer(result, row, 6) as UInt8) != 0,
      dueAt: PQgetisnull(result, row, 7) == 1
        ? nil
        : Date(timeIntervalSinceReferenceDate: Double((integer(result, row, 7) as Int64) - 31_622_400_000_000) / 1e6),
      folderID: Folder.ID(integer(result, row, 8)))
  }
}

@inline(__always)
private func integer<Value: FixedWidthInteger>(_ result: OpaquePointer, _ row: Int32, _ column: Int32) -> Value {
  guard let bytes = PQgetvalue(result, row, column) else { return 0 }
  return Value(bigEndian: UnsafeRawPointer(bytes).loadUnaligned(as: Value.self))
}

@inline(__always)
private func text(_ result: OpaquePointer, _ row: Int32, _ column: Int32) -> String {
  let bytes = UnsafeRawBufferPointer(
    start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
  return String(decoding: bytes, as: UTF8.self)
}

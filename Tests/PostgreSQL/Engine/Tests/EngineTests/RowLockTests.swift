import Foundation
import Postil
import PostilPostgreSQL
import Testing

extension PostgreSQLEngine {
  @Suite("Locked rows")
  struct RowLocks {
    private let store: PostgreSQLStore

    init() async throws {
      store = try await Server.emptyStore()
      try await store.write { db in
        for name in ["a", "b", "c"] { _ = try Project.Draft(name: name).insert(in: db) }
      }
    }

    @Test("Rows that another transaction has locked are left out, or are an error")
    func skipped() async throws {
      let other = try await PostgreSQLStore(Server.url ?? "", schema: EngineTestsSchema.self)
      let next = Project.order { $0.name }.limit(1)
      try await store.write { db in
        #expect(try next.forUpdate(.skippingLocked).fetchAll(in: db).map(\.name) == ["a"])
        try other.write { (db) throws in
          #expect(try next.forUpdate(.skippingLocked).fetchAll(in: db).map(\.name) == ["b"])
          #expect(try next.fetchAll(in: db).map(\.name) == ["a"])
        }
        let error = #expect(throws: PostgreSQLError.self) {
          try other.write { db in _ = try Project.all.forUpdate(.failing).fetchAll(in: db) }
        }
        #expect(error?.code == "55P03")
      }
      try await other.write { (db) throws in
        #expect(try next.forUpdate(.failing).fetchOnly(in: db).name == "a")
      }
    }

    @Test("Workers that share a queue take each row once")
    func queue() async throws {
      try await store.write { db in
        for number in 0..<97 { _ = try Project.Draft(name: "job \(number)").insert(in: db) }
      }
      let taken = try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 0..<8 {
          group.addTask {
            var names: [String] = []
            while let name = try await store.write({ db in
              try Project.order { $0.id }.limit(1).forUpdate(.skippingLocked).fetchOne(in: db).map { job in
                try job.delete(in: db)
                return job.name
              }
            }) {
              names.append(name)
            }
            return names
          }
        }
        return try await group.reduce(into: [String]()) { $0 += $1 }
      }
      #expect(taken.count == 100 && Set(taken).count == 100)
    }
  }
}

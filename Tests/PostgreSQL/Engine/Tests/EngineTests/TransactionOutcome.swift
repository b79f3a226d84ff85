import Postil
import PostilPostgreSQL
import Testing

/// What a client was told of a transaction of two rows.
enum TransactionOutcome: CaseIterable {
  case committed, refused, unknown

  /// Writes the transaction with a number.
  static func ofWriting(_ number: Int, to store: PostgreSQLStore) async throws -> TransactionOutcome {
    do {
      try await store.write { db in
        _ = try Account.Draft(balance: number).insert(in: db)
        _ = try Account.Draft(balance: -number - 1).insert(in: db)
      }
      return .committed
    } catch let error as ConnectionLost {
      return error.isOutcomeUnknown ? .unknown : .refused
    } catch is PostgreSQLError {
      return .refused
    }
  }

  /// Compares what the clients were told with the rows that are there.
  static func check(_ outcomes: [Int: TransactionOutcome], in store: PostgreSQLStore) async throws {
    let found = Set(try await store.read { db in try Account.all.fetchAll(in: db) }.map(\.balance))
    for (number, outcome) in outcomes {
      // Both rows of a transaction or none.
      #expect(found.contains(number) == found.contains(-number - 1))
      switch outcome {
      case .committed: #expect(found.contains(number), "an acknowledged transaction is missing")
      case .refused: #expect(!found.contains(number), "a refused transaction is there")
      case .unknown: break
      }
    }
    print(allCases.map { outcome in "\(outcomes.values.count { $0 == outcome }) \(outcome)" }.joined(separator: ", "))
  }
}

import Dispatch
import Foundation
import Postil
import PostilPostgreSQL
import Synchronization

/// A store on the database that an environment variable names, for tests that open their stores in functions that don't wait.
public func connectedStore(
  _ variable: String, _ schema: any DatabaseSchema.Type, _ options: PostgreSQLOptions = PostgreSQLOptions(),
  isObserved: Bool = false
) -> Result<PostgreSQLStore, any Error> {
  let url = ProcessInfo.processInfo.environment[variable] ?? ""
  let result = Mutex<Result<PostgreSQLStore, any Error>?>(nil)
  let isReady = DispatchSemaphore(value: 0)
  Task.detached {
    do {
      let store = try await PostgreSQLStore(url, schema: schema, options: options)
      if isObserved { try await store.installObservation(keys: true) }
      result.withLock { $0 = .success(store) }
    } catch {
      result.withLock { $0 = .failure(error) }
    }
    isReady.signal()
  }
  isReady.wait()
  return result.withLock { $0 } ?? .failure(CancellationError())
}

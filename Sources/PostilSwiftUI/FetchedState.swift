import PostilQuery
import PostilSQLite

/// The state of a fetched property, `$items` for `@Fetched(…) var items`: its error, and the functions that replace its query.
///
/// The observation begins when SwiftUI first updates the view. It begins again when the view has another store or another query, and
/// ends when the view is gone.
@MainActor
public final class FetchedState<Value: Sendable> {
  private let live = LiveQuery<Value>()
  private var store: SQLiteStore?
  /// What the view asks for, and what has replaced it since.
  private var given: FetchedRead<Value>?
  private var replacement: FetchedRead<Value>?

  init() {}

  /// The newest value, `nil` before the first one.
  public var value: Value? { live.value }

  /// The error that has ended the observation, ``StoreMissing`` if the view has no store; the last value is kept.
  public var error: (any Error)? { live.error }

  /// Whether there is neither a value nor an error of the current query yet.
  public var isLoading: Bool { live.isLoading }

  /// Observes again, after an error.
  public func retry() { observe() }

  /// Fetches the rows of another query from now on. The value stays until there is a new one.
  ///
  /// The query applies until the view is initialized with another query than before.
  public func load<Q: FetchableQuery>(_ query: Q, fileID: StaticString = #fileID, line: UInt = #line)
  where Value == [Q.Row], Q.Row: Sendable {
    replace(with: .rows(query, CallSite(fileID: fileID, line: line)))
  }

  /// Fetches the first row of another query from now on, see ``load(_:fileID:line:)``.
  public func load<Q: FetchableQuery>(one query: Q, fileID: StaticString = #fileID, line: UInt = #line)
  where Value == Q.Row?, Q.Row: Sendable {
    replace(with: .first(query, CallSite(fileID: fileID, line: line)))
  }

  /// Counts the rows of another query from now on, see ``load(_:fileID:line:)``.
  public func load<Q: FetchableQuery>(count query: Q, fileID: StaticString = #fileID, line: UInt = #line)
  where Value == Int {
    replace(with: .count(query, CallSite(fileID: fileID, line: line)))
  }

  /// Fetches what another closure returns from now on, see ``load(_:fileID:line:)``.
  public func load(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (SQLiteReadTransaction) throws -> Value
  ) {
    replace(with: .closure(id: 0, CallSite(fileID: fileID, line: line), body))
  }

  /// Called for each update of the view: begins again if the view has another store, or asks for something else than before.
  /// - Parameter change: applies each value that replaces another one.
  func follow(_ read: FetchedRead<Value>, in store: SQLiteStore?, change: LiveQuery<Value>.Change? = nil) {
    let isAnother = given?.identity != read.identity
    let isElsewhere = self.store !== store
    (given, live.change, self.store) = (read, change, store)
    if isAnother { replacement = nil }
    if isAnother || isElsewhere { observe() }
  }

  private func replace(with read: FetchedRead<Value>) {
    replacement = read
    observe()
  }

  private func observe() {
    guard let store else { return live.fail(StoreMissing()) }
    guard let read = replacement ?? given else { return }
    live.observe(read.observe(store))
  }
}

/// A view has a fetched property, and neither the view nor one above it has the modifier `postilStore(_:)`.
public struct StoreMissing: Error, CustomStringConvertible {
  /// What to write.
  public var description: String {
    "the view has no store; add the modifier '.postilStore(store)' to it or to a view above it"
  }
}

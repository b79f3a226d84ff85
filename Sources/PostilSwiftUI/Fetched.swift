#if canImport(SwiftUI)
  import PostilQuery
  import PostilSQLite
  import SwiftUI

  /// The rows of a query in a view, now and after each commit that changes them.
  ///
  /// ```swift
  /// @Fetched(Item.where { !$0.done }.order { $0.title }) var items
  /// ```
  ///
  /// The store is that of the environment: `.postilStore(store)` on a view above. The rows are those of
  /// `SQLiteStore.observe(_:)`. Before the first ones, the value is the one that the property is initialized
  /// with, an empty array by default. `$items` is the ``FetchedState``: the error, and the functions that replace the query.
  ///
  /// If the query depends on other properties of the view, initialize it in the view's initializer:
  /// `_items = Fetched(Item.where { $0.projectID == projectID })`. An equal query keeps its observation.
  @MainActor @propertyWrapper
  public struct Fetched<Value: Sendable>: DynamicProperty {
    @Environment(\.postilStore) private var store
    @State private var state = FetchedState<Value>()
    private let read: FetchedRead<Value>
    private let initial: Value
    private let animation: Animation?

    private init(_ initial: Value, _ read: FetchedRead<Value>, _ animation: Animation?) {
      (self.initial, self.read, self.animation) = (initial, read, animation)
    }

    /// The newest value.
    public var wrappedValue: Value { state.value ?? initial }

    /// The error, and the functions that replace the query.
    public var projectedValue: FetchedState<Value> { state }

    /// Called by SwiftUI before it evaluates the view's body.
    public nonisolated func update() {
      MainActor.assumeIsolated {
        state.follow(read, in: store, change: animation.map(Self.animated))
      }
    }

    private static func animated(by animation: Animation) -> LiveQuery<Value>.Change {
      { change in withAnimation(animation) { change() } }
    }
  }

  extension Fetched {
    /// All rows of a query.
    /// - Parameters:
    ///   - wrappedValue: the rows before the first fetch.
    ///   - query: any query that can be fetched.
    ///   - animation: how changes of the rows are animated. The first rows appear without it.
    public init<Q: FetchableQuery>(
      wrappedValue: Value = [], _ query: Q, animation: Animation? = nil, fileID: StaticString = #fileID,
      line: UInt = #line
    ) where Value == [Q.Row], Q.Row: Sendable {
      self.init(wrappedValue, .rows(query, CallSite(fileID: fileID, line: line)), animation)
    }

    /// The first row of a query, `nil` if there is none.
    public init<Q: FetchableQuery>(
      wrappedValue: Value = nil, one query: Q, animation: Animation? = nil, fileID: StaticString = #fileID,
      line: UInt = #line
    ) where Value == Q.Row?, Q.Row: Sendable {
      self.init(wrappedValue, .first(query, CallSite(fileID: fileID, line: line)), animation)
    }

    /// The number of rows of a query.
    public init<Q: FetchableQuery>(
      wrappedValue: Value = 0, count query: Q, animation: Animation? = nil, fileID: StaticString = #fileID,
      line: UInt = #line
    ) where Value == Int {
      self.init(wrappedValue, .count(query, CallSite(fileID: fileID, line: line)), animation)
    }

    /// The result of a closure that reads one snapshot.
    ///
    /// ```swift
    /// @Fetched({ db in try Summary(of: Item.all, in: db) }) var summary = Summary()
    /// ```
    /// - Parameters:
    ///   - wrappedValue: the value before the first fetch.
    ///   - id: what the closure depends on, apart from the database. Closures can't be compared: one with another identifier is observed
    ///     instead of the last one.
    ///   - body: reads the value.
    public init(
      wrappedValue: Value, id: some Hashable = 0, animation: Animation? = nil, fileID: StaticString = #fileID,
      line: UInt = #line, _ body: @escaping @Sendable (SQLiteReadTransaction) throws -> Value
    ) {
      self.init(wrappedValue, .closure(id: AnyHashable(id), CallSite(fileID: fileID, line: line), body), animation)
    }
  }
#endif

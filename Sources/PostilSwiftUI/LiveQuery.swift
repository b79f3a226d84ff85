import Observation
import PostilQuery
import PostilSQLite

/// The newest value of an observed query or read, for SwiftUI and everything else that uses the Observation framework.
///
/// ```swift
/// @State private var items = LiveQuery(store.observe(Item.all))
/// ```
///
/// The observation begins when a property is first read, and ends when the object is released.
@MainActor @Observable
public final class LiveQuery<Value: Sendable> {
  /// Applies a change of the state, such as with an animation.
  typealias Change = @MainActor (() -> Void) -> Void

  @ObservationIgnored private var values: ObservedValues<Value>?
  @ObservationIgnored private var task: Task<Void, Never>?
  /// Applies each value that replaces another one; `nil` to apply it without more.
  @ObservationIgnored var change: Change?
  private var state = State()

  private struct State {
    var value: Value?
    var error: (any Error)?
    var isLoading = true
  }

  /// The values of an observation: `store.observe(query)` or `store.observe { db in … }`.
  public init(_ values: ObservedValues<Value>) { self.values = values }

  /// Observes nothing until `observe` is called.
  init() {}

  deinit { task?.cancel() }

  /// The newest value, `nil` before the first one.
  public var value: Value? { current.value }

  /// The error that has ended the observation; the last value is kept.
  public var error: (any Error)? { current.error }

  /// Whether there is neither a value nor an error of the current observation yet.
  public var isLoading: Bool { current.isLoading }

  /// Observes something else from now on, such as a query with another filter. The value stays until there is a new one.
  public func observe(_ values: ObservedValues<Value>) {
    end()
    self.values = values
    // SwiftUI calls this while it updates a view, which must not notify the view without need.
    if state.error != nil || !state.isLoading { (state.error, state.isLoading) = (nil, true) }
    start()
  }

  /// Ends the observation with an error that isn't one of the read.
  func fail(_ error: any Error) {
    end()
    (state.error, state.isLoading) = (error, false)
  }

  private func end() {
    task?.cancel()
    (values, task) = (nil, nil)
  }

  private var current: State {
    if task == nil { start() }
    return state
  }

  private func start() {
    guard let values else { return }
    task = Task { [weak self] in
      do {
        for try await value in values {
          guard let self, !Task.isCancelled else { return }
          self.apply(value)
        }
        guard !Task.isCancelled else { return }
        self?.state.isLoading = false
      } catch {
        guard let self, !Task.isCancelled else { return }
        self.state = State(value: self.state.value, error: error, isLoading: false)
      }
    }
  }

  private func apply(_ value: Value) {
    let next = State(value: value, isLoading: false)
    if let change, state.value != nil { change { state = next } } else { state = next }
  }
}

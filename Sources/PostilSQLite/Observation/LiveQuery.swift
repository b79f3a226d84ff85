import Observation

/// The newest value of an observed query or read, for SwiftUI and everything else that uses the Observation framework.
///
/// ```swift
/// @State private var items = LiveQuery(store.observe(Item.all))
/// ```
///
/// The observation begins when a property is first read, and ends when the object is released.
@MainActor @Observable
public final class LiveQuery<Value: Sendable> {
  @ObservationIgnored private var values: ObservedValues<Value>
  @ObservationIgnored private var task: Task<Void, Never>?
  private var state = State()

  private struct State {
    var value: Value?
    var error: (any Error)?
    var isLoading = true
  }

  /// The values of an observation: `store.observe(query)` or `store.observe { db in … }`.
  public init(_ values: ObservedValues<Value>) { self.values = values }

  deinit { task?.cancel() }

  /// The newest value, `nil` before the first one.
  public var value: Value? { current.value }

  /// The error that has ended the observation; the last value is kept.
  public var error: (any Error)? { current.error }

  /// Whether there is neither a value nor an error of the current observation yet.
  public var isLoading: Bool { current.isLoading }

  /// Observes something else from now on, such as a query with another filter. The value stays until there is a new one.
  public func observe(_ values: ObservedValues<Value>) {
    self.values = values
    task?.cancel()
    task = nil
    (state.error, state.isLoading) = (nil, true)
    start()
  }

  private var current: State {
    if task == nil { start() }
    return state
  }

  private func start() {
    task = Task { [weak self, values] in
      do {
        for try await value in values {
          guard let self, !Task.isCancelled else { return }
          self.state = State(value: value, isLoading: false)
        }
        guard !Task.isCancelled else { return }
        self?.state.isLoading = false
      } catch {
        guard let self, !Task.isCancelled else { return }
        self.state = State(value: self.state.value, error: error, isLoading: false)
      }
    }
  }
}

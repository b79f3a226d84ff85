// What the example's widget uses of AppIntents. Declarations only.
import SwiftUI

public protocol IntentResult: Sendable {}
public struct EmptyIntentResult: IntentResult {}

extension IntentResult where Self == EmptyIntentResult {
  public static func result() -> EmptyIntentResult { fatalError() }
}

public protocol AppIntent: Sendable {
  associatedtype PerformResult: IntentResult
  static var title: LocalizedStringResource { get }
  init()
  func perform() async throws -> PerformResult
}

@propertyWrapper public final class IntentParameter<Value: Sendable>: @unchecked Sendable {
  public init(title: LocalizedStringResource) { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    set { fatalError() }
  }
}

extension AppIntent {
  public typealias Parameter = IntentParameter
}

extension Button {
  public init(intent: some AppIntent, @ViewBuilder label: () -> some View) { fatalError() }
}

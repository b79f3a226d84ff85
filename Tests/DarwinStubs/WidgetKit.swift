// What the example's widget uses of WidgetKit. Declarations only.
import SwiftUI

public protocol TimelineEntry {
  var date: Date { get }
}

public struct TimelineReloadPolicy: Sendable {
  public static let never = TimelineReloadPolicy()
  public static func after(_ date: Date) -> TimelineReloadPolicy { fatalError() }
}

public struct Timeline<Entry: TimelineEntry> {
  public init(entries: [Entry], policy: TimelineReloadPolicy) { fatalError() }
}

public struct TimelineProviderContext {}

public protocol TimelineProvider {
  associatedtype Entry: TimelineEntry
  typealias Context = TimelineProviderContext
  func placeholder(in context: Context) -> Entry
  @preconcurrency func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void)
  @preconcurrency func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void)
}

public enum WidgetFamily: Sendable { case systemSmall, systemMedium }

@MainActor @preconcurrency public protocol WidgetConfiguration {}

public struct StaticConfiguration<Content: View>: WidgetConfiguration {
  public init<Provider: TimelineProvider>(
    kind: String, provider: Provider, @ViewBuilder content: @escaping (Provider.Entry) -> Content
  ) { fatalError() }
}

extension WidgetConfiguration {
  public func configurationDisplayName(_ name: LocalizedStringKey) -> some WidgetConfiguration {
    StaticConfiguration<EmptyView>()
  }
  public func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration {
    StaticConfiguration<EmptyView>()
  }
}

extension StaticConfiguration {
  init() { fatalError() }
}

@MainActor @preconcurrency public protocol Widget {
  associatedtype Body: WidgetConfiguration
  init()
  var body: Body { get }
}

extension Widget {
  public static func main() { fatalError() }
}

public final class WidgetCenter: Sendable {
  public static let shared = WidgetCenter()
  public func reloadAllTimelines() { fatalError() }
}

public struct ContainerBackgroundPlacement: Sendable {
  public static let widget = ContainerBackgroundPlacement()
}

public struct BackgroundStyle: Sendable {}
extension BackgroundStyle {
  public static var background: BackgroundStyle { fatalError() }
}

extension View {
  public func containerBackground(_ style: BackgroundStyle, for placement: ContainerBackgroundPlacement) -> some View {
    EmptyView()
  }
}

// The views and modifiers of SwiftUI that the examples use. Declarations only.

public struct Text: View {
  public init(verbatim text: String) { fatalError() }
  @_disfavoredOverload public init(_ text: some StringProtocol) { fatalError() }
  public init(_ key: LocalizedStringKey) { fatalError() }
  public struct DateStyle: Sendable {
    public static let date = DateStyle()
  }
  public init(_ date: Date, style: DateStyle) { fatalError() }
  public var body: Never { fatalError() }
}

public struct LocalizedStringKey: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { fatalError() }
}

public struct Image: View {
  public init(systemName: String) { fatalError() }
  public var body: Never { fatalError() }
}

public struct Label: View {
  public init(_ title: LocalizedStringKey, systemImage: String) { fatalError() }
  @_disfavoredOverload public init(_ title: some StringProtocol, systemImage: String) { fatalError() }
  public var body: Never { fatalError() }
}

public struct ButtonRole: Sendable {
  public static let cancel = ButtonRole()
  public static let destructive = ButtonRole()
}

public struct Button: View {
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> some View) { fatalError() }
  public init(_ title: LocalizedStringKey, action: @escaping @MainActor () -> Void) { fatalError() }
  public init(_ title: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) { fatalError() }
  public init(_ title: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void) {
    fatalError()
  }
  public var body: Never { fatalError() }
}

public struct TextField: View {
  public init(_ title: LocalizedStringKey, text: Binding<String>) { fatalError() }
  public var body: Never { fatalError() }
}

public struct Toggle: View {
  public init(_ title: LocalizedStringKey, isOn: Binding<Bool>) { fatalError() }
  @_disfavoredOverload public init(_ title: some StringProtocol, isOn: Binding<Bool>) { fatalError() }
  public var body: Never { fatalError() }
}

public struct DatePicker: View {
  public init(_ title: LocalizedStringKey, selection: Binding<Date>) { fatalError() }
  public var body: Never { fatalError() }
}

public struct EditButton: View {
  public init() { fatalError() }
  public var body: Never { fatalError() }
}

public struct ContentUnavailableView: View {
  public init(_ title: LocalizedStringKey, systemImage: String, description: Text? = nil) { fatalError() }
  public static var search: ContentUnavailableView { fatalError() }
  public var body: Never { fatalError() }
}

/// The containers, whose content doesn't matter.
public struct List<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) { fatalError() }
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Data.Element: Identifiable, Content == ForEach<Row> { fatalError() }
  public var body: Never { fatalError() }
}
public struct Form<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) { fatalError() }
  public var body: Never { fatalError() }
}
public struct Section<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) { fatalError() }
  public init(_ title: LocalizedStringKey, @ViewBuilder content: () -> Content) { fatalError() }
  public var body: Never { fatalError() }
}
public struct HStack<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) { fatalError() }
  public var body: Never { fatalError() }
}
public struct HorizontalAlignment: Sendable {
  public static let leading = HorizontalAlignment()
}
public struct VStack<Content: View>: View {
  public init(alignment: HorizontalAlignment = .leading, @ViewBuilder content: () -> Content) { fatalError() }
  public var body: Never { fatalError() }
}
public struct NavigationStack<Content: View>: View {
  public init(@ViewBuilder root: () -> Content) { fatalError() }
  public var body: Never { fatalError() }
}
public struct NavigationLink: View {
  public init(@ViewBuilder destination: () -> some View, @ViewBuilder label: () -> some View) { fatalError() }
  public init(value: (some Hashable)?, @ViewBuilder label: () -> some View) { fatalError() }
  public var body: Never { fatalError() }
}
public struct ForEach<Content: View>: View {
  public init<Data: RandomAccessCollection>(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
  where Data.Element: Identifiable { fatalError() }
  public var body: Never { fatalError() }
  public func onDelete(perform: ((IndexSet) -> Void)?) -> Self { self }
  public func onMove(perform: ((IndexSet, Int) -> Void)?) -> Self { self }
}

public protocol ToolbarContent {}
public struct ToolbarItemPlacement: Sendable {
  public static let cancellationAction = ToolbarItemPlacement()
  public static let confirmationAction = ToolbarItemPlacement()
  public static let primaryAction = ToolbarItemPlacement()
  public static let bottomBar = ToolbarItemPlacement()
}
public struct ToolbarItem: ToolbarContent {
  public init(placement: ToolbarItemPlacement, @ViewBuilder content: () -> some View) { fatalError() }
}
public struct ToolbarItems: ToolbarContent {}
@resultBuilder public enum ToolbarContentBuilder {
  public static func buildBlock(_ content: any ToolbarContent...) -> ToolbarItems { fatalError() }
}

public struct Color: Sendable {
  public static let secondary = Color()
}

extension View {
  public func environment<Value>(_ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View {
    SomeView()
  }
  public func navigationTitle(_ title: LocalizedStringKey) -> some View { SomeView() }
  @_disfavoredOverload public func navigationTitle(_ title: some StringProtocol) -> some View { SomeView() }
  public func navigationDestination<Value: Hashable>(
    for type: Value.Type, @ViewBuilder destination: @escaping (Value) -> some View
  ) -> some View { SomeView() }
  public func task(_ action: sending @escaping @isolated(any) () async -> Void) -> some View { SomeView() }
  public func searchable(text: Binding<String>) -> some View { SomeView() }
  public func toolbar(@ToolbarContentBuilder content: () -> some ToolbarContent) -> some View { SomeView() }
  public func sheet<Item: Identifiable>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> some View
  ) -> some View { SomeView() }
  public func alert(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> some View,
    @ViewBuilder message: () -> some View
  ) -> some View { SomeView() }
  public func overlay(@ViewBuilder content: () -> some View) -> some View { SomeView() }
  public func onSubmit(_ action: @escaping () -> Void) -> some View { SomeView() }
  public func onChange<Value: Equatable>(of value: Value, _ action: @escaping () -> Void) -> some View { SomeView() }
  public func disabled(_ isDisabled: Bool) -> some View { SomeView() }
  public func moveDisabled(_ isDisabled: Bool) -> some View { SomeView() }
  public func badge(_ count: Int) -> some View { SomeView() }
  public func strikethrough(_ isActive: Bool) -> some View { SomeView() }
  public func foregroundStyle(_ color: Color) -> some View { SomeView() }
  public func font(_ font: Font?) -> some View { SomeView() }
  public func buttonStyle(_ style: PlainButtonStyle) -> some View { SomeView() }
}

public struct Font: Sendable {
  public static let caption = Font()
}

public struct PlainButtonStyle: Sendable {}
extension PlainButtonStyle {
  public static var plain: PlainButtonStyle { fatalError() }
}

public struct ProgressView: View {
  public init() { fatalError() }
  public var body: Never { fatalError() }
}

extension Scene {
  public func environment<Value>(_ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some Scene {
    WindowGroup { EmptyView() }
  }
}

@MainActor @preconcurrency public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder static var previews: Previews { get }
}

#if canImport(SwiftUI)
  import PostilSQLite
  import SwiftUI

  extension View {
    /// Gives a store to the fetched properties of this view and of the views in it.
    public func postilStore(_ store: SQLiteStore) -> some View { environment(\.postilStore, store) }
  }

  extension Scene {
    /// Gives a store to the fetched properties of the views in this scene.
    public func postilStore(_ store: SQLiteStore) -> some Scene { environment(\.postilStore, store) }
  }

  extension EnvironmentValues {
    /// The store of fetched properties, `nil` without `postilStore(_:)`.
    public var postilStore: SQLiteStore? {
      get { self[StoreKey.self] }
      set { self[StoreKey.self] = newValue }
    }
  }

  private struct StoreKey: EnvironmentKey {
    static let defaultValue: SQLiteStore? = nil
  }
#endif

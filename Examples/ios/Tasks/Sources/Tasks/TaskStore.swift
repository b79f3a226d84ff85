import Foundation
import Postil

/// Opens the database that the application and its widget share.
public enum TaskStore {
  /// The app group of the application and the widget. Its container is the only folder that both can use.
  public static let appGroup = "group.com.example.tasks"

  /// Opens the database in a folder, which is created if it doesn't exist. Applies the migrations that the database is missing.
  /// - Parameter noticesOthers: whether the store also observes what other processes commit: the widget, for the application.
  public static func open(in folder: URL, noticesOthers: Bool = false) throws -> SQLiteStore {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // The widget also reads while the device is locked.
    let options = SQLiteOptions(
      fileProtection: .completeUntilFirstUserAuthentication,
      externalChangeInterval: noticesOthers ? .milliseconds(500) : nil)
    return try SQLiteStore(
      path: folder.appending(path: "tasks.sqlite").path, schema: TasksSchema.self, migrations: TasksSchema.migrations,
      options: options)
  }

  #if canImport(Darwin)
    /// Opens the database in the container of the app group.
    /// - Throws: ``AppGroupMissing`` if the target doesn't have the entitlement.
    public static func openShared(noticesOthers: Bool = false) throws -> SQLiteStore {
      guard let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: appGroup) else {
        throw AppGroupMissing()
      }
      return try open(in: folder, noticesOthers: noticesOthers)
    }
  #endif

  /// The items that the widget shows.
  public static var widgetItems: Query<Item> {
    Item.where { !$0.done }.order { ($0.dueAt, $0.title) }.limit(3)
  }

  /// A database in memory with a few rows, for previews and tests.
  public static func preview() throws -> SQLiteStore {
    let store = try SQLiteStore.inMemory(schema: TasksSchema.self, migrations: TasksSchema.migrations)
    try store.write { db in
      let home = try Project.Draft(name: "Home").insert(in: db)
      _ = try Project.Draft(name: "Work").insert(in: db)
      let urgent = try Tag.Draft(name: "urgent").insert(in: db)
      _ = try Tag.Draft(name: "weekend").insert(in: db)
      let door = try Item.Draft(title: "Oil the door", dueAt: .now, projectID: home.id).insert(in: db)
      try door.addToTags(urgent, in: db)
      for title in ["Paint the wall", "Mow the lawn"] {
        _ = try Item.Draft(title: title, projectID: home.id).insert(in: db)
      }
    }
    return store
  }
}

/// The target lacks the entitlement of the app group.
public struct AppGroupMissing: Error, CustomStringConvertible {
  public var description: String { "the app group '\(TaskStore.appGroup)' is missing in the target's entitlements" }
}

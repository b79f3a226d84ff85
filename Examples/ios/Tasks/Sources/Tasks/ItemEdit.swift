import Observation
import Postil

/// A copy of an item that a form changes. Nothing is written before `save`, so to cancel is to release the copy.
@MainActor @Observable
public final class ItemEdit: Identifiable {
  public var item: Item
  public private(set) var tags: Set<Tag.ID> = []
  public private(set) var failure: String?
  @ObservationIgnored private let store: SQLiteStore

  /// - Throws: errors of the read.
  public init(_ item: Item, in store: SQLiteStore) async throws {
    (self.item, self.store) = (item, store)
    tags = Set(try await store.read { db in try item.tags.select { $0.id }.fetchAll(in: db) })
  }

  public func setTag(_ tag: Tag, _ isSet: Bool) {
    if isSet { tags.insert(tag.id) } else { tags.remove(tag.id) }
  }

  /// Writes the item and its tags in one transaction.
  /// - Returns: whether it succeeded; otherwise `failure` is the error, and nothing is changed.
  public func save() async -> Bool {
    do {
      try await store.writeBeforeSuspension { [item, tags] db in
        try item.update(in: db)
        try Item.replaceTags(with: tags, of: item.id, in: db)
      }
      return true
    } catch {
      failure = "\(error)"
      return false
    }
  }
}

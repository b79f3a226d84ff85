import BenchmarkHarness
import BenchmarkModels

extension Entry {
  /// Adds the entry to a digest.
  @inline(__always)
  func add(to digest: inout Digest) {
    digest.add(
      id: id.rawValue, title: title, note: note, quantity: quantity, rank: rank, price: price, done: done,
      dueAt: dueAt, folderID: folderID.rawValue)
  }
}

extension LocalEntry {
  /// Adds the entry to a digest.
  @inline(__always)
  func add(to digest: inout Digest) {
    digest.add(
      id: id.rawValue, title: title, note: note, quantity: quantity, rank: rank, price: price, done: done,
      dueAt: dueAt, folderID: folderID)
  }
}

extension EntryValues {
  /// The values as a draft.
  var draft: Entry.Draft {
    Entry.Draft(
      title: title, note: note, quantity: quantity, rank: rank, price: price, done: done, dueAt: dueAt,
      folderID: Folder.ID(folderID))
  }

  /// The values as a draft of the model in this module.
  var localDraft: LocalEntry.Draft {
    LocalEntry.Draft(
      title: title, note: note, quantity: quantity, rank: rank, price: price, done: done, dueAt: dueAt,
      folderID: folderID)
  }
}

import Foundation
import Postil

/// What a run read or wrote, so that both contenders can be compared, and so that no value is left unread.
struct Digest: Equatable {
  private(set) var rows = 0
  private var sum: UInt64 = 0

  mutating func add(_ value: Int64) {
    rows += 1
    sum &+= UInt64(bitPattern: value)
  }

  mutating func add(_ entry: Entry) {
    rows += 1
    sum &+= UInt64(bitPattern: entry.id.rawValue)
    sum &+= UInt64(entry.title.utf8.count &+ entry.note.utf8.count)
    sum &+= UInt64(bitPattern: Int64(entry.quantity)) &+ UInt64(bitPattern: Int64(entry.rank))
    sum &+= entry.price.bitPattern &+ (entry.done ? 1 : 0)
    sum &+= entry.dueAt.map { $0.timeIntervalSince1970.bitPattern } ?? 7
    sum &+= UInt64(bitPattern: entry.folderID.rawValue)
  }
}

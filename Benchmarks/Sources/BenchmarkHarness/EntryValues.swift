import Foundation

/// The values of one row of `entry`, before any contender made its own type of them: two texts, two integers, a double, a
/// boolean, an optional date and a reference.
package struct EntryValues: Sendable {
  package var title: String
  /// Some of the notes hold text that is not ASCII, so that nobody can take a shortcut.
  package var note: String
  package var quantity: Int
  package var rank: Int32
  package var price: Double
  package var done: Bool
  /// Whole seconds: every contender then writes the same text, whatever its precision.
  package var dueAt: Date?
  package var folderID: Int64

  /// Row `index` of the data set: the same on every machine and in every run.
  package init(index: Int, folders: Int) {
    var random = SplitMix64(seed: UInt64(truncatingIfNeeded: index))
    let bits = random.next()
    title = "Entry number \(index)"
    note = Self.notes[Int(bits % UInt64(Self.notes.count))] + "\(bits % 10_000)"
    quantity = Int(bits >> 40)
    rank = Int32(truncatingIfNeeded: bits >> 8)
    price = Double(bits >> 44) / 100
    done = bits & 1 == 1
    dueAt = bits & 6 == 0 ? nil : Date(timeIntervalSince1970: 1_600_000_000 + Double(bits >> 36))
    folderID = Int64(index % folders) + 1
  }

  /// The first `count` rows of the data set.
  package static func rows(_ count: Int, folders: Int) -> [EntryValues] {
    (0..<count).map { EntryValues(index: $0, folders: folders) }
  }

  private static let notes = [
    "oil the hinges of the garden door before winter, ",
    "call back about the invoice from the carpenter, nr. ",
    "Größe und Farbe prüfen, dann bestellen: ",
    "short ",
    "the long list of what has to be packed is in the drawer of the desk, page ",
  ]
}

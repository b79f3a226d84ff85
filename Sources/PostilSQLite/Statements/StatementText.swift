import CSQLite
import PostilQuery

/// A text that is compared by its bytes, as SQLite does. `String` treats some texts with different bytes as equal, such as a composed
/// and a decomposed letter.
struct StatementText: Hashable {
  private let text: String

  init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
  }

  private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    text.utf8.withContiguousStorageIfAvailable(body)
  }

  static func == (left: StatementText, right: StatementText) -> Bool {
    left.withBytes { one in
      right.withBytes { other in
        guard one.count == other.count, let start = one.baseAddress, let otherStart = other.baseAddress else {
          return one.isEmpty && other.isEmpty
        }
        return memcmp(start, otherStart, one.count) == 0
      }
    } == true
  }

  func hash(into hasher: inout Hasher) {
    _ = withBytes { hasher.combine(UnsafeRawBufferPointer($0).fingerprint) }
  }
}

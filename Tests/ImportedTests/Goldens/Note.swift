import Postil

// @table
// @fullText(title, body)
struct Note: Codable, Hashable, Identifiable, Sendable {
  let id: ID
  /// In a few words.
  var title: String  // @check("length(title) > 0")
  var body: String?
  var isDone: Bool
  var age: UInt8?
}

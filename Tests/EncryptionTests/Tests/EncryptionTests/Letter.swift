import Postil

/// Something that nobody else may read.
// @table
// @fullText(text)
struct Letter: Hashable, Identifiable, Sendable {
  let id: ID
  var text: String
  var labels: [String] = []  // @json
  var place: String?
}

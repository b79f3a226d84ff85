/// The type of a property, with the note that says how it is stored.
struct SwiftType: Hashable {
  /// `String`, `Artist.ID`
  var text: String
  /// `day` in `@store(as: day)`
  var form: String?

  init(_ text: String, as form: String? = nil) {
    self.text = text
    self.form = form
  }

  /// Whether Foundation declares it.
  var needsFoundation: Bool { ["Data", "Date", "DateComponents", "Decimal", "UUID"].contains(text) }
}

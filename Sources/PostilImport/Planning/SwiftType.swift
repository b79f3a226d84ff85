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

  /// The type that a key of one column has instead: a key is bound by its type alone, without notes.
  var asKey: SwiftType {
    switch form {
    case nil: self
    case "unixSeconds", "unixMilliseconds": SwiftType("Int")
    case "julianDay", "referenceDate": SwiftType("Double")
    case "blob": SwiftType("Data")
    default: SwiftType("String")
    }
  }

  /// Whether Foundation declares it.
  var needsFoundation: Bool { ["Data", "Date", "DateComponents", "Decimal", "UUID"].contains(text) }
}

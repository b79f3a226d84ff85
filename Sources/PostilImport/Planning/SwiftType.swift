/// The type of a property, with the annotation for its storage.
struct SwiftType: Hashable {
  /// `String`, `Artist.ID`
  var text: String
  /// The form, such as `day` in `@store(as: day)`.
  var form: String?

  init(_ text: String, as form: String? = nil) {
    self.text = text
    self.form = form
  }

  /// The type as a single-column key. A key is bound by its type alone, without annotations.
  var asKey: SwiftType {
    switch form {
    case nil: self
    case "unixSeconds", "unixMilliseconds": SwiftType("Int")
    case "julianDay", "referenceDate": SwiftType("Double")
    case "blob": SwiftType("Data")
    default: SwiftType("String")
    }
  }

  /// Whether the type is declared by Foundation.
  var needsFoundation: Bool { ["Data", "Date", "DateComponents", "Decimal", "URL", "UUID"].contains(text) }
}

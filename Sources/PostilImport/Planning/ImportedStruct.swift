import PostilCatalog
import PostilSQL

/// A struct that an import writes, with its notes.
struct ImportedStruct {
  /// A note beside a struct or property.
  struct Note {
    /// As it stands behind `//`, on several lines where SQL does.
    var lines: [String]
    /// What is left out, one after the other, where the compiler speaks against the note.
    var choices: [Choice]

    init(_ text: String, _ choices: Choice...) {
      lines = [text]
      self.choices = choices
    }

    init(lines: [String], _ choices: Choice...) {
      self.lines = lines
      self.choices = choices
    }
  }

  struct Property {
    var name: String
    var column: String
    var type: SwiftType
    var isOptional: Bool
    var isLet: Bool
    var documentation: [String] = []
    /// Notes that stand above it, and those behind it.
    var notesAbove: [Note] = []
    var notes: [Note] = []
    var choices: [Choice] = []

    var typeText: String { type.text + (isOptional ? "?" : "") }
  }

  /// An enum with raw values, nested in the struct.
  struct Enumeration {
    var name: String
    var rawType: String
    /// The names of the cases, with the raw value where it is another text.
    var cases: [(name: String, rawValue: String?)]
  }

  var name: String
  /// The table or view.
  var object: String
  var isView = false
  var protocols: [String] = []
  var documentation: [String] = []
  /// What the database has and this struct does not say, for the top of its file.
  var remarks: [String] = []
  var notes: [Note] = []
  var properties: [Property] = []
  var enumerations: [Enumeration] = []

  func property(of column: String) -> Property? { properties.first { $0.column.isSameName(as: column) } }
}

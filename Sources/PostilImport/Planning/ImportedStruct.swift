import PostilSQL

/// A struct written by an import, with its annotations.
struct ImportedStruct {
  /// An annotation of a struct or property.
  struct Note {
    /// The text after `//`, with several lines if its SQL has several.
    var lines: [String]
    /// The choices to reject, in order, if the annotation causes a compiler error.
    var choices: [PlannedConstruct]

    init(_ text: String, _ choices: PlannedConstruct...) {
      lines = [text]
      self.choices = choices
    }

    init(lines: [String], _ choices: PlannedConstruct...) {
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
    /// The default, as a Swift expression.
    var initialValue: String?
    var documentation: [String] = []
    /// The annotations above it, and those at the end of its line.
    var notesAbove: [Note] = []
    var notes: [Note] = []
    var choices: [PlannedConstruct] = []

    var typeText: String { type.text + (isOptional ? "?" : "") }
  }

  /// An enum with raw values, nested in the struct.
  struct Enumeration {
    var name: String
    var rawType: String
    /// The names of the cases, with the raw value if it differs.
    var cases: [(name: String, rawValue: String?)]
  }

  var name: String
  /// The table or view.
  var object: String
  var isView = false
  var protocols: [String] = []
  var documentation: [String] = []
  /// What the struct can't express about the object, written at the top of its file.
  var remarks: [String] = []
  var notes: [Note] = []
  var properties: [Property] = []
  var enumerations: [Enumeration] = []
  /// Declarations of types in the struct, as lines.
  var declarations: [[String]] = []
  /// The modules that these declarations need.
  var imports: [String] = []

  func property(of column: String) -> Property? { properties.first { $0.column.isSameName(as: column) } }
}

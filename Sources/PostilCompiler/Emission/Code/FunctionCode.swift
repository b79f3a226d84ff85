/// The declaration of a function or initializer.
struct FunctionCode {
  /// One parameter: `_ tagID: Tag.ID`.
  struct Parameter {
    /// `nil` if the label is the name; `_` for no label.
    var label: String?
    var name: String
    var type: String
    var defaultValue: String?

    init(_ label: String? = nil, _ name: String, _ type: String, defaultValue: String? = nil) {
      self.label = label
      self.name = name
      self.type = type
      self.defaultValue = defaultValue
    }

    var text: String {
      (label.map { $0 + " " } ?? "") + SwiftNames.declared(name) + ": " + type
        + (defaultValue.map { " = " + $0 } ?? "")
    }
  }

  var documentation: [String] = []
  /// `@inlinable`, `@discardableResult`
  var attributes: [String] = []
  var access: Access = .internal
  /// `func addToTags`, `static func addToTags`, `init`
  var introducer: String
  var parameters: [Parameter]
  var isThrowing = true
  var result: String?
  var body: [Code]

  var code: [Code] {
    let signature = ")" + (isThrowing ? " throws" : "") + (result.map { " -> " + $0 } ?? "")
    let head = BracketedList(
      .parameters, access.prefix + introducer + "(", parameters.map { .line($0.text) }, signature)
    let block = Block(.function, .list(head), body, attributes: attributes.joined(separator: " "))
    return (documentation.isEmpty ? [] : [.documentation(documentation)]) + [.block(block)]
  }
}

extension Access {
  /// The access modifier of a declaration: nothing for `internal`.
  var prefix: String { self == .internal ? "" : rawValue + " " }

  private var reach: Int {
    switch self {
    case .public: 2
    case .package: 1
    case .internal: 0
    }
  }

  /// Returns the narrower of two access levels.
  static func narrower(_ one: Access, _ other: Access) -> Access { one.reach < other.reach ? one : other }
}

/// Text in XML, and in Graphviz's HTML-like labels.
enum XMLText {
  /// The text with special characters escaped.
  ///
  /// - Parameter replacing: returns the replacement of any other character, usually the character itself.
  static func escaped(_ text: String, replacing: (Unicode.Scalar) -> Unicode.Scalar) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(replacing(scalar))
      }
    }
    return result
  }
}

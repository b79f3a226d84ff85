/// Text as XML, and the labels of Graphviz that look like HTML, want it written.
enum XMLText {
  /// The text with the characters that mean something there named.
  ///
  /// - Parameter replacing: what stands for any other character; most stand for themselves.
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

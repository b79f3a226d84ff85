/// The exit status of the tool: 0 for success, 1 for an error in the sources, 2 for incorrect use.
enum ExitStatus: Int32 {
  case success = 0
  case finding = 1
  case misuse = 2
}

/// The tool was used incorrectly, or a file can't be read or written.
struct Misuse: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

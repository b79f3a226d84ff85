/// How the tool ends: 0 is good, 1 is a mistake in the sources, 2 a mistake in how the tool was called.
enum ExitStatus: Int32 {
  case success = 0
  case finding = 1
  case misuse = 2
}

/// The tool was called wrongly, or a file could not be read or written.
struct Misuse: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

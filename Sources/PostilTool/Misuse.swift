/// The command was called wrongly, or a file could not be read or written: exit status 2.
struct Misuse: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

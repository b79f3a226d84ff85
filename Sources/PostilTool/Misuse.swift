/// The command was used incorrectly, or a file can't be read or written: exit status 2.
struct Misuse: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The command was used incorrectly, or a file can't be read or written: exit status 2.
package struct Misuse: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

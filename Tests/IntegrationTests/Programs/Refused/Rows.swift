import Postil

@testable import Documents

// The type of a row and the types of its values: a row is made of the values by a function, never by taking one for the other.
private func rows() {
  _ = NamedSelection<(Int, Int), String>("SELECT 'x'")  // error: missing argument for parameter 'row' in call
  _ = NamedSelection<(Int, Int), String>("SELECT 'x'", row: { $0 })  // error: to closure result type '(Int, Int)'
  _ = NamedChangedValues<(Int, Int), String>("DELETE FROM book")  // error: missing argument for parameter 'row' in call
  _ = NamedSelection<(title: String, count: Int), String, Int>("SELECT 'x', 1", row: { ($0, $1) })
}

extension Array {
  /// Splits the elements into as few parts as possible, of lengths that differ by at most one. Nine elements in parts
  /// of at most five give five and four.
  func evenParts(ofAtMost length: Int) -> [ArraySlice<Element>] {
    let count = (self.count + length - 1) / length
    return (0..<count).map { self[self.count * $0 / count..<self.count * ($0 + 1) / count] }
  }
}

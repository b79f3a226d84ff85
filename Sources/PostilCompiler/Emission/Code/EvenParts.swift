extension Array {
  /// The elements in as few parts as hold them, whose lengths differ by one at most: nine of at most five are five and four.
  func evenParts(ofAtMost length: Int) -> [ArraySlice<Element>] {
    let count = (self.count + length - 1) / length
    return (0..<count).map { self[self.count * $0 / count..<self.count * ($0 + 1) / count] }
  }
}

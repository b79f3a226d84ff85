enum Outside {
  // @table
  struct Nested: Sendable { let id: Int }
}

func inOtherFile() {
  // @table
  struct InOtherFile: Sendable { let id: Int }
}

// @table
struct Item: Sendable {
  let id: ID

  struct ID: Hashable, Sendable {
    let value: Int64
  }
}

// @table
struct Tag: Sendable {
  let id: ID

  struct ID: RawRepresentable, Sendable {
    let rawValue: Int64
  }
}

// @table
struct Step: Sendable {
  let id: ID

  struct ID: RawRepresentable, Hashable, Sendable {
    let rawValue: [Int]
  }
}

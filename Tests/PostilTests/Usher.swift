import Houses

extension House.Draft {
  /// The whole house as one value: two floors, a room on each, and who lives there.
  static let usher = House.Draft(
    name: "Usher", street: "Tarn Lane",
    floors: [
      .init(
        level: 0, name: "ground",
        rooms: [.init(name: "hall", area: 30, monsters: [.init(name: "Una"), .init(name: "Gus", kind: .livingDead)])]),
      .init(level: -1, name: "cellar", rooms: [.init(name: "crypt", monsters: [.init(name: "Dan", strength: 2)])]),
    ])
}

import Postil

// Operations on unordered relationships, whose rows have versions or are deleted softly, and on single references.
extension OperationGenerator {
  /// An operation on the pupils of a player: rows of the same model.
  mutating func pupilsOperation() -> Operation {
    let teacher = player()
    let id = Player.ID(teacher)
    let pupil = player()
    guard teacher != pupil else { return insertion() }
    let pupils = repeating(keys(world.players.keys).filter { $0 != teacher } + (chance(5) ? [1_000_000] : []))
    switch roll(5) {
    case 0:
      return Operation(changing: "Player.addToPupils(\(pupil), of: \(teacher))") { db in
        try Player.addToPupils(Player.ID(pupil), of: id, in: db)
      } model: { world in
        try world.teach([pupil], teacher)
      }
    case 1:
      return Operation(changing: "Player.addToPupils(contentsOf: \(pupils), of: \(teacher))") { db in
        try Player.addToPupils(contentsOf: pupils.map { Player.ID($0) }, of: id, in: db)
      } model: { world in
        try world.teach(pupils, teacher)
      }
    case 2:
      return Operation(changing: "Player.removeFromPupils(\(pupil), of: \(teacher))") { db in
        try Player.removeFromPupils(Player.ID(pupil), of: id, in: db)
      } model: { world in
        if world.players[pupil]?.teacher == teacher { try world.teach([pupil], nil) }
      }
    case 3:
      return Operation(changing: "Player.removeAllFromPupils(of: \(teacher))") { db in
        try Player.removeAllFromPupils(of: id, in: db)
      } model: { world in
        try world.teach(world.pupils(of: teacher), nil)
      }
    default:
      return Operation(changing: "Player.replacePupils(with: \(pupils), of: \(teacher))") { db in
        try Player.replacePupils(with: pupils.map { Player.ID($0) }, of: id, in: db)
      } model: { world in
        let others = world.pupils(of: teacher).filter { !pupils.contains($0) }
        try world.teach(pupils, teacher)
        try world.teach(others, nil)
      }
    }
  }

  /// An operation on the concerts that a player hosts, of which some are deleted softly.
  mutating func hostedOperation() -> Operation {
    let (host, gig) = (player(), gig())
    let id = Player.ID(host)
    let gigs = repeating(keys(world.gigs.keys))
    switch roll(5) {
    case 0:
      return Operation(changing: "Player.addToHosted(\(gig), of: \(host))") { db in
        try Player.addToHosted(Gig.ID(gig), of: id, in: db)
      } model: { world in
        try world.host([gig], host)
      }
    case 1:
      return Operation(changing: "Player.addToHosted(contentsOf: \(gigs), of: \(host))") { db in
        try Player.addToHosted(contentsOf: gigs.map { Gig.ID($0) }, of: id, in: db)
      } model: { world in
        try world.host(gigs, host)
      }
    case 2:
      return Operation(changing: "Player.removeFromHosted(\(gig), of: \(host))") { db in
        try Player.removeFromHosted(Gig.ID(gig), of: id, in: db)
      } model: { world in
        if try world.live(gig).host == host { try world.host([gig], nil) }
      }
    case 3:
      return Operation(changing: "Player.removeAllFromHosted(of: \(host))") { db in
        try Player.removeAllFromHosted(of: id, in: db)
      } model: { world in
        try world.host(world.hosted(by: host), nil)
      }
    default:
      return Operation(changing: "Player.replaceHosted(with: \(gigs), of: \(host))") { db in
        try Player.replaceHosted(with: gigs.map { Gig.ID($0) }, of: id, in: db)
      } model: { world in
        let others = world.hosted(by: host).filter { !gigs.contains($0) }
        try world.host(gigs, host)
        try world.host(others, nil)
      }
    }
  }

  /// An operation on the players who work at a concert, from either side. The concert may be deleted softly.
  mutating func crewOperation() -> Operation {
    let (gig, player) = (gig(), player())
    let (id, other) = (Gig.ID(gig), Player.ID(player))
    let players = repeating(keys(world.players.keys))
    let gigs = repeating(keys(world.gigs.keys))
    switch roll(9) {
    case 0:
      return Operation(changing: "Gig.addToCrew(\(player), of: \(gig))") { db in
        try Gig.addToCrew(other, of: id, in: db)
      } model: { world in
        try world.changeCrew(of: [gig]) { $0.insert(player) }
        try world.require(player)
      }
    case 1:
      return Operation(changing: "Gig.addToCrew(contentsOf: \(players), of: \(gig))") { db in
        try Gig.addToCrew(contentsOf: players.map { Player.ID($0) }, of: id, in: db)
      } model: { world in
        try world.changeCrew(of: [gig]) { $0.formUnion(players) }
      }
    case 2:
      return Operation(changing: "Gig.removeFromCrew(\(player), of: \(gig))") { db in
        try Gig.removeFromCrew(other, of: id, in: db)
      } model: { world in
        try world.changeCrew(of: [gig]) { $0.remove(player) }
      }
    case 3:
      return Operation(changing: "Gig.removeAllFromCrew(of: \(gig))") { db in
        try Gig.removeAllFromCrew(of: id, in: db)
      } model: { world in
        try world.changeCrew(of: [gig]) { $0 = [] }
      }
    case 4:
      return Operation(changing: "Gig.replaceCrew(with: \(players), of: \(gig))") { db in
        try Gig.replaceCrew(with: players.map { Player.ID($0) }, of: id, in: db)
      } model: { world in
        try world.changeCrew(of: [gig]) { $0 = Set(players) }
      }
    case 5:
      return Operation(changing: "Player.addToCrewed(contentsOf: \(gigs), of: \(player))") { db in
        try Player.addToCrewed(contentsOf: gigs.map { Gig.ID($0) }, of: other, in: db)
      } model: { world in
        try world.changeCrew(of: gigs) { $0.insert(player) }
        if !gigs.isEmpty { try world.require(player) }
      }
    case 6:
      return Operation(changing: "Player.removeFromCrewed(\(gig), of: \(player))") { db in
        try Player.removeFromCrewed(id, of: other, in: db)
      } model: { world in
        try world.changeCrew(of: [gig]) { $0.remove(player) }
      }
    case 7:
      return Operation(changing: "Player.replaceCrewed(with: \(gigs), of: \(player))") { db in
        try Player.replaceCrewed(with: gigs.map { Gig.ID($0) }, of: other, in: db)
      } model: { world in
        for gig in world.gigs.keys where !gigs.contains(gig) { world.gigs[gig]?.crew.remove(player) }
        try world.changeCrew(of: gigs) { $0.insert(player) }
        if !gigs.isEmpty { try world.require(player) }
      }
    default:
      return Operation(changing: "Player.removeAllFromCrewed(of: \(player))") { db in
        try Player.removeAllFromCrewed(of: other, in: db)
      } model: { world in
        for gig in world.gigs.keys { world.gigs[gig]?.crew.remove(player) }
      }
    }
  }

  /// Sets a reference of a concert or a van, from either side.
  mutating func referenceOperation() -> Operation {
    let (gig, band) = (gig(), band())
    switch roll(5) {
    case 3:
      return Operation(changing: "Band.addToGigs(\(gig), of: \(band))") { db in
        try Band.addToGigs(Gig.ID(gig), of: Band.ID(band), in: db)
      } model: { world in
        try world.give([gig], to: band)
      }
    case 4:
      let gigs = repeating(keys(world.gigs.keys))
      return Operation(changing: "Band.addToGigs(contentsOf: \(gigs), of: \(band))") { db in
        try Band.addToGigs(contentsOf: gigs.map { Gig.ID($0) }, of: Band.ID(band), in: db)
      } model: { world in
        try world.give(gigs, to: band)
      }
    case 0:
      let host = chance(30) ? nil : player()
      return Operation(changing: "Gig.setHost(\(host as Any), of: \(gig))") { db in
        try Gig.setHost(host.map { Player.ID($0) }, of: Gig.ID(gig), in: db)
      } model: { world in
        try world.host([gig], host)
      }
    case 1:
      return Operation(changing: "Gig.setBand(\(band), of: \(gig))") { db in
        try Gig.setBand(Band.ID(band), of: Gig.ID(gig), in: db)
      } model: { world in
        try world.give([gig], to: band)
      }
    default:
      let van = key(world.vans.keys)
      let new = chance(30) ? nil : band
      return Operation(changing: "Van.setBand(\(new as Any), of: \(van))") { db in
        try Van.setBand(new.map { Band.ID($0) }, of: Van.ID(van), in: db)
      } model: { world in
        guard world.vans[van] != nil else { throw Failure.notFound }
        if let new {
          if world.vans.contains(where: { $0.key != van && $0.value == new }) { throw Failure.unique }
          guard world.bands[new] != nil else { throw Failure.foreignKey }
        }
        world.vans[van] = .some(new)
      }
    }
  }
}

extension World {
  fileprivate func pupils(of teacher: Int64) -> [Int64] {
    players.filter { $0.value.teacher == teacher }.map { $0.key }
  }

  /// The concerts of a host that aren't deleted.
  fileprivate func hosted(by host: Int64) -> [Int64] {
    gigs.filter { $0.value.host == host && !$0.value.isDeleted }.map { $0.key }
  }

  fileprivate func live(_ gig: Int64) throws -> GigRow {
    guard let row = gigs[gig], !row.isDeleted else { throw Failure.notFound }
    return row
  }

  /// Sets the teacher of players, each once.
  fileprivate mutating func teach(_ pupils: [Int64], _ teacher: Int64?) throws {
    guard pupils.allSatisfy({ players[$0] != nil }) else { throw Failure.notFound }
    if !pupils.isEmpty { try require(teacher) }
    for pupil in Set(pupils) {
      players[pupil]?.teacher = teacher
      players[pupil]?.version += 1
    }
  }

  /// Sets the host of concerts, each once.
  fileprivate mutating func host(_ hosted: [Int64], _ host: Int64?) throws {
    for gig in hosted { _ = try live(gig) }
    if !hosted.isEmpty { try require(host) }
    for gig in Set(hosted) {
      gigs[gig]?.host = host
      gigs[gig]?.version += 1
    }
  }

  /// Sets the band of concerts, each once.
  fileprivate mutating func give(_ given: [Int64], to band: Int64) throws {
    for gig in given { _ = try live(gig) }
    guard given.isEmpty || bands[band] != nil else { throw Failure.foreignKey }
    for gig in Set(given) {
      gigs[gig]?.band = band
      gigs[gig]?.version += 1
    }
  }

  fileprivate mutating func changeCrew(of gigs: [Int64], _ change: (inout Set<Int64>) -> Void) throws {
    for gig in gigs { _ = try live(gig) }
    for gig in gigs { change(&self.gigs[gig, default: .none].crew) }
  }
}

extension World.GigRow {
  fileprivate static let none = World.GigRow(fee: 0, band: 0)
}

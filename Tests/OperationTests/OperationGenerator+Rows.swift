import Postil

// Operations on single rows, and on the rows of a query.
extension OperationGenerator {
  mutating func insertion() -> Operation {
    let (text, other) = (text(), text())
    if world.players.count > 30 || world.gigs.count > 20 { return deletion() }
    switch roll(14) {
    case 0:
      let (text, fans) = (bandName(), roll(9))
      return Operation("Band.Draft(name: \(text), fans: \(fans)).insert") { db in
        try Band.Draft(name: text, fans: fans).insert(in: db).id.rawValue
      } model: { world, key in
        try world.insertBand(key, text, fans)
      }
    case 1...6:
      let band = chance(80) ? band() : nil
      let teacher = chance(30) ? player() : nil
      return Operation("Player.Draft(\(text), bandID: \(band as Any), teacherID: \(teacher as Any)).insert") { db in
        try Player.Draft(name: text, bandID: band.map { Band.ID($0) }, teacherID: teacher.map { Player.ID($0) })
          .insert(in: db).id.rawValue
      } model: { world, key in
        if OperationEngine.checksReferencesFirst { try world.require(teacher) }
        world.players[key] = World.PlayerRow(name: text, version: 0, teacher: teacher)
        try world.move([key], to: band)
        try world.require(teacher)
      }
    case 7:
      return Operation(inserting: "Song.insert([\(text), \(other)])") { db in
        try Song.insert([Song.Draft(title: text), Song.Draft(title: other)], in: db)
        return try [text, other].map { title in try Song.where { $0.title == title }.fetchOnly(in: db).id.rawValue }
      } model: { world, keys in
        for (index, title) in [text, other].enumerated() {
          if world.songs.values.contains(title) { throw Failure.unique }
          // A refused operation has no keys.
          let key = keys.isEmpty ? Int64(-index) : keys[index]
          world.songs[key] = title
          world.touched.songs.insert(key)
        }
      }
    case 8:
      return Operation(changing: "Style.Draft(id: \(text)).insert") { db in
        _ = try Style.Draft(id: text).insert(in: db)
      } model: { world in
        guard world.styles.insert(text).inserted else { throw Failure.unique }
        world.touched.styles.insert(text)
      }
    case 9:
      let band = chance(70) ? band() : nil
      return Operation("Van.Draft(bandID: \(band as Any)).insert") { db in
        try Van.Draft(bandID: band.map { Band.ID($0) }).insert(in: db).id.rawValue
      } model: { world, key in
        if let band, world.vans.values.contains(band) { throw Failure.unique }
        if let band, world.bands[band] == nil { throw Failure.foreignKey }
        world.vans[key] = .some(band)
      }
    default:
      let draft = gigDraft()
      return Operation("\(draft).insert") { db in
        try draft.insert(in: db).id.rawValue
      } model: { world, key in
        try world.upsert(draft, key)
      }
    }
  }

  mutating func upsert() -> Operation {
    let (text, fans) = (bandName(), roll(9))
    let draft = Band.Draft(name: text, fans: fans)
    switch roll(7) {
    case 3, 4:
      return gigUpsert()
    case 5:
      return gigUpserts()
    case 6:
      let drafts = [draft, Band.Draft(name: bandName(), fans: roll(9)), Band.Draft(name: bandName(), fans: roll(9))]
      return Operation(inserting: "Band.upsert(\(drafts), on: name)") { db in
        try Band.upsert(drafts, on: { $0.name }, in: db)
        return try drafts.map { draft in try Band.where { $0.name == draft.name }.fetchOnly(in: db).id.rawValue }
      } model: { world, keys in
        for (key, draft) in zip(keys, drafts) {
          world.bands[key, default: World.BandRow(name: draft.name, fans: 0)].fans = draft.fans
        }
      }
    case 0:
      return Operation("Band.Draft(name: \(text), fans: \(fans)).upsert(on: name)") { db in
        try draft.upsert(on: { $0.name }, in: db).id.rawValue
      } model: { world, key in
        world.bands[key, default: World.BandRow(name: text, fans: fans)].fans = fans
      }
    case 1:
      return Operation("Band.Draft(name: \(text), fans: \(fans)).upsert(on: name) { fans + fans }") { db in
        try draft.upsert(on: { $0.name }, in: db) { [$0.fans.set($0.fans + $1.fans)] }.id.rawValue
      } model: { world, key in
        world.bands[key, default: World.BandRow(name: text, fans: 0)].fans += fans
      }
    default:
      return Operation("Band.Draft(name: \(text), fans: \(fans)).insertUnlessPresent(on: name)") { db in
        try draft.insertUnlessPresent(on: { $0.name }, in: db)?.id.rawValue
      } model: { world, key in
        if !world.bands.values.contains(where: { $0.name == text }) { try world.insertBand(key, text, fans) }
      }
    }
  }

  /// An upsert of a concert, whose row has a version and may be deleted softly.
  private mutating func gigUpsert() -> Operation {
    let draft = gigDraft(ticket: "\(roll(8))")
    switch roll(3) {
    case 0:
      return Operation("\(draft).insertUnlessPresent(on: ticket)") { db in
        try draft.insertUnlessPresent(on: { $0.ticket }, in: db)?.id.rawValue
      } model: { world, key in
        if world.gig(ofTicket: draft.ticket) == nil { try world.upsert(draft, key) }
      }
    case 1:
      return Operation("\(draft).upsert(on: ticket, where: fee < \(draft.fee - 5)) { fee }") { db in
        try draft.upsert(on: { $0.ticket }, where: { current, new in current.fee < new.fee - 5 }, in: db) {
          current, new in [current.fee.set(new.fee)]
        }?.id.rawValue
      } model: { world, key in
        guard let old = world.gig(ofTicket: draft.ticket), let row = world.gigs[old] else {
          return try world.upsert(draft, key)
        }
        guard row.fee < draft.fee - 5 else { return }
        world.gigs[old]?.fee = draft.fee
        world.setDeleted(old, false)
      }
    default:
      return Operation("\(draft).upsert(on: ticket)") { db in
        try draft.upsert(on: { $0.ticket }, in: db).id.rawValue
      } model: { world, key in
        try world.upsert(draft, key)
      }
    }
  }

  private mutating func gigUpserts() -> Operation {
    let drafts = (0..<1 + roll(4)).map { _ in gigDraft(ticket: "\(roll(8))") }
    return Operation(inserting: "Gig.upsert(\(drafts), on: ticket)") { db in
      try Gig.upsert(drafts, on: { $0.ticket }, in: db)
      return try drafts.map { draft in
        try Gig.where { $0.ticket == draft.ticket }.fetchOnly(in: db).id.rawValue
      }
    } model: { world, keys in
      for (index, draft) in drafts.enumerated() { try world.upsert(draft, keys.isEmpty ? Int64(-index) : keys[index]) }
    }
  }

  /// A concert with another fee each time: no row is inserted again as it was.
  private mutating func gigDraft(ticket: String? = nil) -> Gig.Draft {
    lastFee += 1
    let host = chance(40) ? Player.ID(player()) : nil
    return Gig.Draft(fee: lastFee, ticket: ticket, bandID: Band.ID(band()), hostID: host)
  }

  mutating func update() -> Operation {
    let (text, number) = (bandName(), roll(9))
    switch roll(5) {
    case 0:
      let band = band()
      return Operation(changing: "Band(id: \(band), name: \(text), fans: \(number)).update") { db in
        try Band(id: Band.ID(band), name: text, fans: number).update(in: db)
      } model: { world in
        guard world.bands[band] != nil else { throw Failure.notFound }
        if world.bands.contains(where: { $0.value.name == text && $0.key != band }) { throw Failure.unique }
        world.bands[band]?.name = text
        world.bands[band]?.fans = number
      }
    case 1:
      return Operation(changing: "Band.where { fans < \(number) }.update { fans + 1 }") { db in
        try Band.where { $0.fans < number }.update(in: db) { [$0.fans.set($0.fans + 1)] }
      } model: { world in
        for (band, row) in world.bands where row.fans < number { world.bands[band]?.fans += 1 }
      }
    case 2:
      let (player, teacher) = (player(), chance(40) ? nil : player())
      guard player != teacher else { return update() }
      return Operation(changing: "Player.setTeacher(\(teacher as Any), of: \(player))") { db in
        try Player.setTeacher(teacher.map { Player.ID($0) }, of: Player.ID(player), in: db)
      } model: { world in
        guard world.players[player] != nil else { throw Failure.notFound }
        try world.require(teacher)
        world.players[player]?.teacher = teacher
        world.players[player]?.version += 1
      }
    default:
      // A copy that may be old, or whose row may be gone.
      guard var copy = copies.randomElement(using: &random) else { return insertion() }
      copy.name = text
      let key = copy.id.rawValue
      return Operation(changing: "\(copy).update") { [copy] db in
        try copy.update(in: db)
      } model: { [copy] world in
        guard let row = world.players[key] else { throw Failure.notFound }
        if row.version != copy.version { throw Failure.stale }
        let (band, teacher) = (copy.bandID?.rawValue, copy.teacherID?.rawValue)
        if OperationEngine.checksReferencesFirst { try world.require(teacher) }
        try world.move([key], to: band)
        try world.require(teacher)
        world.players[key]?.name = text
        world.players[key]?.teacher = teacher
      }
    }
  }

  mutating func deletion() -> Operation {
    switch roll(8) {
    case 0:
      let band = band()
      return Operation(changing: "Band.delete(\(band))") { db in
        try Band.delete(Band.ID(band), in: db)
      } model: { world in
        try world.deleteBand(band)
      }
    case 1, 2:
      let player = player()
      return Operation(changing: "Player.delete(\(player))") { db in
        try Player.delete(Player.ID(player), in: db)
      } model: { world in
        try world.deletePlayer(player)
      }
    case 3:
      let song = song()
      return Operation(changing: "Song.delete(\(song))") { db in
        try Song.delete(Song.ID(song), in: db)
      } model: { world in
        world.deleteSong(song)
      }
    case 4:
      let text = text()
      return Operation(changing: "Style.delete(\(text))") { db in
        try Style.delete(text, in: db)
      } model: { world in
        world.deleteStyle(text)
      }
    case 5:
      let gig = gig()
      return Operation(changing: "Gig.deletePermanently(\(gig))") { db in
        try Gig.deletePermanently(Gig.ID(gig), in: db)
      } model: { world in
        world.gigs[gig] = nil
      }
    case 6:
      let van = key(world.vans.keys)
      return Operation(changing: "Van.delete(\(van))") { db in
        try Van.delete(Van.ID(van), in: db)
      } model: { world in
        world.vans[van] = nil
      }
    default:
      let names = [bandName()]
      return Operation(changing: "Band.where { name.in(\(names)) }.delete") { db in
        try Band.where { $0.name.in(names) }.delete(in: db)
      } model: { world in
        for (band, row) in world.bands where names.contains(row.name) { try world.deleteBand(band) }
      }
    }
  }

  mutating func gigOperation() -> Operation {
    let (gig, fee) = (gig(), world.gigs.values.map(\.fee).sorted().randomElement(using: &random) ?? 0)
    switch roll(6) {
    case 0:
      return Operation(changing: "Gig.where { fee < \(fee) }.update { fee + 1 }") { db in
        try Gig.where { $0.fee < fee }.update(in: db) { [$0.fee.set($0.fee + 1)] }
      } model: { world in
        for (gig, row) in world.gigs where row.fee < fee && !row.isDeleted {
          world.gigs[gig]?.fee += 1
          world.gigs[gig]?.version += 1
        }
      }
    case 1, 2:
      return Operation(changing: "Gig.delete(\(gig))") { db in
        try Gig.delete(Gig.ID(gig), in: db)
      } model: { world in
        if world.gigs[gig]?.isDeleted == false { world.setDeleted(gig, true) }
      }
    case 3:
      return Operation(changing: "Gig.restore(\(gig))") { db in
        try Gig.restore(Gig.ID(gig), in: db)
      } model: { world in
        guard let row = world.gigs[gig] else { throw Failure.notFound }
        if row.isDeleted { world.setDeleted(gig, false) }
      }
    case 4:
      return Operation(changing: "Gig.deletePermanently(\(gig))") { db in
        try Gig.deletePermanently(Gig.ID(gig), in: db)
      } model: { world in
        world.gigs[gig] = nil
      }
    default:
      let restores = chance(50)
      return Operation(changing: "Gig.onlyDeleted().\(restores ? "restore" : "deletePermanently")") { db in
        let deleted = Gig.onlyDeleted().where { $0.fee < fee }
        _ = try restores ? deleted.restore(in: db) : deleted.deletePermanently(in: db)
      } model: { world in
        for (gig, row) in world.gigs where row.isDeleted && row.fee < fee {
          if restores { world.setDeleted(gig, false) } else { world.gigs[gig] = nil }
        }
      }
    }
  }
}

extension World {
  fileprivate mutating func insertBand(_ key: Int64, _ name: String, _ fans: Int) throws {
    if bands.values.contains(where: { $0.name == name }) { throw Failure.unique }
    bands[key] = BandRow(name: name, fans: fans)
  }

  fileprivate func gig(ofTicket ticket: String?) -> Int64? {
    ticket.flatMap { ticket in gigs.first { $0.value.ticket == ticket }?.key }
  }

  /// Inserts a concert, or updates and restores the one with its ticket.
  fileprivate mutating func upsert(_ draft: Gig.Draft, _ key: Int64) throws {
    let (band, host) = (draft.bandID.rawValue, draft.hostID?.rawValue)
    if bands[band] == nil { throw Failure.foreignKey }
    try require(host)
    guard let old = gig(ofTicket: draft.ticket) else {
      gigs[key] = GigRow(fee: draft.fee, ticket: draft.ticket, band: band, host: host)
      return
    }
    gigs[old]?.fee = draft.fee
    gigs[old]?.band = band
    gigs[old]?.host = host
    setDeleted(old, false)
  }

  fileprivate mutating func setDeleted(_ gig: Int64, _ isDeleted: Bool) {
    gigs[gig]?.isDeleted = isDeleted
    gigs[gig]?.version += 1
  }
}

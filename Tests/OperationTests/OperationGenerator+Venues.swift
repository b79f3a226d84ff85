import Postil

// Operations on venues, whose keys have two columns, on their rooms, of which there is one at least, and on visits, which are rows of a
// model that joins two others.
extension OperationGenerator {
  /// A key of a venue, and sometimes one that no row has.
  mutating func venue() -> Venue.ID {
    let none = Venue.ID(city: "none", number: 0)
    return chance(3) ? none : sortedVenues.randomElement(using: &random) ?? none
  }

  private var sortedVenues: [Venue.ID] {
    world.venues.keys.sorted { ($0.city, $0.number) < ($1.city, $1.number) }
  }

  mutating func venueOperation() -> Operation {
    let (venue, room) = (venue(), key(world.rooms.keys))
    let rooms = repeating(keys(world.rooms.keys, 3) + (chance(5) ? [1_000_000] : []))
    if world.rooms.count > 30 { return roomDeletion(room) }
    switch roll(12) {
    case 0, 1:
      return venueInsertion()
    case 2:
      let place = chance(80) ? venue : nil
      return Operation("Room.Draft(seats: 1, venueID: \(place as Any)).insert") { db in
        try Room.Draft(seats: 1, venueID: place).insert(in: db).id.rawValue
      } model: { world, key in
        try world.require(place)
        world.rooms[key] = World.RoomRow(seats: 1, venue: place)
      }
    case 3:
      return Operation(changing: "Venue.addToRooms(\(room), of: \(venue))") { db in
        try Venue.addToRooms(Room.ID(room), of: venue, in: db)
      } model: { world in
        try world.place([room], in: venue)
      }
    case 4:
      return Operation(changing: "Venue.addToRooms(contentsOf: \(rooms), of: \(venue))") { db in
        try Venue.addToRooms(contentsOf: rooms.map { Room.ID($0) }, of: venue, in: db)
      } model: { world in
        try world.place(rooms, in: venue)
      }
    case 5:
      return Operation(changing: "Venue.removeFromRooms(\(room), of: \(venue))") { db in
        try Venue.removeFromRooms(Room.ID(room), of: venue, in: db)
      } model: { world in
        if world.rooms[room]?.venue == venue { try world.place([room], in: nil) }
      }
    case 6 where chance(20):
      return Operation(changing: "Venue.removeAllFromRooms(of: \(venue))") { db in
        try Venue.removeAllFromRooms(of: venue, in: db)
      } model: { world in
        try world.place(world.rooms(of: venue), in: nil)
      }
    case 6, 7:
      return Operation(changing: "Venue.replaceRooms(with: \(rooms), of: \(venue))") { db in
        try Venue.replaceRooms(with: rooms.map { Room.ID($0) }, of: venue, in: db)
      } model: { world in
        let others = world.rooms(of: venue).filter { !rooms.contains($0) }
        try world.place(rooms, in: venue)
        try world.place(others, in: nil)
      }
    case 8:
      let new = chance(20) ? nil : self.venue()
      return Operation(changing: "Room.setVenue(\(new as Any), of: \(room))") { db in
        try Room.setVenue(new, of: Room.ID(room), in: db)
      } model: { world in
        try world.place([room], in: new)
      }
    case 9:
      return Operation(changing: "Venue.delete(\(venue))") { db in
        try Venue.delete(venue, in: db)
      } model: { world in
        world.deleteVenue(venue)
      }
    case 10:
      let name = text()
      return Operation(changing: "Venue(\(venue), name: \(name)).update") { db in
        try Venue(city: venue.city, number: venue.number, name: name).update(in: db)
      } model: { world in
        guard world.venues[venue] != nil else { throw Failure.notFound }
        world.venues[venue] = name
      }
    default:
      return roomDeletion(room)
    }
  }

  private func roomDeletion(_ room: Int64) -> Operation {
    Operation(changing: "Room.delete(\(room))") { db in
      try Room.delete(Room.ID(room), in: db)
    } model: { world in
      world.rooms[room] = nil
    }
  }

  /// A venue with rooms, and now and then without any, which the commit refuses.
  private mutating func venueInsertion() -> Operation {
    let (id, name, seats) = (
      Venue.ID(city: ["Rome", "Oslo", "Åre"][roll(3)], number: roll(3)), text(), roll(7) == 0 ? 0 : 2
    )
    let draft = Venue.Draft(
      city: id.city, number: id.number, name: name, rooms: (0..<seats).map { Room.DraftOfVenue(seats: $0) })
    return Operation(inserting: "\(draft).insert") { db in
      _ = try draft.insert(in: db)
      return try Room.where { $0.venueID == id }.order { $0.seats }.fetchAll(in: db).map(\.id.rawValue)
    } model: { world, keys in
      guard world.venues[id] == nil else { throw Failure.unique }
      world.venues[id] = name
      for (seats, key) in keys.enumerated() { world.rooms[key] = World.RoomRow(seats: seats, venue: id) }
    }
  }

  /// An operation on the bands that visit a venue, from either side, and on their visits.
  mutating func visitOperation() -> Operation {
    let (venue, band) = (venue(), band())
    let (id, visit) = (Band.ID(band), Visit.ID(venueID: venue, bandID: Band.ID(band)))
    let bands = repeating(keys(world.bands.keys))
    let venues = repeating(Array(sortedVenues.shuffled(using: &random).prefix(roll(3))))
    func visits(_ bands: [Int64]) -> [Visit.ID] { bands.map { Visit.ID(venueID: venue, bandID: Band.ID($0)) } }
    switch roll(12) {
    case 10:
      return Operation(changing: "Venue.removeAllFromBands(of: \(venue))") { db in
        try Venue.removeAllFromBands(of: venue, in: db)
      } model: { world in
        world.removeVisits { $0.venueID == venue }
      }
    case 11:
      return Operation(changing: "Band.removeFromVenues(\(venue), of: \(band))") { db in
        try Band.removeFromVenues(venue, of: id, in: db)
      } model: { world in
        world.removeVisits { $0 == visit }
      }
    case 0:
      return Operation(changing: "Venue.addToBands(\(band), of: \(venue))") { db in
        try Venue.addToBands(id, of: venue, in: db)
      } model: { world in
        try world.add([visit])
      }
    case 1:
      return Operation(changing: "Venue.addToBands(contentsOf: \(bands), of: \(venue))") { db in
        try Venue.addToBands(contentsOf: bands.map { Band.ID($0) }, of: venue, in: db)
      } model: { world in
        try world.add(visits(bands))
      }
    case 2:
      return Operation(changing: "Band.addToVenues(contentsOf: \(venues), of: \(band))") { db in
        try Band.addToVenues(contentsOf: venues, of: id, in: db)
      } model: { world in
        try world.add(venues.map { Visit.ID(venueID: $0, bandID: id) })
      }
    case 3:
      return Operation(changing: "Venue.removeFromBands(\(band), of: \(venue))") { db in
        try Venue.removeFromBands(id, of: venue, in: db)
      } model: { world in
        world.removeVisits { $0 == visit }
      }
    case 4:
      return Operation(changing: "Band.removeAllFromVenues(of: \(band))") { db in
        try Band.removeAllFromVenues(of: id, in: db)
      } model: { world in
        world.removeVisits { $0.bandID == id }
      }
    case 5:
      return Operation(changing: "Venue.replaceBands(with: \(bands), of: \(venue))") { db in
        try Venue.replaceBands(with: bands.map { Band.ID($0) }, of: venue, in: db)
      } model: { world in
        world.removeVisits { $0.venueID == venue && !bands.contains($0.bandID.rawValue) }
        try world.add(visits(bands))
      }
    case 6:
      return Operation(changing: "Band.replaceVenues(with: \(venues), of: \(band))") { db in
        try Band.replaceVenues(with: venues, of: id, in: db)
      } model: { world in
        world.removeVisits { $0.bandID == id && !venues.contains($0.venueID) }
        try world.add(venues.map { Visit.ID(venueID: $0, bandID: id) })
      }
    case 7:
      return Operation(changing: "Visit.Draft(\(visit), nights: 4).insert") { db in
        try Visit.Draft(venueID: venue, bandID: id, nights: 4).insert(in: db)
      } model: { world in
        if world.visits[visit] != nil { throw Failure.unique }
        try world.add([visit])
        world.visits[visit] = 4
      }
    case 8:
      return Operation(changing: "Visit.where { venueID == \(venue) }.update { nights + 1 }") { db in
        try Visit.where { $0.venueID == venue }.update(in: db) { [$0.nights.set($0.nights + 1)] }
      } model: { world in
        for (visit, nights) in world.visits where visit.venueID == venue {
          world.visits[visit] = nights + 1
          world.touched.visits.insert(visit)
        }
      }
    default:
      return Operation(changing: "Visit.delete(\(visit))") { db in
        try Visit.delete(visit, in: db)
      } model: { world in
        world.removeVisits { $0 == visit }
      }
    }
  }
}

extension World {
  fileprivate func rooms(of venue: Venue.ID) -> [Int64] { rooms.filter { $0.value.venue == venue }.map { $0.key } }

  /// - Throws: ``Failure/foreignKey`` if the venue doesn't exist.
  fileprivate func require(_ venue: Venue.ID?) throws {
    if let venue, venues[venue] == nil { throw Failure.foreignKey }
  }

  fileprivate mutating func place(_ moved: [Int64], in venue: Venue.ID?) throws {
    guard moved.allSatisfy({ rooms[$0] != nil }) else { throw Failure.notFound }
    if !moved.isEmpty { try require(venue) }
    for room in moved { rooms[room]?.venue = venue }
  }

  /// Adds the visits that aren't there.
  fileprivate mutating func add(_ added: [Visit.ID]) throws {
    for visit in added {
      try require(visit.venueID)
      guard bands[visit.bandID.rawValue] != nil else { throw Failure.foreignKey }
    }
    for visit in added where visits[visit] == nil {
      visits[visit] = 1
      touched.visits.insert(visit)
    }
  }
}

import Postil

// Operations on relationships.
extension OperationGenerator {
  /// An operation on the ordered players of a band, each of whom is in one band at most.
  mutating func playersOperation() -> Operation {
    guard let band = someBand() else { return insertion() }
    let (id, player, count) = (Band.ID(band), player(), world.bands[band]?.players.count ?? 0)
    let (players, from, to) = (keys(world.players.keys), roll(count + 1), roll(count + 1))
    switch roll(11) {
    case 0:
      return Operation(changing: "Band.addToPlayers(\(player), of: \(band))") { db in
        try Band.addToPlayers(Player.ID(player), of: id, in: db)
      } model: { world in
        try world.move([player], to: band)
      }
    case 1:
      return Operation(changing: "Band.addToPlayers(contentsOf: \(players), of: \(band))") { db in
        try Band.addToPlayers(contentsOf: players.map { Player.ID($0) }, of: id, in: db)
      } model: { world in
        try world.move(players, to: band)
      }
    case 2:
      return Operation(changing: "Band.removeFromPlayers(\(player), of: \(band))") { db in
        try Band.removeFromPlayers(Player.ID(player), of: id, in: db)
      } model: { world in
        if world.players[player]?.band == band { try world.move([player], to: nil) }
      }
    case 3:
      return Operation(changing: "Band.removeAllFromPlayers(of: \(band))") { db in
        try Band.removeAllFromPlayers(of: id, in: db)
      } model: { world in
        try world.move(world.bands[band]?.players ?? [], to: nil)
      }
    case 4:
      return Operation(changing: "Band.replacePlayers(with: \(players), of: \(band))") { db in
        try Band.replacePlayers(with: players.map { Player.ID($0) }, of: id, in: db)
      } model: { world in
        try world.move(world.bands[band]?.players ?? [], to: nil)
        try world.move(players, to: band)
      }
    case 5, 6:
      return Operation(changing: "Band.insertIntoPlayers(\(player), at: \(to), of: \(band))") { db in
        try Band.insertIntoPlayers(Player.ID(player), at: to, of: id, in: db)
      } model: { world in
        try world.move([player], to: band)
        try world.insert(player, into: \.players, of: band, at: to)
      }
    case 7, 8:
      let other = self.player()
      return Operation(changing: "Band.insertIntoPlayers(\(player), before: \(other), of: \(band))") { db in
        try Band.insertIntoPlayers(Player.ID(player), before: Player.ID(other), of: id, in: db)
      } model: { world in
        guard world.bands[band]?.players.contains(other) == true else { throw Failure.notFound }
        try world.move([player], to: band)
        let rest = world.bands[band]?.players.filter { $0 != player || player == other } ?? []
        try world.insert(player, into: \.players, of: band, at: rest.firstIndex(of: other) ?? 0)
      }
    case 9:
      let new = chance(20) ? nil : self.band()
      return Operation(changing: "Player.setBand(\(new as Any), of: \(player))") { db in
        try Player.setBand(new.map { Band.ID($0) }, of: Player.ID(player), in: db)
      } model: { world in
        try world.move([player], to: new)
      }
    default:
      return Operation(changing: "Band.moveInPlayers(from: \(from), to: \(to), of: \(band))") { db in
        try Band.moveInPlayers(from: from, to: to, of: id, in: db)
      } model: { world in
        try world.move(in: \.players, of: band, from: from, to: to)
      }
    }
  }

  /// An operation on the ordered songs of a band, or on the bands of a song.
  mutating func songsOperation() -> Operation {
    guard let band = someBand() else { return insertion() }
    let (id, song, count) = (Band.ID(band), song(), world.bands[band]?.songs.count ?? 0)
    let (songs, from, to) = (keys(world.songs.keys, 6), roll(count + 1), roll(count + 1))
    let bands = keys(world.bands.keys)
    func check(_ songs: [Int64], in world: World) throws {
      guard songs.allSatisfy({ world.songs[$0] != nil }) else { throw Failure.foreignKey }
    }
    switch roll(13) {
    case 12:
      return Operation(changing: "Band.removeAllFromSongs(of: \(band))") { db in
        try Band.removeAllFromSongs(of: id, in: db)
      } model: { world in
        world.bands[band]?.songs = []
      }
    case 9:
      return Operation(changing: "Song.addToBands(contentsOf: \(bands), of: \(song))") { db in
        try Song.addToBands(contentsOf: bands.map { Band.ID($0) }, of: Song.ID(song), in: db)
      } model: { world in
        if !bands.isEmpty { try check([song], in: world) }
        for band in bands { world.bands[band]?.add([song]) }
      }
    case 10:
      return Operation(changing: "Song.replaceBands(with: \(bands), of: \(song))") { db in
        try Song.replaceBands(with: bands.map { Band.ID($0) }, of: Song.ID(song), in: db)
      } model: { world in
        if !bands.isEmpty { try check([song], in: world) }
        for band in world.bands.keys where !bands.contains(band) { world.bands[band]?.songs.removeAll { $0 == song } }
        for band in bands { world.bands[band]?.add([song]) }
      }
    case 11:
      return Operation(changing: "Song.removeFromBands(\(band), of: \(song))") { db in
        try Song.removeFromBands(id, of: Song.ID(song), in: db)
      } model: { world in
        world.bands[band]?.songs.removeAll { $0 == song }
      }
    case 0:
      return Operation(changing: "Band.addToSongs(\(song), of: \(band))") { db in
        try Band.addToSongs(Song.ID(song), of: id, in: db)
      } model: { world in
        try check([song], in: world)
        world.bands[band]?.add([song])
      }
    case 1:
      return Operation(changing: "Song.addToBands(\(band), of: \(song))") { db in
        try Song.addToBands(id, of: Song.ID(song), in: db)
      } model: { world in
        try check([song], in: world)
        world.bands[band]?.add([song])
      }
    case 2, 3:
      return Operation(changing: "Band.addToSongs(contentsOf: \(songs), of: \(band))") { db in
        try Band.addToSongs(contentsOf: songs.map { Song.ID($0) }, of: id, in: db)
      } model: { world in
        world.bands[band]?.add(songs)
      }
    case 4:
      return Operation(changing: "Band.removeFromSongs(\(song), of: \(band))") { db in
        try Band.removeFromSongs(Song.ID(song), of: id, in: db)
      } model: { world in
        world.bands[band]?.songs.removeAll { $0 == song }
      }
    case 5 where chance(30):
      return Operation(changing: "Song.removeAllFromBands(of: \(song))") { db in
        try Song.removeAllFromBands(of: Song.ID(song), in: db)
      } model: { world in
        for band in world.bands.keys { world.bands[band]?.songs.removeAll { $0 == song } }
      }
    case 5, 6:
      return Operation(changing: "Band.replaceSongs(with: \(songs), of: \(band))") { db in
        try Band.replaceSongs(with: songs.map { Song.ID($0) }, of: id, in: db)
      } model: { world in
        world.bands[band]?.songs = songs
      }
    case 7:
      return Operation(changing: "Band.insertIntoSongs(\(song), at: \(to), of: \(band))") { db in
        try Band.insertIntoSongs(Song.ID(song), at: to, of: id, in: db)
      } model: { world in
        try check([song], in: world)
        try world.insert(song, into: \.songs, of: band, at: to)
      }
    default:
      return Operation(changing: "Band.moveInSongs(from: \(from), to: \(to), of: \(band))") { db in
        try Band.moveInSongs(from: from, to: to, of: id, in: db)
      } model: { world in
        try world.move(in: \.songs, of: band, from: from, to: to)
      }
    }
  }

  /// An operation on the styles of a player.
  mutating func stylesOperation() -> Operation {
    guard let player = world.players.keys.sorted().randomElement(using: &random) else { return insertion() }
    let known = world.styles.sorted().randomElement(using: &random)
    let (id, style) = (Player.ID(player), chance(3) ? "none" : known ?? "none")
    let styles = Array(world.styles.sorted().shuffled(using: &random).prefix(roll(4)))
    let players = repeating(keys(world.players.keys))
    func check(in world: World) throws {
      guard world.styles.contains(style) else { throw Failure.foreignKey }
    }
    switch roll(10) {
    case 9:
      return Operation(changing: "Player.removeFromStyles(\(style), of: \(player))") { db in
        try Player.removeFromStyles(style, of: id, in: db)
      } model: { world in
        world.players[player]?.styles.remove(style)
      }
    case 6:
      return Operation(changing: "Style.addToPlayers(contentsOf: \(players), of: \(style))") { db in
        try Style.addToPlayers(contentsOf: players.map { Player.ID($0) }, of: style, in: db)
      } model: { world in
        if !players.isEmpty { try check(in: world) }
        for player in players { world.players[player]?.styles.insert(style) }
      }
    case 7:
      return Operation(changing: "Style.replacePlayers(with: \(players), of: \(style))") { db in
        try Style.replacePlayers(with: players.map { Player.ID($0) }, of: style, in: db)
      } model: { world in
        if !players.isEmpty { try check(in: world) }
        for player in world.players.keys { world.players[player]?.styles.remove(style) }
        for player in players { world.players[player]?.styles.insert(style) }
      }
    case 8:
      return Operation(changing: "Style.removeAllFromPlayers(of: \(style))") { db in
        try Style.removeAllFromPlayers(of: style, in: db)
      } model: { world in
        for player in world.players.keys { world.players[player]?.styles.remove(style) }
      }
    case 0, 1:
      return Operation(changing: "Player.addToStyles(\(style), of: \(player))") { db in
        try Player.addToStyles(style, of: id, in: db)
      } model: { world in
        try check(in: world)
        world.players[player]?.styles.insert(style)
      }
    case 2:
      return Operation(changing: "Player.addToStyles(contentsOf: \(styles), of: \(player))") { db in
        try Player.addToStyles(contentsOf: styles, of: id, in: db)
      } model: { world in
        world.players[player]?.styles.formUnion(styles)
      }
    case 3:
      return Operation(changing: "Style.removeFromPlayers(\(player), of: \(style))") { db in
        try Style.removeFromPlayers(id, of: style, in: db)
      } model: { world in
        world.players[player]?.styles.remove(style)
      }
    case 4:
      return Operation(changing: "Player.removeAllFromStyles(of: \(player))") { db in
        try Player.removeAllFromStyles(of: id, in: db)
      } model: { world in
        world.players[player]?.styles = []
      }
    default:
      return Operation(changing: "Player.replaceStyles(with: \(styles), of: \(player))") { db in
        try Player.replaceStyles(with: styles, of: id, in: db)
      } model: { world in
        world.players[player]?.styles = Set(styles)
      }
    }
  }

  /// An operation on the van of a band.
  mutating func vanOperation() -> Operation {
    guard let band = someBand() else { return insertion() }
    let van = key(world.vans.keys)
    if chance(30) {
      return Operation(changing: "Band.removeVan(of: \(band))") { db in
        try Band.removeVan(of: Band.ID(band), in: db)
      } model: { world in
        world.release(band)
      }
    }
    return Operation(changing: "Band.setVan(\(van), of: \(band))") { db in
      try Band.setVan(Van.ID(van), of: Band.ID(band), in: db)
    } model: { world in
      guard world.vans[van] != nil else { throw Failure.notFound }
      world.release(band)
      world.vans[van] = .some(band)
    }
  }
}

extension World.BandRow {
  /// Appends the songs that aren't there.
  fileprivate mutating func add(_ added: [Int64]) {
    for song in added where !songs.contains(song) { songs.append(song) }
  }
}

extension World {
  /// Inserts a member of an ordered relationship at an index, or moves it there.
  fileprivate mutating func insert(
    _ member: Int64, into members: WritableKeyPath<BandRow, [Int64]>, of band: Int64, at index: Int
  ) throws {
    var list = bands[band]?[keyPath: members].filter { $0 != member } ?? []
    guard index <= list.count else { throw Failure.index }
    list.insert(member, at: index)
    bands[band]?[keyPath: members] = list
  }

  /// Moves a member of an ordered relationship.
  fileprivate mutating func move(
    in members: WritableKeyPath<BandRow, [Int64]>, of band: Int64, from: Int, to: Int
  ) throws {
    var list = bands[band]?[keyPath: members] ?? []
    guard list.indices.contains(from), list.indices.contains(to) else { throw Failure.index }
    list.insert(list.remove(at: from), at: to)
    bands[band]?[keyPath: members] = list
  }

  /// Leaves a band without a van.
  fileprivate mutating func release(_ band: Int64) {
    for (van, owner) in vans where owner == band { vans[van] = .some(nil) }
  }
}

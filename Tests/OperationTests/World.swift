import Postil

/// What the database should contain, as plain Swift values. Keys are those that the database gave.
struct World: Hashable, Sendable {
  struct BandRow: Hashable, Sendable {
    var name: String
    var fans: Int
    /// The members of the ordered relationships.
    var players: [Int64] = []
    var songs: [Int64] = []
  }

  struct PlayerRow: Hashable, Sendable {
    var name: String
    var version = 1
    var band: Int64?
    var teacher: Int64?
    var styles: Set<String> = []
  }

  struct GigRow: Hashable, Sendable {
    var fee: Int
    var ticket: String?
    var version = 1
    var isDeleted = false
    var band: Int64
    var host: Int64?
    var crew: Set<Int64> = []
  }

  struct RoomRow: Hashable, Sendable {
    var seats: Int
    var venue: Venue.ID?
  }

  /// The keys of rows that the open transaction inserted, updated or deleted. A row that it deleted and inserted again can be as before, so
  /// these are no part of what is compared.
  struct TouchedKeys: Hashable, Sendable {
    var songs: Set<Int64> = []
    var styles: Set<String> = []
    var visits: Set<Visit.ID> = []

    static func == (left: Self, right: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  var bands: [Int64: BandRow] = [:]
  var players: [Int64: PlayerRow] = [:]
  /// The titles of the songs.
  var songs: [Int64: String] = [:]
  var styles: Set<String> = []
  /// The bands of the vans.
  var vans: [Int64: Int64?] = [:]
  var gigs: [Int64: GigRow] = [:]
  /// The names of the venues.
  var venues: [Venue.ID: String] = [:]
  var rooms: [Int64: RoomRow] = [:]
  /// The nights of the visits.
  var visits: [Visit.ID: Int] = [:]
  var touched = TouchedKeys()
}

extension World {
  /// What the database contains. The members of relationships are loaded with the rows.
  init(reading db: some ReadTransaction) throws {
    for (band, players, songs) in try Band.order({ $0.id }).with({ ($0.players, $0.songs) }).fetchAll(in: db) {
      bands[band.id.rawValue] = BandRow(
        name: band.name, fans: band.fans, players: players.map(\.id.rawValue), songs: songs.map(\.id.rawValue))
    }
    for (player, styles) in try Player.order({ $0.id }).with({ $0.styles }).fetchAll(in: db) {
      players[player.id.rawValue] = PlayerRow(
        name: player.name, version: player.version, band: player.bandID?.rawValue, teacher: player.teacherID?.rawValue,
        styles: Set(styles.map(\.id)))
    }
    songs = Dictionary(uniqueKeysWithValues: try Song.all.fetchAll(in: db).map { ($0.id.rawValue, $0.title) })
    styles = Set(try Style.all.fetchAll(in: db).map(\.id))
    vans = Dictionary(uniqueKeysWithValues: try Van.all.fetchAll(in: db).map { ($0.id.rawValue, $0.bandID?.rawValue) })
    for (gig, crew) in try Gig.all.withDeleted().with({ $0.crew }).fetchAll(in: db) {
      gigs[gig.id.rawValue] = GigRow(
        fee: gig.fee, ticket: gig.ticket, version: gig.version, isDeleted: gig.deletedAt != nil,
        band: gig.bandID.rawValue, host: gig.hostID?.rawValue, crew: Set(crew.map(\.id.rawValue)))
    }
    for venue in try Venue.all.fetchAll(in: db) { venues[venue.id] = venue.name }
    for room in try Room.all.fetchAll(in: db) {
      rooms[room.id.rawValue] = RoomRow(seats: room.seats, venue: room.venueID)
    }
    for visit in try Visit.all.fetchAll(in: db) { visits[visit.id] = visit.nights }
  }
}

// The rules, as an array or a set would have them.
extension World {
  static let maximumPlayers = 5

  /// A rule that is broken on purpose, to see that this is noticed.
  @TaskLocal static var broken: Rule?

  enum Rule: CaseIterable { case nullify, cascade, deny, noAction, maximum, minimum, place, version }

  /// Makes players the last ones of a band, or of none. One that is there already stays at its place.
  mutating func move(_ moved: [Int64], to band: Int64?) throws {
    for player in moved {
      guard let old = players[player] else { throw Failure.notFound }
      if Self.broken != .version { players[player]?.version += 1 }
      guard old.band != band || Self.broken == .place else { continue }
      if let old = old.band { bands[old]?.players.removeAll { $0 == player } }
      players[player]?.band = band
      guard let band else { continue }
      guard bands[band] != nil else { throw Failure.foreignKey }
      bands[band]?.players.append(player)
      if bands[band, default: .none].players.count > Self.maximumPlayers, Self.broken != .maximum {
        throw Failure.arity
      }
    }
  }

  mutating func deleteBand(_ band: Int64) throws {
    for player in bands[band]?.players ?? [] where Self.broken != .nullify { players[player]?.band = nil }
    vans = vans.filter { $0.value != band }
    if Self.broken != .cascade { gigs = gigs.filter { $0.value.band != band } }
    removeVisits { $0.bandID.rawValue == band }
    bands[band] = nil
  }

  mutating func deletePlayer(_ player: Int64) throws {
    if players.values.contains(where: { $0.teacher == player }), Self.broken != .deny { throw Failure.foreignKey }
    if gigs.values.contains(where: { $0.host == player }), Self.broken != .noAction { throw Failure.foreignKey }
    if let band = players[player]?.band { bands[band]?.players.removeAll { $0 == player } }
    for gig in gigs.keys { gigs[gig]?.crew.remove(player) }
    players[player] = nil
  }

  mutating func deleteVenue(_ venue: Venue.ID) {
    rooms = rooms.filter { $0.value.venue != venue }
    removeVisits { $0.venueID == venue }
    venues[venue] = nil
  }

  mutating func removeVisits(where isRemoved: (Visit.ID) -> Bool) {
    for visit in visits.keys where isRemoved(visit) {
      visits[visit] = nil
      touched.visits.insert(visit)
    }
  }

  /// Whether a venue has no room, which no commit allows.
  var isBelowMinimum: Bool {
    Self.broken != .minimum && venues.keys.contains { venue in !rooms.values.contains { $0.venue == venue } }
  }

  /// - Throws: ``Failure/foreignKey`` if the player doesn't exist.
  func require(_ player: Int64?) throws {
    if let player, players[player] == nil { throw Failure.foreignKey }
  }

  mutating func deleteSong(_ song: Int64) {
    if songs[song] != nil { touched.songs.insert(song) }
    songs[song] = nil
    for band in bands.keys { bands[band]?.songs.removeAll { $0 == song } }
  }

  mutating func deleteStyle(_ style: String) {
    if styles.remove(style) != nil { touched.styles.insert(style) }
    for player in players.keys { players[player]?.styles.remove(style) }
  }
}

extension World.BandRow {
  static let none = World.BandRow(name: "", fans: 0)
}

/// Why an operation is refused.
enum Failure: Error, Hashable {
  case unique, foreignKey, arity, notFound, stale, index, stopped

  /// `nil` for an error that no operation may throw.
  init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case ConstraintViolation.unique: self = .unique
    case ConstraintViolation.foreignKey: self = .foreignKey
    case ConstraintViolation.arity: self = .arity
    case is RecordNotFound: self = .notFound
    case is StaleRecord: self = .stale
    case is OrderIndexOutOfRange: self = .index
    default: return nil
    }
  }
}

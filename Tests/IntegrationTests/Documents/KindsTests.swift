import Foundation
import Postil
import PostilTestSupport
import Testing

/// Docs/Modeling.md on drafts with their children, join models and trees: what it says is so.
@Suite("The document on kinds of relationships")
struct KindsTests {
  private let log = StatementLog()
  private let store: SQLiteStore

  init() throws { store = try temporaryStore(tracedBy: log) }

  // MARK: - Drafts

  private var plan: Trip.Draft {
    Trip.Draft(
      title: "Iceland",
      days: [
        .init(name: "Monday", sights: [.init(place: "harbour"), .init(place: "museum")]),
        .init(name: "Tuesday"),
      ],
      ticket: .init(number: "A-17"))
  }

  @Test("a draft inserts its children, to any depth, or nothing at all")
  func graph() throws {
    try store.write { db in
      let trip = try Trip.Draft(
        title: "Iceland",
        days: [
          .init(name: "Monday", sights: [.init(place: "harbour"), .init(place: "museum")]),
          .init(name: "Tuesday"),
        ],
        ticket: .init(number: "A-17")
      ).insert(in: db)
      try Day.insert([Day.DraftOfTrip(name: "Wednesday")], of: trip.id, in: db)  // more days, for an existing trip

      #expect(try trip.days.order { $0.id }.fetchAll(in: db).map(\.name) == ["Monday", "Tuesday", "Wednesday"])
      let monday = try #require(try trip.days.where { $0.name == "Monday" }.fetchOne(in: db))
      #expect(try monday.sights.order { $0.id }.fetchAll(in: db).map(\.place) == ["harbour", "museum"])
      #expect(try trip.ticket(in: db)?.number == "A-17")
    }
  }

  @Test("a failure in a grandchild inserts nothing of the graph, and the transaction continues")
  func graphIsWhole() throws {
    var plan = plan
    plan.days[1].sights = [.init(place: "geyser"), .init(place: "")]
    try store.write { db in
      #expect(throws: ConstraintViolation.self) { try plan.insert(in: db) }
      #expect(throws: ConstraintViolation.self) { try Trip.insert([self.plan, plan], in: db) }
      #expect(try Trip.all.count(in: db) == 0)
      #expect(try Day.all.count(in: db) == 0)
      #expect(try Sight.all.count(in: db) == 0)
      #expect(try Ticket.all.count(in: db) == 0)
      let inserted = try Trip.insert([self.plan], in: db)
      #expect(inserted == 1)
      #expect(try Sight.all.count(in: db) == 2)
    }
  }

  @Test("a draft without children is one statement, and childless children share one prepared statement")
  func statements() throws {
    try store.write { db in
      let alone = try log.count { try Trip.Draft(title: "Home").insert(in: db) }
      #expect(alone == 1)
      let sights = (0..<10).map { Sight.DraftOfDay(place: "place \($0)") }
      let draft = Trip.Draft(title: "Away", days: [.init(name: "x", sights: sights)])
      let statements = try log.count { try draft.insert(in: db) }
      #expect(statements == 12)
    }
  }

  @Test("an upsert inserts the draft's children for the existing row")
  func upsert() throws {
    try store.write { db in
      let first = try plan.insert(in: db)
      let again = try Trip.Draft(title: "Iceland", days: [.init(name: "Friday")]).upsert(on: { $0.title }, in: db)
      #expect(again == first)
      #expect(try first.days.count(in: db) == 3)
      // The trip has a ticket already.
      #expect(throws: ConstraintViolation.self) { try plan.upsert(on: { $0.title }, in: db) }
      #expect(try first.days.count(in: db) == 3)
    }
  }

  @Test("a draft with its children can be encoded, decoded and compared")
  func codable() throws {
    let data = try JSONEncoder().encode(plan)
    #expect(try JSONDecoder().decode(Trip.Draft.self, from: data) == plan)
    var other = plan
    other.days[0].sights[1].place = "cinema"
    #expect(other != plan)
  }

  @Test("children and members may be missing when a draft is decoded")
  func decodedAlone() throws {
    func decoded<D: Decodable>(_ json: String) throws -> D { try JSONDecoder().decode(D.self, from: Data(json.utf8)) }
    #expect(try decoded(#"{"title": "Home"}"#) == Trip.Draft(title: "Home"))
    #expect(
      try decoded(#"{"title": "Home", "days": [{"name": "x"}]}"#) == Trip.Draft(title: "Home", days: [.init(name: "x")])
    )
    #expect(try decoded(#"{"name": "Cid"}"#) == Student.Draft(name: "Cid"))
    #expect(throws: DecodingError.self) { try decoded(#"{"title": "Home", "days": 1}"#) as Trip.Draft }
  }

  @Test("a graph of 100,000 rows is inserted at once, in the order of its arrays")
  func large() throws {
    let sights = (0..<999).map { Sight.DraftOfDay(place: "place \($0)") }
    let days = (0..<100).map { Day.DraftOfTrip(name: "day \($0)", sights: sights) }
    try store.write { db in _ = try Trip.Draft(title: "Long", days: days).insert(in: db) }
    let (names, places) = try store.read { db in
      (
        try Day.all.order { $0.id }.fetchAll(in: db).map(\.name),
        try Sight.where { $0.day.name == "day 7" }.order { $0.id }.fetchAll(in: db).map(\.place)
      )
    }
    #expect(names == days.map(\.name))
    #expect(places == sights.map(\.place))
  }

  @Test("a model whose drafts contain drafts of the same model is inserted to any depth")
  func tree() throws {
    let house = Folder.Draft(
      name: "house", folders: [.init(name: "bills", folders: [.init(name: "2026")]), .init(name: "plans")])
    var chain = Folder.DraftOfParent(name: "300")
    for level in (1..<300).reversed() { chain = .init(name: "\(level)", folders: [chain]) }
    let deep = Folder.Draft(name: "0", folders: [chain])
    try store.write { db in
      let top = try house.insert(in: db)
      #expect(try top.descendants().order { $0.id }.fetchAll(in: db).map(\.name) == ["bills", "2026", "plans"])
      let chained = try deep.insert(in: db)
      #expect(try chained.descendants().count(in: db) == 300)
    }
  }

  // MARK: - Trees and graphs

  @Test("ancestors and descendants follow a reference, with or without a maximum depth, and stop in a circle")
  func ancestors() throws {
    try store.write { db in
      let house = try Folder.Draft(name: "house", folders: [.init(name: "bills", folders: [.init(name: "2026")])])
        .insert(in: db)
      let bills = try #require(try house.folders.fetchOne(in: db))
      let year = try #require(try bills.folders.fetchOne(in: db))

      let above = try year.ancestors().order { $0.name }.fetchAll(in: db)
      let parentAndChildren = try bills.ancestors(depth: 1).count(in: db) + bills.descendants(depth: 1).count(in: db)
      let paid = try house.descendants().where { $0.name == "2026" }.exists(in: db)

      #expect(above.map(\.name) == ["bills", "house"])
      #expect(parentAndChildren == 2)
      #expect(paid)
      try house.setParent(year, in: db)
      #expect(try year.ancestors().count(in: db) == 3)
      #expect(try house.descendants(depth: 1_000_000).count(in: db) == 3)
    }
  }

  @Test("rows reachable over a many-to-many of a model with itself are those of hand-written SQL, from either side")
  func reachable() throws {
    let file = try TemporaryFile()
    let store = try SQLiteStore(path: file.path, schema: DocumentsSchema.self)
    var generator = SeededGenerator(seed: 11)
    let folders = try store.write { db -> [Folder] in
      let folders = try (0..<12).map { try Folder.Draft(name: "\($0)").insert(in: db) }
      for _ in 0..<16 {
        let (one, other) = (folders.randomElement(using: &generator), folders.randomElement(using: &generator))
        if let one, let other { try one.addToLinks(other, in: db) }
      }
      return folders
    }
    for folder in folders {
      for depth in [nil, 1, 2, 3] as [Int?] {
        for (near, far, query) in [
          ("folder_id", "links_id", folder.reachableLinks(depth: depth)),
          ("links_id", "folder_id", folder.reachableLinkedFrom(depth: depth)),
        ] {
          let byHand = try file.rows(
            """
            WITH RECURSIVE found(id, steps) AS (SELECT \(far), 1 FROM folder_links WHERE \(near) = \(folder.id)
            UNION SELECT l.\(far), steps + 1 FROM found JOIN folder_links AS l ON l.\(near) = found.id
            WHERE steps < \(depth ?? 12)) SELECT DISTINCT id FROM found ORDER BY id
            """)
          let found = try store.read { db in try query.order { $0.id }.fetchAll(in: db) }
          #expect(found.map { "\($0.id)" } == byHand.map { $0[0] }, "\(folder.name), \(String(describing: depth))")
        }
      }
    }
  }

  // MARK: - Join models

  @Test("a many-to-many through a model adds pairs with the model's defaults")
  func through() throws {
    try store.write { db in
      let ann = try Student.Draft(name: "Ann").insert(in: db)
      let bea = try Student.Draft(name: "Bea").insert(in: db)
      let art = try Course.Draft(title: "Art").insert(in: db)
      let law = try Course.Draft(title: "Law").insert(in: db)

      let isNew = try ann.addToCourses(art, in: db)  // Enrolment.Draft(studentID: ann.id, courseID: art.id)
      let enrolment = try Enrolment.Draft(studentID: bea.id, courseID: art.id, grade: 1).insert(in: db)
      let added = try art.addToStudents(contentsOf: [ann, bea], in: db)  // 0: both pairs already exist
      let excellent = try Course.where { $0.enrolments.any { $0.grade == 1 } }.fetchAll(in: db)
      let classmates = try Student.where { $0.courses.any { $0.title == "Art" } }.count(in: db)

      #expect(isNew && added == 0 && classmates == 2)
      #expect(excellent == [art])
      #expect(try Enrolment.find(enrolment.id, in: db).grade == 1)
      try bea.replaceCourses(with: [art, law], in: db)
      #expect(try Enrolment.find(enrolment.id, in: db).grade == 1)
      #expect(try bea.courses.order { $0.title }.fetchAll(in: db) == [art, law])
      let wasThere = try bea.removeFromCourses(law, in: db)
      #expect(wasThere)
      #expect(try Student.where { $0.courses.contains(law) }.count(in: db) == 0)
      let removed = try art.removeAllFromStudents(in: db)
      #expect(removed == 2)
      #expect(try Enrolment.all.count(in: db) == 0)
    }
  }

  @Test("a draft takes members, existing ones and new ones, or the rows of a join model")
  func members() throws {
    try store.write { db in
      let art = try Course.Draft(title: "Art").insert(in: db)
      let cid = try Student.Draft(name: "Cid", courses: [.id(art.id), .new(Course.Draft(title: "Music"))]).insert(
        in: db)
      let dan = try Student.Draft(name: "Dan", enrolments: [.init(courseID: art.id, grade: 2)]).insert(in: db)
      try Student.addToCourses([.new(Course.Draft(title: "Latin"))], of: dan.id, in: db)  // for an existing student

      #expect(try cid.courses.order { $0.title }.fetchAll(in: db).map(\.title) == ["Art", "Music"])
      #expect(try cid.enrolments.fetchAll(in: db).map(\.grade) == [nil, nil])
      #expect(try dan.courses.order { $0.title }.fetchAll(in: db).map(\.title) == ["Art", "Latin"])
      #expect(try dan.enrolments.order { $0.id }.fetchAll(in: db).map(\.grade) == [2, nil])
    }
  }

  @Test("a member that doesn't exist or can't be inserted inserts nothing, and the transaction continues")
  func membersAreWhole() throws {
    try store.write { db in
      let missing = Student.Draft(name: "Cid", courses: [.new(Course.Draft(title: "Art")), .id(Course.ID(99))])
      #expect(throws: ConstraintViolation.self) { try missing.insert(in: db) }
      #expect(throws: ConstraintViolation.self) {
        try Student.insert([Student.Draft(name: "Dan", courses: [.new(Course.Draft(title: "Law"))]), missing], in: db)
      }
      let left = try Student.all.count(in: db) + Course.all.count(in: db) + Enrolment.all.count(in: db)
      #expect(left == 0)
    }
  }

  @Test("a folder links to a new folder, which links to another one, and drafts with members are Codable")
  func linksToItself() throws {
    let draft = Folder.Draft(
      name: "a", folders: [.init(name: "b", links: [.new(Folder.Draft(name: "c"))])],
      links: [.new(Folder.Draft(name: "d", links: [.new(Folder.Draft(name: "e"))]))])
    #expect(try JSONDecoder().decode(Folder.Draft.self, from: JSONEncoder().encode(draft)) == draft)
    let alone = try JSONDecoder().decode(Folder.Draft.self, from: Data(#"{"name": "f", "folders": []}"#.utf8))
    #expect(alone == Folder.Draft(name: "f"))
    try store.write { db in
      let first = try draft.insert(in: db)
      #expect(try first.links.fetchAll(in: db).map(\.name) == ["d"])
      #expect(try first.reachableLinks().order { $0.name }.fetchAll(in: db).map(\.name) == ["d", "e"])
      let linked = try Folder.where { !$0.linkedFrom.isEmpty }.order { $0.name }.fetchAll(in: db)
      #expect(linked.map(\.name) == ["c", "d", "e"])
    }
  }

  @Test("pairs with required values are added by their drafts, and removed like others")
  func throughWithoutDefaults() throws {
    try store.write { db in
      let ann = try Person.Draft(name: "Ann").insert(in: db)
      let bea = try Person.Draft(name: "Bea").insert(in: db)
      let cleo = try Person.Draft(name: "Cleo").insert(in: db)
      try Following.Draft(followerID: ann.id, followedID: bea.id, since: .now).insert(in: db)
      try Following.Draft(followerID: bea.id, followedID: cleo.id, since: .now).insert(in: db)

      #expect(try ann.follows.fetchAll(in: db) == [bea])
      #expect(try cleo.followers.fetchAll(in: db) == [bea])
      #expect(try ann.reachableFollows().order { $0.id }.fetchAll(in: db) == [bea, cleo])
      #expect(try cleo.reachableFollowers(depth: 1).fetchAll(in: db) == [bea])
      let wasThere = try ann.removeFromFollows(bea, in: db)
      #expect(wasThere)
      #expect(try ann.follows.count(in: db) == 0)
    }
  }
}

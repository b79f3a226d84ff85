// Written by Postil from Package.swift. Don't edit this file; change the annotations instead.

import Postil

// MARK: - Package

nonisolated extension Package: Model {
  /// The primary key of `package`; every model has its own type.
  public typealias ID = RowID<Package>
  public static let table = _TableDescription(
    model: "Package", name: "package",
    columns: [
      "id", "name", "summary", "homepage", "priority", ColumnName("is_essential", property: "isEssential"),
      ColumnName("is_virtual", property: "isVirtual"), ColumnName("maintainer_id", property: "maintainerID"),
      ColumnName("section_id", property: "sectionID"),
    ],
    primaryKey: ["id"], uniqueKeys: [["name"]], required: ["name", "summary", "priority", "is_essential", "is_virtual"],
    indexed: ["maintainer_id", "section_id"])

  @inlinable public init(row: inout some RowReader) throws {
    (id, name, summary, homepage, priority, isEssential, isVirtual, maintainerID, sectionID) = try (
      row.read(), row.read(), row.read(), row.read(), row.read(), row.read(), row.read(), row.read(), row.read()
    )
  }
  @inlinable public func bindColumns(to binder: inout some ValueBinder) {
    binder.bind(id, name, summary, homepage)
    binder.bind(priority, isEssential, isVirtual, maintainerID, sectionID)
  }

  public static let rowStatements = _RowStatements(
    insert: """
      INSERT INTO "package" ("name", "summary", "homepage", "priority", "is_essential", "is_virtual", "maintainer_id",
        "section_id") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """,
    fetch: """
      SELECT "id", "name", "summary", "homepage", "priority", "is_essential", "is_virtual", "maintainer_id",
        "section_id" FROM "package" WHERE "id" = ?1
      """,
    update: """
      UPDATE "package" SET "name" = ?2, "summary" = ?3, "homepage" = ?4, "priority" = ?5, "is_essential" = ?6,
        "is_virtual" = ?7, "maintainer_id" = ?8, "section_id" = ?9 WHERE "id" = ?1
      """,
    save: """
      INSERT INTO "package" ("id", "name", "summary", "homepage", "priority", "is_essential", "is_virtual",
        "maintainer_id", "section_id") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "summary" = excluded."summary",
        "homepage" = excluded."homepage", "priority" = excluded."priority", "is_essential" = excluded."is_essential",
        "is_virtual" = excluded."is_virtual", "maintainer_id" = excluded."maintainer_id",
        "section_id" = excluded."section_id"
      """,
    delete: #"DELETE FROM "package" WHERE "id" = ?1"#)

  /// The unique keys that `upsert(on:)` accepts.
  public nonisolated struct UniqueKeys: Sendable {
    /// `name`.
    public let name = UniqueKey<Package>(
      target: #"("name")"#,
      upsert: """
        INSERT INTO "package" ("name", "summary", "homepage", "priority", "is_essential", "is_virtual", "maintainer_id",
          "section_id") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        ON CONFLICT ("name") DO UPDATE SET "name" = excluded."name", "summary" = excluded."summary",
          "homepage" = excluded."homepage", "priority" = excluded."priority", "is_essential" = excluded."is_essential",
          "is_virtual" = excluded."is_virtual", "maintainer_id" = excluded."maintainer_id",
          "section_id" = excluded."section_id"
        RETURNING "id", "name", "summary", "homepage", "priority", "is_essential", "is_virtual", "maintainer_id",
          "section_id"
        """)
  }
  public static var uniqueKeys: UniqueKeys { UniqueKeys() }

  /// A row of `package` that isn't in the database yet.
  public struct Draft: Codable, Hashable, _ParentDraft {
    public var name: String
    /// One line that says what it is.
    public var summary: String
    public var homepage: String?
    public var priority: Package.Priority
    public var isEssential: Bool
    public var isVirtual: Bool
    public var maintainerID: Maintainer.ID?
    public var sectionID: ArchiveSection.ID?
    public var tags: [DraftMember<Tag>]

    public init(
      name: String, summary: String = "", homepage: String? = nil, priority: Package.Priority = .optional,
      isEssential: Bool = false, isVirtual: Bool = false, maintainerID: Maintainer.ID? = nil,
      sectionID: ArchiveSection.ID? = nil, tags: [DraftMember<Tag>] = []
    ) {
      (self.name, self.summary, self.homepage) = (name, summary, homepage)
      (self.priority, self.isEssential, self.isVirtual) = (priority, isEssential, isVirtual)
      (self.maintainerID, self.sectionID, self.tags) = (maintainerID, sectionID, tags)
    }

    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(
        name: values._value(.name), summary: values._value(.summary, or: ""), homepage: values._optional(.homepage),
        priority: values._value(.priority, or: .optional), isEssential: values._value(.isEssential, or: false),
        isVirtual: values._value(.isVirtual, or: false), maintainerID: values._optional(.maintainerID),
        sectionID: values._optional(.sectionID), tags: values._value(.tags, or: []))
    }

    @inlinable public func bindColumns(to binder: inout some ValueBinder) {
      binder.bind(name, summary, homepage, priority)
      binder.bind(isEssential, isVirtual, maintainerID, sectionID)
    }
    @inlinable public func _insertRow(in db: some WriteTransaction) throws -> Package {
      try db._stored(Package(draft: self, id: ID(db.insert(self))))
    }

    public static func hasChildren(_ draft: Draft) -> Bool { !draft.tags.isEmpty }
    @inlinable public func insertChildren(of row: Package, in db: some WriteTransaction) throws {
      try Package.addToTags(tags, of: row.id, in: db)
    }
  }

  @usableFromInline init(draft: Draft, id: ID) {
    (self.id, name, summary) = (id, draft.name, draft.summary)
    (homepage, priority, isEssential) = (draft.homepage, draft.priority, draft.isEssential)
    (isVirtual, maintainerID, sectionID) = (draft.isVirtual, draft.maintainerID, draft.sectionID)
  }

  /// The columns and relationships of `package`, for use in queries.
  public struct Columns: ModelColumns {
    public typealias OwningModel = Package
    public let _rowSource: _Source
    public init(_ source: _Source) { _rowSource = source }

    public var id: ReadOnlyColumn<Package, ID> { ReadOnlyColumn("id", of: _rowSource) }
    public var name: Column<Package, String> { Column("name", of: _rowSource) }
    /// One line that says what it is.
    public var summary: Column<Package, String> { Column("summary", of: _rowSource) }
    public var homepage: Column<Package, String?> { Column("homepage", of: _rowSource) }
    public var priority: Column<Package, Package.Priority> { Column("priority", of: _rowSource) }
    public var isEssential: Column<Package, Bool> { Column("is_essential", of: _rowSource) }
    public var isVirtual: Column<Package, Bool> { Column("is_virtual", of: _rowSource) }
    public var maintainerID: Column<Package, Maintainer.ID?> { Column("maintainer_id", of: _rowSource) }
    public var sectionID: Column<Package, ArchiveSection.ID?> { Column("section_id", of: _rowSource) }
    public var maintainer: OptionalColumns<Maintainer> {
      OptionalColumns(_rowSource.joined(by: Package.maintainerRelationship))
    }
    public var section: OptionalColumns<ArchiveSection> {
      OptionalColumns(_rowSource.joined(by: Package.sectionRelationship))
    }
    public var tags: ToMany<Tag> { ToMany(Package.tagsRelationship, of: _rowSource) }
    public var dependencies: ToMany<Dependency> { ToMany(Package.dependenciesRelationship, of: _rowSource) }
    public var dependents: ToMany<Dependency> { ToMany(Package.dependentsRelationship, of: _rowSource) }
    public var versions: ToMany<Version> { ToMany(Package.versionsRelationship, of: _rowSource) }
  }

  public static let maintainerRelationship = Relationship<Package, Maintainer>(
    "maintainer", from: ["maintainer_id"], to: ["id"])
  public static let sectionRelationship = Relationship<Package, ArchiveSection>(
    "section", from: ["section_id"], to: ["id"])
  public static let tagsRelationship = Relationship<Package, Tag>(
    "tags", from: ["id"], through: _JoinTable("package_tags", near: ["package_id"], far: ["tag_id"]), to: ["id"])
  public static let dependenciesRelationship = Relationship<Package, Dependency>(
    "dependencies", from: ["id"], to: ["package_id"])
  public static let dependentsRelationship = Relationship<Package, Dependency>(
    "dependents", from: ["id"], to: ["target_id"])
  public static let versionsRelationship = Relationship<Package, Version>("versions", from: ["id"], to: ["package_id"])

  // MARK: - maintainer
  /// The maintainer of this package (`@references` on `maintainerID`).
  @inlinable public func maintainer(in db: some ReadTransaction) throws -> Maintainer? {
    try maintainerID.flatMap { try Maintainer.fetch($0, in: db) }
  }
  /// Sets the maintainer of this package; returns the changed package.
  @inlinable @discardableResult
  public func setMaintainer(_ maintainer: Maintainer?, in db: some WriteTransaction) throws -> Package {
    try Package.setMaintainer(maintainer?.id, of: self, in: db) { $0.maintainerID = maintainer?.id }
  }
  public static let setMaintainer = _SetReference<Package, Maintainer.ID?>(
    #"UPDATE "package" SET "maintainer_id" = ?1 WHERE "id" = ?2"#)

  // MARK: - section
  /// The section of this package (`@references` on `sectionID`).
  @inlinable public func section(in db: some ReadTransaction) throws -> ArchiveSection? {
    try sectionID.flatMap { try ArchiveSection.fetch($0, in: db) }
  }
  /// Sets the section of this package; returns the changed package.
  @inlinable @discardableResult
  public func setSection(_ archiveSection: ArchiveSection?, in db: some WriteTransaction) throws -> Package {
    try Package.setSection(archiveSection?.id, of: self, in: db) { $0.sectionID = archiveSection?.id }
  }
  public static let setSection = _SetReference<Package, ArchiveSection.ID?>(
    #"UPDATE "package" SET "section_id" = ?1 WHERE "id" = ?2"#)

  // MARK: - tags
  /// The tags of this package (`@manyToMany(tags:)`), as a query.
  public var tags: Query<Tag> { Query(Package.tagsRelationship, of: id) }

  /// Adds one; `false` if it was already there.
  @inlinable @discardableResult public func addToTags(_ tag: Tag, in db: some WriteTransaction) throws -> Bool {
    try Package.addToTags(tag.id, of: id, in: db)
  }
  /// Adds those that aren't there yet; returns how many were added.
  @inlinable @discardableResult
  public func addToTags(contentsOf tags: some Sequence<Tag>, in db: some WriteTransaction) throws -> Int {
    try Package.addToTags(contentsOf: tags.map(\.id), of: id, in: db)
  }
  public static let addToTags = _AddPairs<Package, Tag>(
    #"INSERT INTO "package_tags" ("package_id", "tag_id") VALUES (?1, ?2) ON CONFLICT DO NOTHING"#,
    all: """
      INSERT INTO "package_tags" ("package_id", "tag_id") SELECT ?1, "value" FROM json_each(?2) WHERE true
      ON CONFLICT DO NOTHING
      """)
  /// Removes one; `false` if it wasn't there.
  @inlinable @discardableResult public func removeFromTags(_ tag: Tag, in db: some WriteTransaction) throws -> Bool {
    try Package.removeFromTags(tag.id, of: id, in: db)
  }
  public static let removeFromTags = _RemoveOne<Package, Tag>(
    #"DELETE FROM "package_tags" WHERE "package_id" = ?1 AND "tag_id" = ?2"#)
  /// Removes all; returns how many were removed.
  @inlinable @discardableResult public func removeAllFromTags(in db: some WriteTransaction) throws -> Int {
    try Package.removeAllFromTags(of: id, in: db)
  }
  public static let removeAllFromTags = _RemoveAll<Package>(#"DELETE FROM "package_tags" WHERE "package_id" = ?1"#)
  /// Replaces the tags with these; returns how many were removed and added.
  @inlinable @discardableResult
  public func replaceTags(with tags: some Sequence<Tag>, in db: some WriteTransaction) throws -> Int {
    try Package.replaceTags(with: tags.map(\.id), of: id, in: db)
  }
  public static let replaceTags = _ReplacePairs(
    tagsRelationship, addToTags, removeFromTags, removeAllFromTags,
    others: """
      DELETE FROM "package_tags" WHERE "package_id" = ?1 AND "tag_id" NOT IN (SELECT "value" FROM json_each(?2))
      """)

  // MARK: - dependencies
  /// The dependencies of this package (`@references` on `Dependency.packageID`), as a query.
  public var dependencies: Query<Dependency> { Query(Package.dependenciesRelationship, of: id) }

  // MARK: - dependents
  /// The dependents of this package (`@references` on `Dependency.targetID`), as a query.
  public var dependents: Query<Dependency> { Query(Package.dependentsRelationship, of: id) }

  // MARK: - versions
  /// The versions of this package (`@references` on `Version.packageID`), as a query.
  public var versions: Query<Version> { Query(Package.versionsRelationship, of: id) }
}

nonisolated extension Package.Priority: RawColumnValue {}

import Catalog
import Postil

/// Writes the packages of an index into the open transaction.
struct CatalogLoader {
  static let fields: Set<String> = [
    "package", "version", "architecture", "maintainer", "section", "priority", "essential", "installed-size", "size",
    "filename", "sha256", "homepage", "description", "tag", "status", "depends", "pre-depends", "recommends",
    "suggests",
    "enhances", "breaks", "conflicts",
  ]

  private let db: SQLiteWriteTransaction
  private var packages: [String: Package.ID] = [:]
  private var maintainers: [String: Maintainer.ID] = [:]
  private var sections: [String: ArchiveSection.ID] = [:]
  private var tags: [String: Tag.ID] = [:]
  /// Kept until every package is known, for packages name each other in any order.
  private var relations: [(from: Package.ID, kind: Dependency.Kind, PackageRelation)] = []

  private(set) var packageCount = 0
  private(set) var dependencyCount = 0

  init(db: SQLiteWriteTransaction) { self.db = db }

  /// Inserts the package of a paragraph, with its version, tags, maintainer and section.
  mutating func insert(_ paragraph: ControlParagraph) throws {
    guard let name = paragraph["package"], let number = paragraph["version"] else { return }
    let packageID = try packages[name] ?? insertPackage(name, paragraph)
    packages[name] = packageID

    try Version.Draft(
      number: number, architecture: paragraph["architecture"] ?? "all",
      downloadSize: paragraph["size"].flatMap { Int64($0) } ?? 0,
      installedSize: paragraph["installed-size"].flatMap { Int64($0) },
      filename: paragraph["filename"] ?? "", sha256: paragraph["sha256"], packageID: packageID
    ).insert(in: db)

    for kind in Dependency.Kind.allCases {
      for relation in paragraph[kind.rawValue].map(PackageRelation.parse) ?? [] {
        relations.append((packageID, kind, relation))
      }
    }
  }

  /// Inserts the dependencies between the packages; a name that no paragraph had becomes a virtual package.
  mutating func insertDependencies() throws {
    for relation in relations {
      try Dependency.Draft(
        kind: relation.kind, alternative: relation.2.alternative, relation: relation.2.relation,
        versionBound: relation.2.version, packageID: relation.from, targetID: target(named: relation.2.name)
      ).insert(in: db)
    }
    dependencyCount = relations.count
    relations = []
  }

  private mutating func insertPackage(_ name: String, _ paragraph: ControlParagraph) throws -> Package.ID {
    packageCount += 1
    let package = try Package.Draft(
      name: name,
      summary: paragraph["description"].map { String($0.prefix { $0 != "\n" }) } ?? "",
      homepage: paragraph["homepage"],
      priority: paragraph["priority"].flatMap(Package.Priority.init(rawValue:)) ?? .optional,
      isEssential: paragraph["essential"] == "yes",
      maintainerID: paragraph["maintainer"].map { try maintainer(named: $0) },
      sectionID: paragraph["section"].map { try section(named: $0) }
    ).insert(in: db)

    let tagIDs = try tagNames(in: paragraph["tag"] ?? "").map { try tag(named: $0) }
    try Package.addToTags(contentsOf: tagIDs, of: package.id, in: db)
    return package.id
  }

  /// `role::program, use::{editing,viewing}` names three tags.
  private func tagNames(in field: String) -> [String] {
    var names: [String] = []
    var facet: Substring = ""
    for part in field.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      if let brace = part.firstIndex(of: "{") { facet = part[..<brace] }
      let value = part.filter { $0 != "}" }.split(separator: "{").last ?? ""
      names.append(value.contains("::") ? "\(value)" : "\(facet)\(value)")
      if part.hasSuffix("}") { facet = "" }
    }
    return names
  }

  private mutating func target(named name: String) throws -> Package.ID {
    if let known = packages[name] { return known }
    let id = try Package.Draft(name: name, isVirtual: true).insert(in: db).id
    packages[name] = id
    return id
  }

  /// - Parameter text: `Name <address>`.
  private mutating func maintainer(named text: String) throws -> Maintainer.ID {
    if let known = maintainers[text] { return known }
    let parts = text.split(separator: "<", maxSplits: 1)
    let email = parts.count == 2 ? parts[1].filter { $0 != ">" } : ""
    let name = parts.first?.split(separator: " ").joined(separator: " ") ?? text
    let id = try Maintainer.Draft(name: name, email: email).upsert(on: { $0.emailAndName }, in: db).id
    maintainers[text] = id
    return id
  }

  private mutating func section(named name: String) throws -> ArchiveSection.ID {
    if let known = sections[name] { return known }
    let id = try ArchiveSection.Draft(name: name).insert(in: db).id
    sections[name] = id
    return id
  }

  private mutating func tag(named name: String) throws -> Tag.ID {
    if let known = tags[name] { return known }
    let id = try Tag.Draft(name: name).insert(in: db).id
    tags[name] = id
    return id
  }
}

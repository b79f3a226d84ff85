import Foundation

/// A temporary folder that holds the database files of a run.
///
/// Each file is made once, as a template, and copied for every contender: all of them read the same bytes.
package final class Workspace {
  private let folder: URL
  private var templates: [String: URL] = [:]
  private let populate: (Template, _ path: String) throws -> Void

  /// A new folder under the system's temporary folder, or under `parent`.
  ///
  /// - Parameter populate: makes the file of a template at a path where there is none.
  package init(under parent: String?, populate: @escaping (Template, _ path: String) throws -> Void) throws {
    let base = parent.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
    folder = base.appendingPathComponent("postil-benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
    self.populate = populate
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// The path of a fresh copy of `template`.
  package func copy(of template: Template, for contender: String) throws -> String {
    let original = try path(of: template)
    let copy = folder.appendingPathComponent("\(UUID().uuidString)-\(contender.filter(\.isLetter)).sqlite")
    try FileManager.default.copyItem(at: original, to: copy)
    return copy.path
  }

  /// The file of `template` itself, made when it is asked for the first time.
  package func path(of template: Template) throws -> URL {
    if let known = templates[template.name] { return known }
    let url = folder.appendingPathComponent("template-\(template.name).sqlite")
    try populate(template, url.path)
    templates[template.name] = url
    return url
  }

  /// Removes a copy, with its write-ahead log.
  package func discard(_ path: String) {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  /// Removes the folder.
  package func remove() { try? FileManager.default.removeItem(at: folder) }
}

/// What a database file holds before a case begins.
package enum Template: Sendable {
  /// The schema and `folders` folders.
  case empty(folders: Int)
  /// The same, with `rows` entries.
  case entries(Int, folders: Int)
  /// One entry for each size, with that many tags and that many steps, the entry's position + 1 being its key; `spare`
  /// more tags, and an entry more with `spare` steps.
  case relationships(sizes: [Int], spare: Int)
  /// That many entries, each with three tags and three steps.
  case members(entries: Int, folders: Int)
  /// That many samples.
  case samples(Int)
  /// That many documents.
  case documents(Int)
  /// One playlist for each size, with that many tracks, the playlist's position + 1 being its key; and a playlist more with
  /// `spare` tracks. The same once more as `plain_track`, whose order is a column that programs keep by hand.
  case playlists(sizes: [Int], spare: Int)

  var name: String {
    switch self {
    case .empty(let folders): "empty-\(folders)"
    case .entries(let rows, let folders): "entries-\(rows)-\(folders)"
    case .relationships(let sizes, let spare): "relationships-\(sizes.count)-\(spare)"
    case .members(let rows, let folders): "members-\(rows)-\(folders)"
    case .samples(let rows): "samples-\(rows)"
    case .documents(let rows): "documents-\(rows)"
    case .playlists(let sizes, let spare): "playlists-\(sizes.count)-\(spare)"
    }
  }
}

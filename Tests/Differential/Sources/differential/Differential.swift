import Foundation
import PostilSyntax

/// Reads every Swift file of the checked-out dependencies with both parsers and compares what they say.
@main
struct Differential {
  var files = 0
  var setAside = 0
  var declarations = 0
  var differences = 0
  var bytes = 0
  var ownTime = Duration.zero
  var referenceTime = Duration.zero
  /// The differences of one file that are printed; all are counted.
  let shown = 40

  static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var mutations: Int?
    if let index = arguments.firstIndex(of: "--mutations"), index + 1 < arguments.count {
      mutations = Int(arguments[index + 1])
      arguments.removeSubrange(index...index + 1)
    }
    var seed: UInt64 = 0x706F_7374_696C
    if let index = arguments.firstIndex(of: "--seed"), index + 1 < arguments.count {
      seed = UInt64(arguments[index + 1]) ?? seed
      arguments.removeSubrange(index...index + 1)
    }
    let roots = arguments.isEmpty ? try checkouts() : arguments
    let paths = roots.flatMap(swiftFiles)
    var run = Differential()
    if let mutations {
      run.compareMutations(of: paths, count: mutations, seed: max(1, seed))
    } else {
      run = await comparison(of: paths)
    }
    let noun = mutations == nil ? "files" : "mutated sources"
    print(
      """
      \(noun) read: \(run.files) (\(run.bytes / 1_000_000) MB)
      \(noun) that swift-syntax refuses, set aside: \(run.setAside)
      declarations compared: \(run.declarations)
      time of this parser: \(run.ownTime); of swift-syntax: \(run.referenceTime)
      differences: \(run.differences)
      """)
    if run.files < 1_000 {
      print("Fewer than a thousand files were read; run 'swift package resolve' first, or name folders to read.")
    }
    exit(run.differences == 0 && run.files >= 1_000 ? 0 : 1)
  }

  /// The `checkouts` of every `.build*` folder here.
  static func checkouts() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: ".").sorted()
      .filter { $0.hasPrefix(".build") }.map { $0 + "/checkouts" }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }

  /// The Swift files of a folder in order, or the file that is named.
  static func swiftFiles(in root: String) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: root, isDirectory: &isFolder) else { return [] }
    guard isFolder.boolValue else { return [root] }
    guard let walk = FileManager.default.enumerator(atPath: root) else { return [] }
    return walk.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted().map { root + "/" + $0 }
  }

  /// Compares the files, with a task for each processor.
  static func comparison(of paths: [String]) async -> Differential {
    let tasks = ProcessInfo.processInfo.activeProcessorCount
    return await withTaskGroup(of: Differential.self) { group in
      for task in 0..<tasks {
        group.addTask {
          var part = Differential()
          for index in stride(from: task, to: paths.count, by: tasks) { part.compare(paths[index]) }
          return part
        }
      }
      return await group.reduce(into: Differential()) { $0.add($1) }
    }
  }

  private mutating func add(_ other: Differential) {
    files += other.files
    setAside += other.setAside
    declarations += other.declarations
    differences += other.differences
    bytes += other.bytes
    ownTime += other.ownTime
    referenceTime += other.referenceTime
  }

  mutating func compare(_ path: String) {
    guard let data = FileManager.default.contents(atPath: path), let source = String(data: data, encoding: .utf8) else {
      return
    }
    compare(path, source, isOriginal: true)
  }

  /// Compares what both parsers make of one source.
  ///
  /// - Parameter isOriginal: Whether the source stands in a file as it is, so that the files set aside are named.
  mutating func compare(_ path: String, _ source: String, isOriginal: Bool) {
    let clock = ContinuousClock()
    var reference: Reference?
    referenceTime += clock.measure { reference = Reference(source) }
    guard let reference else { return }
    if reference.isBroken {
      setAside += 1
      if isOriginal { print("\(path): set aside, swift-syntax refuses it") }
      return
    }
    files += 1
    let utf8 = Array(source.utf8)
    bytes += utf8.count
    var own: SourceTree?
    ownTime += clock.measure {
      do throws(SyntaxProblem) {
        own = try parseSource(path: "", bytes: utf8)
      } catch {
        differences += 1
        print("\(path):\(error.position.line):\(error.position.column): refused: \(error.message)")
      }
    }
    guard let own else { return }
    let expected = FactList(reference.read())
    let found = FactList(own)
    declarations += expected.declarations
    report(path, expected: expected.facts, found: found.facts)
  }

  private mutating func report(_ path: String, expected: [Fact], found: [Fact]) {
    guard expected != found else { return }
    let missing = Set(expected).subtracting(found).map { ($0, "swift-syntax alone") }
    let extra = Set(found).subtracting(expected).map { ($0, "this parser alone") }
    var all = missing + extra
    if all.isEmpty, let first = zip(expected, found).first(where: { $0 != $1 }) { all = [(first.0, "order")] }
    differences += all.count
    for (fact, side) in all.sorted(by: { ($0.0.position, $0.1) < ($1.0.position, $1.1) }).prefix(shown) {
      let place = "\(path):\(fact.position.line):\(fact.position.column)"
      print("\(place): \(side): \(fact.subject): \(fact.key): \(fact.value.prefix(200))")
    }
  }
}

// Counts what somebody compiles who uses the library and the build plugin. Reads the output of 'swift package describe --type json'
// on standard input; the argument names the package's folder. Prints a line "NAME COUNT" for each thing that is counted.
import Foundation

struct Description: Decodable {
  struct Target: Decodable {
    var name: String
    var type: String
    var path: String
    var sources: [String]
    var target_dependencies: [String]?
  }
  var targets: [Target]
}

let root = URL(filePath: CommandLine.arguments[1])
let description = try JSONDecoder().decode(Description.self, from: FileHandle.standardInput.readDataToEndOfFile())
let targets = Dictionary(uniqueKeysWithValues: description.targets.map { ($0.name, $0) })

/// A target and all that it depends on.
func closure(of name: String) -> Set<String> {
  // Only with the trait 'PostgreSQL', which the description doesn't tell.
  if name == "PostilDialects" { return [] }
  guard let target = targets[name] else { fatalError("there is no target '\(name)'") }
  return (target.target_dependencies ?? []).reduce(into: [name]) { $0.formUnion(closure(of: $1)) }
}

func lines(_ names: Set<String>) throws -> Int {
  try names.compactMap { targets[$0] }.reduce(0) { sum, target in
    try target.sources.reduce(sum) { sum, source in
      let file = root.appending(path: target.path).appending(path: source)
      return sum + (try Data(contentsOf: file)).count { $0 == UInt8(ascii: "\n") }
    }
  }
}

let tool = closure(of: "postilc").filter { targets[$0]?.type != "system-target" }
let runtime = closure(of: "Postil").filter { targets[$0]?.type != "system-target" }
print("tool-lines \(try lines(tool))")
print("runtime-lines \(try lines(runtime))")
// A module that both use is compiled for each of them.
print("modules \(tool.count + runtime.count)")
print("plugins \(description.targets.count { $0.type == "plugin" })")

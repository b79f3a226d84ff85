// Draws models of differing shapes for the random queries of Tests/PropertyTests, with what the evaluation has to know of them:
//
//     swift .ci/draw-models.swift | swift format --configuration .swift-format - > Tests/PropertyTests/Models/Drawn.swift
//
// The same seed draws the same models. They are checked in because models are compiled; draw others by another seed.

let seed: UInt64 = 20

/// SplitMix64. Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators".
struct Generator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func roll(_ sides: Int) -> Int { Int(next() % UInt64(sides)) }
  mutating func chance(_ percent: Int) -> Bool { roll(100) < percent }
  mutating func pick<T>(_ values: [T]) -> T { values[roll(values.count)] }
  mutating func shuffled<T>(_ values: [T]) -> [T] {
    var (rest, result) = (values, [T]())
    while !rest.isEmpty { result.append(rest.remove(at: roll(rest.count))) }
    return result
  }
}

enum Key { case assigned, text, composite }

struct Column {
  let name: String
  let type: String
  /// How the evaluation makes values of it: a case of 'DrawnColumn'.
  let kind: String
  let note: String?
  let isOptional: Bool
  var ignoresCase: Bool { note == "@collate(nocase)" }
}

struct Reference {
  let path: String
  let target: Int
  let inverse: String
  let isOptional: Bool
}

struct Model {
  let name: String
  let key: Key
  var columns: [Column] = []
  var references: [Reference] = []
  var lower: String { name.lowercased() }
}

var random = Generator(state: seed)
let kinds: [(type: String, kind: String, note: String?)] = [
  ("Int", "integer", nil), ("Int", "integer", nil), ("Double", "real", nil), ("String", "text", nil),
  ("String", "text", "@collate(nocase)"), ("Bool", "bool", nil), ("Date", "date", nil), ("Genre", "genre", nil),
  ("Mood", "mood", nil), ("Date", "seconds", "@store(as: unixSeconds)"),
  ("Date", "milliseconds", "@store(as: unixMilliseconds)"), ("Date", "julianDay", "@store(as: julianDay)"),
  ("Date", "digits", "@store(as: iso8601Milliseconds)"),
]
let words = random.shuffled([
  "amber", "bold", "crisp", "dim", "early", "faint", "grey", "hollow", "idle", "keen", "late", "mild", "narrow", "odd",
  "pale", "quiet", "rough", "slow", "tall", "upper", "vast", "warm", "young", "zesty",
])
let keys = random.shuffled([Key.assigned, .assigned, .assigned, .text, .composite, .composite])
let names = ["Alder", "Birch", "Cedar", "Elm", "Fir", "Hazel"]
/// The model of which every column can be NULL.
let vague = random.roll(names.count)

/// Every form of a date stands in one model at least.
let forms = random.shuffled(Array(names.indices)).prefix(4)

var models: [Model] = []
for (index, name) in names.enumerated() {
  var model = Model(name: name, key: keys[index])
  for number in 0..<(3 + random.roll(4)) {
    let (type, kind, note) = random.pick(kinds)
    model.columns.append(
      Column(
        name: words[(index * 7 + number) % words.count] + type, type: type, kind: kind, note: note,
        isOptional: index == vague || random.chance(40)))
  }
  if let form = forms.firstIndex(of: index) {
    let (type, kind, note) = kinds[kinds.count - 4 + form]
    model.columns.append(Column(name: "seenAt", type: type, kind: kind, note: note, isOptional: index == vague))
  }
  for target in random.shuffled(Array(0..<index)).prefix(1 + random.roll(2)) {
    model.references.append(
      Reference(
        path: models[target].lower, target: target, inverse: model.lower + (name.hasSuffix("h") ? "es" : "s"),
        isOptional: index == vague || random.chance(60)))
  }
  // A model without references to others has one to itself; so have some of the others.
  if index == 0 || random.chance(40) {
    model.references.append(Reference(path: "former", target: index, inverse: "followers", isOptional: true))
  }
  models.append(model)
}

/// Pairs of models with a relationship from many to many.
var links: [(near: Int, far: Int)] = []
for near in random.shuffled(models.indices.filter { models[$0].key != .composite }) where links.count < 3 {
  let far = random.pick(models.indices.filter { models[$0].key != .composite && $0 != near })
  if !links.contains(where: { $0 == (near, far) || $0 == (far, near) }) { links.append((near, far)) }
}

// MARK: - Source

print(
  """
  // Models of differing shapes, drawn by `.ci/draw-models.swift` with the seed \(seed); what writes this file again stands there.

  import Foundation
  import Postil

  """)

for (index, model) in models.enumerated() {
  print("// @table")
  for link in links where link.near == index {
    let far = models[link.far]
    print("// @manyToMany(\(far.lower)Links: \(far.name), inverse: \(model.lower)Links)")
  }
  print("struct \(model.name): Codable, Hashable, Identifiable, Sendable {")
  switch model.key {
  case .assigned: print("  let id: ID")
  case .text: print("  let id: String")
  case .composite: print("  let number: Int  // @primaryKey\n  let series: String  // @primaryKey")
  }
  for column in model.columns {
    let note = column.note.map { "  // \($0)" } ?? ""
    print("  var \(column.name): \(column.type)\(column.isOptional ? "?" : "")\(note)")
  }
  for reference in model.references {
    let target = models[reference.target]
    print("  // @references(inverse: \(reference.inverse))")
    print("  var \(reference.path)ID: \(target.name).ID\(reference.isOptional ? "?" : "")")
  }
  print("}\n")
}

for (index, model) in models.enumerated() {
  func describe(_ column: Column, _ path: String = "") {
    print("    speaker.column(\"\(path)\(column.name)\", \\.\(path)\(column.name)", terminator: "")
    print(column.ignoresCase ? ", ignoresCase: true)" : ")")
  }
  print("extension \(model.name): Subject {")
  let key = model.key == .composite ? "number" : "id"
  print("  static func keyOrder(_ columns: Columns) -> Ordering { columns.\(key).ascending }\n")
  print("  static func describe(to speaker: inout Speaker<\(model.name)>) {")
  switch model.key {
  case .assigned: break
  case .text: print("    speaker.column(\"id\", \\.id)")
  case .composite: print("    speaker.column(\"number\", \\.number)\n    speaker.column(\"series\", \\.series)")
  }
  for column in model.columns { describe(column) }
  for reference in model.references {
    let target = models[reference.target]
    for column in target.columns.prefix(3) { describe(column, "\(reference.path).") }
    if let next = target.references.first, let column = models[next.target].columns.last {
      describe(column, "\(reference.path).\(next.path).")
    }
  }
  for other in models {
    for reference in other.references where reference.target == index {
      print("    speaker.toMany(\"\(reference.inverse)\", \\.\(reference.inverse))")
    }
  }
  for link in links {
    if link.near == index {
      print("    speaker.toMany(\"\(models[link.far].lower)Links\", \\.\(models[link.far].lower)Links)")
    }
    if link.far == index {
      print("    speaker.toMany(\"\(models[link.near].lower)Links\", \\.\(models[link.near].lower)Links)")
    }
  }
  print("  }\n}\n")
}

print("/// What the evaluation has to know of the drawn models.\nenum Drawn {")
print("  static let subjects: [any (Subject & Model).Type] = [")
print("    " + models.map { "\($0.name).self" }.joined(separator: ", ") + "\n  ]\n")
print(
  "  /// The tables, each behind those that it refers to, with what its columns hold.\n  static let tables: [DrawnTable] = ["
)
for model in models {
  var columns: [String] =
    switch model.key {
    case .assigned: [".key"]
    case .text: [".textKey"]
    case .composite: [".key", ".text"]
    }
  columns += model.columns.map { $0.isOptional ? ".optional(.\($0.kind))" : ".\($0.kind)" }
  for reference in model.references {
    let target = models[reference.target]
    let count = target.key == .composite ? 2 : 1
    columns.append(".reference(\"\(target.lower)\", columns: \(count), isOptional: \(reference.isOptional))")
  }
  print("    DrawnTable(name: \"\(model.lower)\", columns: [\(columns.joined(separator: ", "))]),")
}
print(
  "  ]\n\n  /// The property that refers to each table.\n  static let toOne: [String: [String: (String, String)]] = [")
func property(_ reference: Reference) -> String {
  "\(reference.path)ID" + (models[reference.target].key == .composite ? ".number" : "")
}
for model in models where !model.references.isEmpty {
  let references = model.references.map { reference in
    "\"\(reference.path)\": (\"\(property(reference))\", \"\(models[reference.target].lower)\")"
  }
  print("    \"\(model.lower)\": [\(references.joined(separator: ", "))],")
}
print("  ]\n\n  static let foreignKeys: [String: String] = [")
for model in models {
  for reference in model.references {
    print("    \"\(models[reference.target].lower).\(reference.inverse)\": \"\(property(reference))\",")
  }
}
print("  ]\n\n  static let links: [Link] = [")
for link in links {
  let (near, far) = (models[link.near].lower, models[link.far].lower)
  print(
    "    Link(table: \"\(near)_\(far)_links\", near: \"\(near)\", far: \"\(far)\", name: \"\(far)Links\", inverse: \"\(near)Links\"),"
  )
}
print("  ]\n}")

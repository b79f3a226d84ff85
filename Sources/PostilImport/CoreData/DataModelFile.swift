import Foundation
import PostilSchema

/// The versions of a Core Data model in a `.xcdatamodeld` or `.xcdatamodel`.
///
/// A version is a folder `Name.xcdatamodel` with an XML file `contents`. The folder `Name.xcdatamodeld` contains the versions, and a file
/// `.xccurrentversion` that names the current one.
struct DataModelFile {
  /// The current version first.
  private(set) var versions: [EntityModel] = []

  /// Whether a path names a model of Xcode's model editor.
  static func matches(_ path: String) -> Bool {
    let name = URL(fileURLWithPath: path).lastPathComponent
    return name == "contents" || [".xcdatamodel", ".xcdatamodeld", ".mom", ".momd"].contains { name.hasSuffix($0) }
  }

  /// - Throws: ``ImportError``
  init(path: String) throws(ImportError) {
    let url = URL(fileURLWithPath: path)
    switch url.pathExtension {
    case "mom", "momd":
      throw ImportError(
        "'\(path)' is a compiled model, which can be read only by Core Data; pass the '.xcdatamodeld' of the project")
    case "xcdatamodeld":
      let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
        .filter { $0.hasSuffix(".xcdatamodel") }.sorted()
      guard !names.isEmpty else { throw ImportError("'\(path)' contains no model version") }
      let current = Self.currentVersion(in: url)
      for name in names.filter({ $0 == current }) + names.filter({ $0 != current }).reversed() {
        versions.append(try Self.model(in: url.appending(path: name).path))
      }
    default:
      versions = [try Self.model(in: path)]
    }
  }

  private static func currentVersion(in folder: URL) -> String? {
    guard let text = try? String(contentsOf: folder.appending(path: ".xccurrentversion"), encoding: .utf8) else {
      return nil
    }
    return text.firstMatch(of: /<string>([^<]+)<\/string>/).map { String($0.1) }
  }

  private static func model(in path: String) throws(ImportError) -> EntityModel {
    let url = URL(fileURLWithPath: path)
    let file = url.lastPathComponent == "contents" ? url : url.appending(path: "contents")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw ImportError("cannot read '\(file.path)'")
    }
    guard let tree = XMLTree(parsing: text), tree.name == "model" else {
      throw ImportError("'\(file.path)' is not a Core Data model")
    }
    var reader = DataModelReader(tree)
    var model = reader.model()
    model.source = (file.lastPathComponent == "contents" ? file.deletingLastPathComponent() : file).lastPathComponent
    return model
  }
}

/// Reads the XML of a model version.
struct DataModelReader {
  private let tree: XMLTree
  private let composites: [String: XMLTree]

  init(_ tree: XMLTree) {
    self.tree = tree
    composites = Dictionary(
      tree.children.filter { $0.name.lowercased().hasPrefix("composite") }.compactMap { element in
        element.attributes["name"].map { ($0, element) }
      }, uniquingKeysWith: { first, _ in first })
  }

  mutating func model() -> EntityModel { EntityModel(entities: tree.children("entity").map(entity)) }

  private func entity(_ element: XMLTree) -> Entity {
    var entity = Entity(name: element.attributes["name"] ?? "")
    entity.parent = element.attributes["parentEntity"]
    entity.isAbstract = element.attributes["isAbstract"] == "YES"
    for child in element.children("attribute") {
      guard let attribute = attribute(child, depth: 0) else { continue }
      if attribute.isTransient {
        entity.remarks.append(
          "the transient attribute '\(attribute.name)' isn't stored; write a computed property for it")
      } else {
        entity.attributes.append(attribute)
      }
      if let expression = child.attributes["derivationExpression"] {
        entity.remarks.append(
          "'\(attribute.name)' was derived by Core Data as '\(expression)', and is an ordinary property now; write a "
            + "'@generated' expression or a trigger")
      }
    }
    entity.relationships = element.children("relationship").compactMap(relationship)
    for constraint in element.children("uniquenessConstraints").flatMap({ $0.children("uniquenessConstraint") }) {
      entity.uniques.append(constraint.children("constraint").compactMap { $0.attributes["value"] })
    }
    for index in element.children("fetchIndex") {
      let elements = index.children("fetchIndexElement")
      guard elements.allSatisfy({ $0.attributes["property"] != nil && $0.attributes["type"] != "RTree" }) else {
        entity.remarks.append("the index '\(index.attributes["name"] ?? "")' has an expression, and is left out")
        continue
      }
      entity.indexes.append(
        elements.map { ($0.attributes["order"] == "descending" ? "-" : "") + ($0.attributes["property"] ?? "") })
    }
    for property in element.children("fetchedProperty") {
      entity.remarks.append("the fetched property '\(property.attributes["name"] ?? "")' is left out; write a query")
    }
    return entity
  }

  private func attribute(_ element: XMLTree, depth: Int) -> EntityAttribute? {
    guard let name = element.attributes["name"] else { return nil }
    var attribute = EntityAttribute(name: name, type: type(of: element, depth: depth))
    attribute.originalName = element.attributes["elementID"]
    attribute.isOptional = element.attributes["optional"] == "YES"
    attribute.isTransient = element.attributes["transient"] == "YES"
    attribute.isExternal = element.attributes["allowsExternalBinaryDataStorage"] == "YES"
    attribute.defaultValue = Self.defaultValue(of: element, attribute)
    return attribute
  }

  private func type(of element: XMLTree, depth: Int) -> EntityAttribute.ValueType {
    switch element.attributes["attributeType"] ?? "" {
    case "Integer 16": return .integer(bits: 16, isSigned: true)
    case "Integer 32": return .integer(bits: 32, isSigned: true)
    case "Integer 64": return .integer(bits: 64, isSigned: true)
    case "Boolean": return .boolean
    case "Double": return .double
    case "Float": return .float
    case "Decimal": return .decimal
    case "String": return .string
    case "Date": return .date
    case "Binary": return .data
    case "UUID": return .uuid
    case "URI": return .url
    case "Transformable": return .transformable(element.attributes["customClassName"])
    case "Composite":
      // Composites can contain one another.
      let name = ["elementName", "compositeName", "elementType", "composite"].lazy
        .compactMap { element.attributes[$0] }.first
      guard depth < 8, let name, let composite = composites[name] else { return .unknown("") }
      return .composite(composite.children("attribute").compactMap { attribute($0, depth: depth + 1) })
    default: return .unknown("")
    }
  }

  private static func defaultValue(of element: XMLTree, _ attribute: EntityAttribute) -> String? {
    guard let text = element.attributes["defaultValueString"] else { return nil }
    switch attribute.type {
    case .boolean: return text == "YES" ? "true" : "false"
    case .integer: return Int64(text).map { "\($0)" }
    case .double, .float: return Double(text).flatMap { $0.isFinite ? "\($0)" : nil }
    case .decimal: return Double(text) == nil ? nil : text
    case .string: return SwiftLiteral.string(text)
    default: return nil
    }
  }

  private func relationship(_ element: XMLTree) -> EntityRelationship? {
    guard let name = element.attributes["name"], let destination = element.attributes["destinationEntity"],
      element.attributes["transient"] != "YES"
    else { return nil }
    var relationship = EntityRelationship(name: name, destination: destination)
    relationship.originalName = element.attributes["elementID"]
    relationship.isToMany = element.attributes["toMany"] == "YES"
    relationship.isOrdered = element.attributes["ordered"] == "YES"
    relationship.isOptional = element.attributes["optional"] == "YES"
    relationship.inverse = element.attributes["inverseName"]
    relationship.deleteRule =
      switch element.attributes["deletionRule"] {
      case "Cascade": .cascade
      case "Deny": .deny
      case "No Action": .noAction
      default: .nullify
      }
    if relationship.isToMany {
      relationship.minimum = element.attributes["minCount"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
      relationship.maximum = element.attributes["maxCount"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
      if !relationship.isOptional, relationship.minimum == nil { relationship.minimum = 1 }
    }
    return relationship
  }
}

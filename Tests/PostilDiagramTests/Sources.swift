import Foundation
import PostilCompiler
import PostilDiagram
import Testing

/// The checkout's folder.
let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

/// The picture of the models in a text.
func diagram(_ text: String, target: String = "Tasks", sourceLocation: SourceLocation = #_sourceLocation) throws
  -> EntityDiagram
{
  let sources = [CompilerPipeline.Source(path: "Models.swift", bytes: Array(text.utf8))]
  return try diagram(of: sources, target: target, sourceLocation: sourceLocation)
}

/// The picture of the models in a folder of this checkout.
func diagram(ofFolder path: String, target: String, sourceLocation: SourceLocation = #_sourceLocation) throws
  -> EntityDiagram
{
  let folder = root.appending(path: path)
  let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
  let sources = try names.map {
    CompilerPipeline.Source(path: $0, bytes: Array(try Data(contentsOf: folder.appending(path: $0))))
  }
  return try diagram(of: sources, target: target, sourceLocation: sourceLocation)
}

private func diagram(of sources: [CompilerPipeline.Source], target: String, sourceLocation: SourceLocation) throws
  -> EntityDiagram
{
  let result = CompilerPipeline(target: target).run(sources: sources)
  let messages = result.diagnostics.flatMap(\.lines).joined(separator: "\n")
  return EntityDiagram(try #require(result.graph, "\(messages)", sourceLocation: sourceLocation))
}

/// Models made of a line each: `order: customer, address?, tags*` refers to a customer, perhaps to an address, and has tags.
func models(_ lines: String) -> String {
  lines.split(separator: "\n").map { line in
    let parts = line.split(separator: ":", omittingEmptySubsequences: false)
    let name = String(parts[0]).trimmed
    var members = "  var name: String\n  var createdAt: Double?\n"
    let references = parts.count > 1 ? parts[1].split(separator: ",").map { String($0).trimmed } : []
    for reference in references where !reference.isEmpty {
      let target = reference.filter { $0 != "?" && $0 != "*" && $0 != "!" }
      if reference.hasSuffix("*") {
        members += "  // @manyToMany(\(target.lowercasedFirst)s: \(target))\n"
        continue
      }
      let role = target == name ? "parent" : target.lowercasedFirst
      members += "  // @references\(reference.contains("!") ? " @unique" : "")\n"
      members += "  var \(role)ID: \(target).ID\(reference.contains("?") ? "?" : "")\n"
    }
    return "// @table\nstruct \(name): Sendable {\n  let id: ID\n\(members)}\n"
  }
  .joined(separator: "\n")
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

/// A shop of 33 models, and four join tables.
let shop = models(
  """
  Country
  Currency
  Region: Country
  City: Region
  Address: City, Customer?
  Customer: Country?, Customer?
  Account: Customer!
  Session: Account
  Role
  Permission: Role*
  Employee: Role, Employee?, Store?
  Store: Address
  Warehouse: Address
  Shelf: Warehouse
  Supplier: Address?
  Brand: Supplier?
  Category: Category?
  Product: Brand, Category, Currency, Tag*
  Tag
  Variant: Product
  Picture: Variant
  Stock: Shelf, Variant
  Price: Variant, Currency
  Cart: Customer!
  CartLine: Cart, Variant
  PurchaseOrder: Supplier, Employee
  PurchaseLine: PurchaseOrder, Variant
  SalesOrder: Customer, Address, Employee?, Coupon?
  OrderLine: SalesOrder, Variant
  Coupon: Product*, Customer*
  Payment: SalesOrder, Currency
  Shipment: SalesOrder, Warehouse
  Parcel: Shipment, OrderLine?
  Review: Product, Customer
  Setting
  """)

import PostilCompiler
import Testing

@Suite struct TypeDeclarationTests {
  @Test func `a type has the position of its first attribute, and its name has its own`() throws {
    let source = MarkedSource(
      """
      1️⃣@MainActor
      public final class 2️⃣Store<Element: Hashable>: 3️⃣Base, 4️⃣@unchecked Sendable, 5️⃣~Copyable where Element: Codable, Element == Int {
      }
      """)
    let type = try #require(try source.parse().types.first)
    #expect(type.kind == .class)
    #expect(type.position == source["1️⃣"])
    #expect(type.name == SourceText("Store", at: source["2️⃣"]))
    #expect(type.attributes.map(\.name.text) == ["MainActor"])
    #expect(type.modifiers.map(\.name) == ["public", "final"])
    #expect(type.genericParameters == "Element: Hashable")
    #expect(
      type.inheritance == [
        SourceText("Base", at: source["3️⃣"]), SourceText("@unchecked Sendable", at: source["4️⃣"]),
        SourceText("~Copyable", at: source["5️⃣"]),
      ])
    #expect(type.genericWhereClause == "Element: Codable, Element == Int")
  }

  @Test(arguments: TypeDeclaration.Kind.all) func `every kind of type is read`(kind: TypeDeclaration.Kind) throws {
    let type = try #require(try onlyType("\(kind.rawValue) Name { let a = 1 }"))
    #expect(type.kind == kind)
    #expect(type.name.text == "Name")
    #expect(type.properties.map(\.name.text) == ["a"])
  }

  @Test func `an extension's name is the extended type as written`() throws {
    let tree = try parseSource(
      path: "",
      text:
        "extension Outer.Inner<Int>: P where T: Q {}\nextension [Int] {}\nextension Optional where Wrapped == Int {}")
    #expect(tree.types.map(\.name.text) == ["Outer.Inner<Int>", "[Int]", "Optional"])
    #expect(tree.types.map(\.genericParameters) == [nil, nil, nil])
    #expect(tree.types[0].inheritance.map(\.text) == ["P"])
  }

  @Test func `types nest, and those inside functions and accessors are left out`() throws {
    let type = try #require(
      try onlyType(
        """
        struct A {
          enum B { case x; struct C { var y: Int } }
          func f() { struct Hidden { var z: Int } }
          var g: Int { struct Hidden {}; return 1 }
          init() { enum Hidden {} }
          subscript(i: Int) -> Int { struct Hidden {}; return i }
          actor D {}
        }
        """))
    #expect(type.types.map(\.name.text) == ["B", "D"])
    #expect(type.types[0].types.map(\.name.text) == ["C"])
    #expect(type.types[0].types[0].properties.map(\.name.text) == ["y"])
  }

  @Test func `contextual keywords are names where they are in Swift`() throws {
    let names = try properties(
      """
      var actor: Int, macro = 1
      let open: Bool, package: String
      var async = 2
      var get: Int
      var `class`: Int
      var `a b`: Int
      let lazy, final, some, any, each, copy, unsafe, await: Int
      """
    ).map(\.name.text)
    #expect(
      names == [
        "actor", "macro", "open", "package", "async", "get", "class", "a b", "lazy", "final", "some", "any", "each",
        "copy", "unsafe", "await",
      ])
    let type = try #require(try onlyType("enum actor { case actor, open(Int), `default` }"))
    #expect(type.name.text == "actor")
    #expect(type.cases.map(\.name.text) == ["actor", "open", "default"])
  }

  @Test func `class is a modifier before a member and a keyword before a name`() throws {
    let type = try #require(
      try onlyType(
        "class A { class var a: Int { 1 }; class B { var c = 1 }; class func f() {}; class override var d: Int { 1 } }")
    )
    #expect(type.properties.map(\.name.text) == ["a", "d"])
    #expect(type.properties.allSatisfy { $0.isStatic })
    #expect(type.types.map(\.name.text) == ["B"])
  }

  @Test func `modifiers keep the text in their parentheses`() throws {
    let property = try #require(
      try properties("public private(set) nonisolated(unsafe) unowned(safe) static var a: Int").first)
    #expect(property.modifiers.map(\.name) == ["public", "private", "nonisolated", "unowned", "static"])
    #expect(property.modifiers.map(\.detail) == [nil, "set", "unsafe", "safe", nil])
  }

  @Test func `attributes keep any arguments`() throws {
    let source = MarkedSource("struct A { @1️⃣Wrapped<Int>(key: \"a)\", { $0 /* ) */ }) @objc(name:) var a: Int }")
    let property = try #require(try source.parse().types.first?.properties.first)
    #expect(property.attributes.first?.name == SourceText("Wrapped<Int>", at: source["1️⃣"]))
    #expect(property.attributes.map(\.arguments) == ["key: \"a)\", { $0 /* ) */ }", "name:"])
  }

  @Test func `members after every kind of declaration that is skipped are found`() throws {
    let names = try properties(
      """
      func f<T>(_ x: T) async throws(E) -> [T] where T: P { x < 3 }
      let a: Int
      static func < (a: Self, b: Self) -> Bool { true }
      let b: Int
      func <<T>(a: T, b: T) {}
      let c: Int
      init?<T>(x: T) rethrows {}
      let d: Int
      subscript<T>(i: T) -> Int { get { 1 } set {} }
      let e: Int
      deinit { }
      let f: Int
      associatedtype X: P = Int where X: Q
      let g: Int
      #warning("x")
      let h: Int
      @attached(member) macro m(_ x: Int) -> Int = #externalMacro(module: "M", type: "T")
      let i: Int
      typealias T<A> = [A] where A: P
      let j: Int
      #macro<Int>(1) { $0 } label: { 1 }
      let k: Int
      """
    ).map(\.name.text)
    #expect(names == ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"])
  }

  @Test func `types are found among the statements of top-level code`() throws {
    let tree = try parseSource(
      path: "main.swift",
      text: """
        #!/usr/bin/env swift
        import struct Foundation.Date
        @testable import Postil
        let x = [1, 2].map { $0 / 2 }
        struct A {}
        if x.count > 3, case .some(let y) = z { struct Hidden {} } else if let w { } else { }
        for i in x where i > 1 { print(i) }
        enum B {}
        print("\\(x) \\("nested \\(1)")")
        infix operator +++: AdditionPrecedence
        precedencegroup P { higherThan: Q }
        actor C {}
        repeat { } while x.isEmpty
        switch x { case 1: break; default: struct Hidden {} }
        do { try f() } catch let e as E { } catch { }
        protocol D {}
        """)
    #expect(tree.imports == ["Foundation", "Postil"])
    #expect(tree.types.map(\.name.text) == ["A", "B", "C", "D"])
  }

  @Test func `type aliases are kept in types and at the top level`() throws {
    let source = MarkedSource("public typealias 1️⃣Cents = 2️⃣Int64\nstruct A { typealias ID = Tagged<A, Int> }")
    let tree = try source.parse()
    #expect(tree.typeAliases.map(\.name) == [SourceText("Cents", at: source["1️⃣"])])
    #expect(tree.typeAliases.map(\.type) == [SourceText("Int64", at: source["2️⃣"])])
    #expect(tree.types.first?.typeAliases.map(\.type.text) == ["Tagged<A, Int>"])
  }
}

extension TypeDeclaration.Kind {
  static let all: [Self] = [.struct, .class, .enum, .actor, .protocol, .extension]
}

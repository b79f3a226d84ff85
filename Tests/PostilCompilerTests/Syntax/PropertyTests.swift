import PostilCompiler
import Testing

@Suite struct PropertyTests {
  @Test func `a property has a name, a type, a value and the places of all three`() throws {
    let source = MarkedSource("struct A {\n\t1️⃣public var 2️⃣é: 3️⃣[String: Int]? = 4️⃣nil // x\n}")
    let property = try #require(try source.parse().types.first?.properties.first)
    #expect(property.position == source["1️⃣"])
    #expect(property.position.column == 2)
    #expect(property.name == SourceText("é", at: source["2️⃣"]))
    #expect(property.type == SourceText("[String: Int]?", at: source["3️⃣"]))
    #expect(property.initializer == SourceText("nil", at: source["4️⃣"]))
    #expect(property.isLet == false)
    #expect(property.storage == .stored)
  }

  static let accessors: [(String, PropertyDeclaration.Storage)] = [
    ("var a: Int", .stored),
    ("var a = 1", .stored),
    ("lazy var a = { 1 }()", .stored),
    ("var a: Int { 1 }", .computed),
    ("var a: Int { get }", .computed),
    ("var a: Int { get async throws }", .computed),
    ("var a: Int { mutating get { 1 } nonmutating set(new) { } }", .computed),
    ("var a: Int { @inlinable get { 1 } _modify { yield &b } }", .computed),
    ("var a: Int { _read { yield b } }", .computed),
    ("var a: Int { unsafeAddress { b } }", .computed),
    ("var a: Int { @storageRestrictions(initializes: b) init(new) { b = new } get { b } set { } }", .computed),
    ("var a: Int { willSet { } }", .observed),
    ("var a: Int = 1 { didSet { } }", .observed),
    ("var a = f() { didSet { } }", .observed),
    ("var a = f(1) { @MainActor didSet(old) { } willSet { } }", .observed),
    ("var a = [1] { didSet { } }", .observed),
    ("var a: Int\n{\n  didSet { }\n}", .observed),
    ("var a: Int { }", .computed),
  ]

  @Test(arguments: accessors)
  func `accessors decide what storage a property has`(
    source: String, storage: PropertyDeclaration.Storage
  ) throws {
    let found = try properties("\(source)\nlet next: Int")
    #expect(found.map(\.name.text) == ["a", "next"])
    #expect(found.first?.storage == storage)
  }

  @Test func `patterns without a type have that of the patterns after them`() throws {
    let found = try properties("let a, b: Int\nvar c = 1, d, e: String, f = 2.0")
    #expect(found.map(\.name.text) == ["a", "b", "c", "d", "e", "f"])
    #expect(found.map(\.type?.text) == ["Int", "Int", nil, "String", "String", nil])
    #expect(found.map(\.initializer?.text) == [nil, nil, "1", nil, nil, "2.0"])
    #expect(found.map(\.isLet) == [true, true, false, false, false, false])
  }

  @Test func `a tuple pattern is one property that has no simple pattern`() throws {
    let found = try properties("let (a, b): (Int, Int) = (1, 2)\nvar c: Int")
    #expect(found.map(\.name.text) == ["(a, b)", "c"])
    #expect(found.map(\.isSimplePattern) == [false, true])
    #expect(found.first?.type?.text == "(Int, Int)")
  }

  static let types: [String] = [
    "Int", "Int?", "Int!", "[Int]", "[String: [Int?]]", "(Int, x: String)", "(Int) async throws(E) -> Void", "A.B<C>.D",
    "any P & Q", "(any P)?", "some Collection<Int>", "@Sendable (inout Int, _ x: Int) -> (Int) -> Void", "A<B<C>>",
    "A<B<C>>?", "[3 of Int]", "Vector<3, Int>", "P.Type", "() -> ()", "@MainActor @Sendable () -> Void", "Self", "Any",
    "repeat each T", "sending Int", "nonisolated(nonsending) () async -> Void", "~Copyable", "Swift::Int",
    "A<B,\n  C>", "[A<B>:C]", "Result<Void, any Error>",
  ]

  @Test(arguments: types)
  func `a type of any form ends where it ends`(type: String) throws {
    let followers: [(String, String?)] = [
      ("", nil), (" = x", "x"), (" { didSet { } }", nil), (", b: Int", nil), ("; let d: Int", nil),
    ]
    for (behind, value) in followers {
      let found = try #require(try properties("var a: \(type)\(behind)\nlet next = 1").first)
      #expect(found.type?.text == type)
      #expect(found.initializer?.text == value)
    }
  }

  @Test func `an equals sign directly after a type belongs to the value`() throws {
    let found = try properties("var a: A<B>=x\nvar b: Int?=nil\nvar c:[Int]=[]\nvar d: A<B<C>>=y")
    #expect(found.map(\.type?.text) == ["A<B>", "Int?", "[Int]", "A<B<C>>"])
    #expect(found.map(\.initializer?.text) == ["x", "nil", "[]", "y"])
  }

  @Test func `a global variable isn't a property`() throws {
    let tree = try parseSource(path: "", text: "let a = 1\nvar b: Int { 2 }\nstruct S {}")
    #expect(tree.types.map(\.name.text) == ["S"])
    #expect(tree.types.first?.properties.isEmpty == true)
  }
}

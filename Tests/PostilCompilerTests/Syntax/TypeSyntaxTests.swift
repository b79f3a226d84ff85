import PostilCompiler
import Testing

@Suite struct TypeSyntaxTests {
  static let structures: [(String, TypeSyntax)] = [
    ("Int", .named("Int")),
    ("Optional<Int>", .optional(.named("Int"))),
    ("Swift.Optional<Int>", .optional(.named("Int"))),
    ("Int?", .optional(.named("Int"))),
    ("Int!", .implicitlyUnwrappedOptional(.named("Int"))),
    ("Array<Int>", .array(.named("Int"))),
    ("Dictionary<String, [Int]>", .dictionary(key: .named("String"), value: .array(.named("Int")))),
    ("(Int)", .named("Int")),
    ("((Int))?", .optional(.named("Int"))),
    ("()", .tuple([])),
    ("(Int, x: A.B)", .tuple([.init(.named("Int")), .init(label: "x", .identifier([.init("A"), .init("B")]))])),
    ("Project<Tag>.ID", .identifier([.init("Project", arguments: [.named("Tag")]), .init("ID")])),
    ("any P & Q", .any(.composition([.named("P"), .named("Q")]))),
    ("P.Type", .metatype(.named("P"))),
    ("~Copyable", .suppressed(.named("Copyable"))),
    ("[3 of Int]", .inlineArray(count: .integer("3"), element: .named("Int"))),
    (
      "(Int...) async throws -> Void",
      .function(
        parameters: [.init(.named("Int"), isVariadic: true)], effects: ["async", "throws"], result: .named("Void"))
    ),
    ("[Int].Index", .member(of: .array(.named("Int")), .init("Index"))),
    ("@Sendable () -> ()", .attributed(["@Sendable"], .function(parameters: [], effects: [], result: .tuple([])))),
  ]

  @Test(arguments: structures)
  func `a type is read by its structure, and syntactic sugar is normalised`(text: String, expected: TypeSyntax) throws {
    let type = try TypeSyntax(parsing: sourceText(text))
    #expect(type == expected)
    #expect(try TypeSyntax(parsing: sourceText(type.description)) == expected)
  }

  static let descriptions: [(String, String)] = [
    ("Optional<any P>", "(any P)?"), ("Array<Int>", "[Int]"), ("[ Int:String ]", "[Int: String]"),
    ("Optional<(Int)->Void>", "((Int) -> Void)?"), ("Optional<Optional<Int>>", "Int??"), ("A<B<C>>", "A<B<C>>"),
    ("`class`.`a b`", "`class`.`a b`"), ("(P&Q)?", "(P & Q)?"), ("inout Int", "inout Int"),
    ("repeat each T", "repeat each T"),
    ("some P<Int>", "some P<Int>"), ("V<-3>", "V<-3>"),
  ]

  @Test(arguments: descriptions)
  func `a description is canonical`(text: String, description: String) throws {
    #expect(try TypeSyntax(parsing: sourceText(text)).description == description)
  }

  static let refused: [(String, Int)] = [
    ("", 1), ("Int Int", 5), ("A<", 3), ("A<B", 4), ("Int -> Int", 5), ("A.", 3), ("[A:", 1), ("let", 1),
  ]

  @Test(arguments: refused)
  func `an invalid type is refused at the error`(text: String, column: Int) {
    do throws(SyntaxProblem) {
      let type = try TypeSyntax(parsing: sourceText(text))
      Issue.record("'\(text)' was read as '\(type)'")
    } catch {
      #expect(error.position.column == column)
    }
  }

  @Test func `plain names and types with arguments are distinguished`() throws {
    #expect(try TypeSyntax(parsing: sourceText("Project.ID")).plainName == "Project.ID")
    #expect(try TypeSyntax(parsing: sourceText("Set<Int>")).plainName == nil)
  }
}

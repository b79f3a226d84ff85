import PostilCompiler
import Testing

@Suite struct CommentTests {
  @Test func `comments directly above are leading, those on the line are trailing, all others are loose`() throws {
    let source = MarkedSource(
      """
      // license

      1️⃣/// Documented.
      2️⃣// @table
      struct A { 3️⃣// behind the brace
        // alone

        /* above */
        @Wrapped // on the way
        // still on the way
        public
        var a: Int, b: Int // @index
        // above a function
        func f() { /* inside */ } // behind a function
        var c = [ // inside
          1,
        ] // behind the value
        // the last
      } // behind the type
      // the end
      """)
    let tree = try source.parse()
    let type = try #require(tree.types.first)
    #expect(tree.looseComments.map(\.text) == [" license", " the end"])
    #expect(type.comments.leading.map(\.text) == [" Documented.", " @table"])
    #expect(type.comments.leading.map(\.kind) == [.documentationLine, .line])
    #expect(type.comments.leading.map(\.position) == [source["1️⃣"], source["2️⃣"]])
    #expect(type.comments.leading.map(\.textPosition.column) == [4, 3])
    #expect(type.comments.trailing.map(\.text) == [" behind the brace", " behind the type"])
    #expect(type.comments.trailing.first?.position == source["3️⃣"])
    #expect(type.looseComments.map(\.text) == [" alone", " above a function", " the last"])
    #expect(type.properties.map(\.name.text) == ["a", "b", "c"])
    for property in type.properties.prefix(2) {
      #expect(property.comments.leading.map(\.text) == [" above ", " on the way", " still on the way"])
      #expect(property.comments.trailing.map(\.text) == [" @index"])
    }
    #expect(type.properties[2].comments.leading.isEmpty)
    #expect(type.properties[2].comments.trailing.map(\.text) == [" behind the value"])
  }

  @Test func `a trailing comment is not the next declaration's leading comment`() throws {
    let found = try properties("let a: Int // one\nlet b: Int // two\n// three\nlet c: Int")
    #expect(found.map { $0.comments.leading.map(\.text) } == [[], [], [" three"]])
    #expect(found.map { $0.comments.trailing.map(\.text) } == [[" one"], [" two"], []])
  }

  @Test func `in a list over many lines a comment belongs to the elements that end on its line`() throws {
    let found = try properties("var a: Int, // one\n  // above b\n  b: Int, c: Int /* two */ // three")
    #expect(found.map { $0.comments.leading.map(\.text) } == [[], [" above b"], []])
    #expect(found.map { $0.comments.trailing.map(\.text) } == [[" one"], [" two ", " three"], [" two ", " three"]])
    let cases = try onlyType("enum E {\n  // both\n  case a, // one\n    b // two\n}")?.cases ?? []
    #expect(cases.map { $0.comments.leading.map(\.text) } == [[" both"], [" both"]])
    #expect(cases.map { $0.comments.trailing.map(\.text) } == [[" one"], [" two"]])
  }

  @Test func `comments inside members and after skipped code are strays of their type`() throws {
    let type = try #require(
      try onlyType(
        """
        struct A: B // before the brace
        {
          var a = [
            1 // in a value
          ]
          var b: Int { // in an accessor
            1
          }
          func f() { /* in a body */ } // behind a function
          struct C { func g() { /* not A's */ } }
        }
        """))
    #expect(
      type.strayComments.map(\.text) == [
        " before the brace", " in a value", " in an accessor", " in a body ", " behind a function",
      ])
    #expect(type.types.first?.strayComments.map(\.text) == [" not A's "])
  }

  @Test func `a semicolon doesn't separate a declaration from its comment`() throws {
    let found = try properties("let a: Int; // one\nlet b: Int; /* two */ let c: Int // three")
    #expect(found.map { $0.comments.trailing.map(\.text) } == [[" one"], [" two "], [" three"]])
  }

  @Test func `the four kinds of comment lose their markers and nothing else`() throws {
    let found = try properties("//line \n///doc\n/*block*/\n/**docblock*/\n/**/\n////\n/* a /* b */ c */\nlet a: Int")
    #expect(
      found.first?.comments.leading.map(\.kind) == [
        .line, .documentationLine, .block, .documentationBlock, .block, .documentationLine, .block,
      ])
    #expect(
      found.first?.comments.leading.map(\.text) == ["line ", "doc", "block", "docblock", "", "/", " a /* b */ c "])
  }

  @Test func `comments around conditional compilation are loose`() throws {
    let type = try #require(
      try onlyType("struct A {\n  // one\n#if X // two\n  // three\n  let a: Int // four\n  // five\n#endif // six\n}"))
    #expect(type.looseComments.map(\.text) == [" one", " five"])
    #expect(type.properties.first?.comments.leading.map(\.text) == [" three"])
    #expect(type.properties.first?.comments.trailing.map(\.text) == [" four"])
  }

  @Test func `Windows line endings leave no carriage return in a comment`() throws {
    let found = try properties("// one\r\nlet a: Int // two\r\n/* three\r\n */\r\nlet b: Int\r\n")
    #expect(found.map { $0.comments.leading.map(\.text) } == [[" one"], [" three\r\n "]])
    #expect(found.first?.comments.trailing.map(\.text) == [" two"])
    #expect(found.last?.position.line == 6)
  }
}

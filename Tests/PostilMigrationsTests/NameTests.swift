import PostilCatalog
import PostilSchema
import Testing

@Suite("Names on both sides")
struct NameTests {
  @Test("The compiler and the catalog fold names in the same way")
  func folding() {
    let scalars = (1...0x2FF).map { $0 } + Array(0x1E00...0x1E9F) + Array(0x2120...0x2140)
    for value in scalars {
      let name = "A\(UnicodeScalar(UInt32(value)).map(String.init) ?? "")z"
      #expect(NameRegister.folded(name).utf8.elementsEqual(name.foldedName.utf8), "\(value)")
    }
  }

  @Test("Names have the same letters if they differ only in underscores and in the case of ASCII letters")
  func letters() {
    #expect("user_i_ds_seen".hasSameLetters(as: "user_ids_seen"))
    #expect("User_IDs".hasSameLetters(as: "user_i_ds") && "_a__".hasSameLetters(as: "a"))
    #expect(!"user_id".hasSameLetters(as: "user_ids") && !"é".hasSameLetters(as: "É"))
  }
}

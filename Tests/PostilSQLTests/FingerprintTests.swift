import PostilSQL
import Testing

struct FingerprintTests {
  @Test func `the fingerprint is 64-bit FNV-1a`() {
    // Source: the test vectors of the authors' own implementation.
    #expect(Fingerprint.hexadecimal(of: "") == "cbf29ce484222325")
    #expect(Fingerprint.hexadecimal(of: "a") == "af63dc4c8601ec8c")
    #expect(Fingerprint.hexadecimal(of: "foobar") == "85944171f73967e8")
  }
}

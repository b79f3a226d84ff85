import PostilTestSupport
import Testing

// On Linux only: the standard library's are newer than the oldest systems of Apple's that the tests run on.
#if !canImport(Darwin)
  /// The type for older systems, compared with the standard library's.
  @Suite struct WideUIntTests {
    private typealias Standard = UInt128

    /// Numbers of every length, with many zeros and ones.
    private static let numbers: [WideUInt] = {
      var random = SeededGenerator(seed: testSeed)
      let words: [UInt64] = [0, 1, 9, 10, .max, .max - 1, 1 << 63, 1 << 32, 10_000_000_000_000_000_000]
      let edges = words.flatMap { high in words.map { low in WideUInt(high: high, low: low) } }
      return edges
        + (0..<200).map { length in
          let shift = UInt64(length % 64)
          return WideUInt(high: length < 100 ? 0 : random.next() >> shift, low: random.next() >> shift)
        }
    }()

    private func standard(_ number: WideUInt) -> Standard { Standard(number.high) << 64 | Standard(number.low) }

    @Test func `equals the standard library's in every operation`() {
      for left in Self.numbers {
        #expect(left.description == standard(left).description)
        for right in Self.numbers {
          let (own, other) = (standard(left), standard(right))
          #expect((left < right) == (own < other))
          #expect((left == right) == (own == other))
          expectEqual(left.addingReportingOverflow(right), own.addingReportingOverflow(other))
          expectEqual(left.subtractingReportingOverflow(right), own.subtractingReportingOverflow(other))
          let product = left.multipliedReportingOverflow(by: right)
          let expected = own.multipliedReportingOverflow(by: other)
          #expect(product.overflow == expected.overflow, "\(left) * \(right)")
          if !expected.overflow { #expect(standard(product.partialValue) == expected.partialValue) }
          guard other != 0 else { continue }
          let (quotient, remainder) = left.quotientAndRemainder(dividingBy: right)
          #expect(standard(quotient) == own / other, "\(left) / \(right)")
          #expect(standard(remainder) == own % other, "\(left) % \(right)")
          let (digit, rest) = right.nextDigit(of: remainder)
          let next = other.dividingFullWidth((own % other).multipliedFullWidth(by: 10))
          #expect(standard(digit) == next.quotient && standard(rest) == next.remainder, "\(left) / \(right)")
        }
      }
    }

    private func expectEqual(
      _ result: (partialValue: WideUInt, overflow: Bool), _ expected: (partialValue: Standard, overflow: Bool)
    ) {
      #expect(standard(result.partialValue) == expected.partialValue)
      #expect(result.overflow == expected.overflow)
    }
  }
#endif

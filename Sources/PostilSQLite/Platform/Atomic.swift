// 'Synchronization.Atomic' requires macOS 15 and iOS 18. A test compiles this type on Linux.
#if canImport(Darwin) || POSTIL_DARWIN_TYPES
  import CSQLite

  /// The part of `Synchronization.Atomic` that Postil uses. The value keeps its address.
  @usableFromInline
  package struct Atomic<Value: AtomicWord>: ~Copyable, @unchecked Sendable {
    @usableFromInline let word = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)

    @usableFromInline
    package init(_ value: Value) { word.initialize(to: value.word) }

    deinit { word.deallocate() }

    @inlinable
    package func load(ordering: AtomicOrdering) -> Value { Value(word: postil_load(word, ordering == .relaxed)) }

    @inlinable
    package func store(_ value: Value, ordering: AtomicOrdering) {
      postil_store(word, value.word, ordering == .relaxed)
    }

    package func exchange(_ value: Value, ordering: AtomicOrdering) -> Value {
      Value(word: postil_exchange(word, value.word))
    }

    package func compareExchange(
      expected: Value, desired: Value, ordering: AtomicOrdering
    ) -> (exchanged: Bool, original: Value) {
      var original = expected.word
      let exchanged = postil_compare_exchange(word, &original, desired.word)
      return (exchanged, Value(word: original))
    }
  }

  /// All but `relaxed` are sequentially consistent here.
  @usableFromInline
  package enum AtomicOrdering { case relaxed, acquiring, releasing, acquiringAndReleasing, sequentiallyConsistent }

  extension Atomic where Value: FixedWidthInteger {
    @discardableResult
    package func wrappingAdd(_ value: Value, ordering: AtomicOrdering) -> (oldValue: Value, newValue: Value) {
      let old = Value(word: postil_add(word, value.word))
      return (old, old &+ value)
    }

    package func wrappingSubtract(_ value: Value, ordering: AtomicOrdering) {
      wrappingAdd(0 &- value, ordering: ordering)
    }

    package func max(_ value: Value, ordering: AtomicOrdering) {
      var current = load(ordering: .relaxed)
      while current < value {
        let (exchanged, original) = compareExchange(expected: current, desired: value, ordering: ordering)
        if exchanged { return }
        current = original
      }
    }
  }

  /// A value that fits in 64 bits.
  @usableFromInline
  package protocol AtomicWord {
    init(word: UInt64)
    var word: UInt64 { get }
  }

  extension FixedWidthInteger {
    @inlinable package init(word: UInt64) { self.init(truncatingIfNeeded: word) }
    @inlinable package var word: UInt64 { UInt64(truncatingIfNeeded: self) }
  }

  extension UInt64: AtomicWord {}
  extension UInt: AtomicWord {}
  extension Int: AtomicWord {}
  extension Bool: AtomicWord {
    @inlinable package init(word: UInt64) { self = word != 0 }
    @inlinable package var word: UInt64 { self ? 1 : 0 }
  }
#else
  import Synchronization

  @usableFromInline
  package typealias Atomic<Value: AtomicRepresentable> = Synchronization.Atomic<Value>
#endif

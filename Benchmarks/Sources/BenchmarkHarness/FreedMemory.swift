import SystemAllocator

/// Gives memory that was freed back to the system, where the allocator keeps it otherwise.
///
/// glibc sorts and merges the small pieces that one run has freed while the next one allocates: two million strings cost
/// whoever came next a tenth of its time. Source: malloc_trim(3).
func releaseFreedMemory() {
  #if canImport(Glibc)
    malloc_trim(0)
  #endif
}

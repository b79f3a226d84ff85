import Foundation

/// The largest resident set of this process so far, in bytes; `nil` where the system does not say.
///
/// On Linux this is `VmHWM`, not `ru_maxrss`: the latter keeps, over `exec`, the peak of the process that started this one.
/// Source: proc_pid_status(5); Linux, `setmax_mm_hiwater_rss` in `exec_mmap`.
package func peakResidentBytes() -> Int? {
  #if os(Linux)
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
      return line.split(separator: " ").dropLast().last.flatMap { Int($0) }.map { $0 * 1024 }
    }
    return nil
  #else
    var usage = rusage()
    guard getrusage(RUSAGE_SELF, &usage) == 0 else { return nil }
    return usage.ru_maxrss
  #endif
}

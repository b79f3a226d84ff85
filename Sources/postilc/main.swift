// The compiler that the build plugin runs. It reads annotated sources and writes Swift.
//
// It runs in every build, so it doesn't link the runtime, the argument parser or Foundation.

import PostilCompiler

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

let status: ExitStatus
do {
  if CommandLine.arguments.dropFirst() == ["--version"] {
    print(PostilVersion.current)
    status = .success
  } else {
    status = try Compilation(Arguments(CommandLine.arguments.dropFirst())).run()
  }
} catch {
  StandardError.write("postilc: error: \(error)")
  status = .misuse
}
// 'exit' would look for leaks if an application is built with the address sanitizer, and takes values of indirect enums that globals
// contain for leaks, because the pointers to them have tags.
fflush(nil)
_exit(status.rawValue)

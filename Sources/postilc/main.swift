// The compiler that the build plugin runs: annotated sources in, generated Swift out.
//
// It starts on every build, so it links neither the runtime nor the argument parser nor Foundation.

import PostilCompiler

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

let status: ExitStatus
if CommandLine.arguments.dropFirst() == ["--version"] {
  print(PostilVersion.current)
  exit(0)
}
do {
  let arguments = try Arguments(CommandLine.arguments.dropFirst())
  status = try Compilation(arguments).run()
} catch {
  StandardError.write("postilc: error: \(error)")
  status = .misuse
}
exit(status.rawValue)

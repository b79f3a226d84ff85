import Foundation

/// Opens the address of the studio in the user's browser.
///
/// Other users of the machine can read the arguments of programs. So the browser gets the name of a file that only its owner can read,
/// which leads to the address with the token.
final class BrowserOpener: Sendable {
  private let file = FileManager.default.temporaryDirectory.appending(path: "postil-studio-\(UUID().uuidString).html")

  /// Does nothing if there is no browser to open, as on a server.
  func open(_ address: String) {
    #if os(macOS)
      let command = "open"
    #else
      let environment = ProcessInfo.processInfo.environment
      guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
      let command = "xdg-open"
    #endif
    let page = """
      <!doctype html><meta charset="utf-8"><title>Postil Studio</title>
      <meta http-equiv="refresh" content="0; url=\(address)"><a href="\(address)">Postil Studio</a>

      """
    guard
      FileManager.default.createFile(
        atPath: file.path, contents: Data(page.utf8), attributes: [.posixPermissions: 0o600])
    else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [command, file.path]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    process.standardInput = FileHandle.nullDevice
    try? process.run()
  }

  /// Deletes the file.
  func close() { try? FileManager.default.removeItem(at: file) }
}

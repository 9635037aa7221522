import Foundation

/// Programs in Python that read what was written here.
enum Python {
  /// What a program in Python answers to lines of JSON; nil, with a remark, where it cannot be run.
  static func answers(_ module: String, _ script: String, _ lines: [String]) throws -> [[String]]? {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, FileHandle.nullDevice)
    try process.run()
    let text = try JSONEncoder().encode(lines)
    // What a pipe holds is less than all that is written, so another thread writes.
    Thread.detachNewThread {
      try? input.fileHandleForWriting.write(contentsOf: text)
      try? input.fileHandleForWriting.close()
    }
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      print("not compared with \(module): python3 with \(module) is not there")
      return nil
    }
    return try JSONDecoder().decode([[String]].self, from: answer)
  }
}

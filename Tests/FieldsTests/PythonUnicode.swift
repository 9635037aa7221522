import Foundation
import Support

/// What Python says of characters; nil where it cannot be asked.
enum PythonUnicode {
  /// The answer of a script for each character of Unicode, one letter each in order; surrogates are answered by `?`.
  ///
  /// - Parameters:
  ///   - module: what the script imports, for the remark that nothing was compared.
  ///   - script: defines `say(c)`, which gives one letter.
  /// - Returns: the letters, by the numbers of the characters.
  /// - Throws: what comes of a program that cannot be started.
  static func answers(_ module: String, _ script: String) throws -> [UInt8]? {
    let process = Process()
    let output = Pipe()
    let own = Repository.root.appending(path: ".build/venv/bin/python").path
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      FileManager.default.isExecutableFile(atPath: own) ? own : "python3", "-c",
      "import \(module)\n\(script)\nprint(''.join('?' if 0xd800 <= n < 0xe000 else say(chr(n)) for n in range(0x110000)))",
    ]
    (process.standardInput, process.standardOutput, process.standardError) = (
      FileHandle.nullDevice, output, FileHandle.nullDevice
    )
    try process.run()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0, answer.count >= 0x110000 else {
      print("not compared with \(module): python3 with \(module) is not there")
      return nil
    }
    return Array(answer.prefix(0x110000))
  }

  /// The characters that Unicode 14 has, which is what the tables were made of.
  static let known: [Unicode.Scalar] = (UInt32(0)..<0x110000).compactMap(Unicode.Scalar.init).filter { scalar in
    scalar.properties.age.map { ($0.major, $0.minor) <= (14, 0) } ?? false
  }
}

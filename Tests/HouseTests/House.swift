import Foundation

/// The files of this repository, as its own rules look at them.
enum House {
  /// The folder that holds `Package.swift`.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The modules, each with all that it may import.
  static let imports: [String: Set<String>] = [
    "Wire": [],
    "Fields": [],
    "Candidates": [],
    "LanguageServer": ["Wire", "Fields", "Candidates"],
    "Host": ["LanguageServer", "Wire", "Glibc", "Musl", "Darwin"],
    "tokenfield": ["Host", "LanguageServer", "Wire", "Fields", "Candidates"],
  ]

  /// What files may import beyond their module: charsets that are not built in are the system's.
  static let furtherImports: [String: Set<String>] = [
    "Iconv.swift": ["Glibc", "Musl", "Darwin"], "Mapping.swift": ["Candidates"],
  ]

  /// The text of a file, by its path from the root; empty if there is none.
  static func text(_ path: String) -> String {
    (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
  }

  /// All files of the repository by their paths from the root, in order: as git lists them, new ones too, or else as they
  /// lie there.
  static let files: [String] = (tracked ?? lying("")).sorted()

  /// The files below a folder whose names end so.
  static func files(in folder: String, ending: String) -> [String] {
    files.filter { $0.hasPrefix(folder + "/") && $0.hasSuffix(ending) }
  }

  /// The Swift files of a folder.
  static func sources(in folder: String = "Sources") -> [SourceFile] {
    files(in: folder, ending: ".swift").map { SourceFile(path: $0, text: text($0)) }
  }

  private static var tracked: [String]? {
    guard let output = run("/usr/bin/env", ["git", "-C", root.path, "ls-files", "-co", "--exclude-standard"]) else {
      return nil
    }
    let names = output.split(separator: "\n").map(String.init)
    let present = names.filter { FileManager.default.fileExists(atPath: root.appending(path: $0).path) }
    return present.contains("Package.swift") ? present : nil
  }

  private static func lying(_ folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
    return names.filter { ![".git", ".build"].contains($0) }.flatMap { name -> [String] in
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      let attributes = try? FileManager.default.attributesOfItem(atPath: root.appending(path: path).path)
      return attributes?[.type] as? FileAttributeType == .typeDirectory ? lying(path) : [path]
    }
  }

  /// What a program prints; nil if it cannot be started or ends with another code than 0.
  static func run(_ program: String, _ arguments: [String]) -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch { return nil }
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// The program that was built with these tests.
  static let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "tokenfield").path
}

package import Foundation

/// The files of this repository, for tests that hold documents and code to each other.
package enum Repository {
  /// The folder of `Package.swift`.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The files of a folder whose names end so, by name.
  package static func files(in folder: String, ending: String) -> [URL] {
    let all = try? FileManager.default.contentsOfDirectory(
      at: root.appending(path: folder), includingPropertiesForKeys: nil)
    return (all ?? []).filter { $0.lastPathComponent.hasSuffix(ending) }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  /// The transcripts of the protocol.
  package static var transcripts: [URL] { files(in: "Protocol/transcripts", ending: ".transcript") }
}

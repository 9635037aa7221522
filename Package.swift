// swift-tools-version: 6.2
import PackageDescription

/// Warnings stop the build when `TOKENFIELD_STRICT` is set (CI sets it); a stranger's newer toolchain may warn of more.
let strict = Context.environment["TOKENFIELD_STRICT"] != nil

let settings: [SwiftSetting] =
  [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (strict ? [.treatAllWarnings(as: .error)] : [])

let package = Package(
  name: "tokenfield",
  products: [.executable(name: "tokenfield", targets: ["tokenfield"])],
  targets: [
    .target(name: "Wire", exclude: ["README.md"], swiftSettings: settings),
    .target(name: "Fields", exclude: ["README.md"], swiftSettings: settings),
    .target(
      name: "Candidates", exclude: ["README.md", "Folding/generate.py"], swiftSettings: settings),
    .target(
      name: "LanguageServer", dependencies: ["Wire", "Fields", "Candidates"], exclude: ["README.md"],
      swiftSettings: settings),
    .target(
      name: "Host", dependencies: ["LanguageServer", "Wire", "Candidates"], exclude: ["README.md"],
      swiftSettings: settings),
    .executableTarget(
      name: "tokenfield", dependencies: ["Host", "LanguageServer", "Wire", "Fields", "Candidates"],
      exclude: ["README.md"], swiftSettings: settings),
    .target(name: "Support", path: "Tests/Support", swiftSettings: settings),
    .testTarget(name: "WireTests", dependencies: ["Wire", "Support"], swiftSettings: settings),
    .testTarget(
      name: "FieldsTests", dependencies: ["Fields", "Support"], resources: [.copy("Cases")], swiftSettings: settings),
    .testTarget(
      name: "CandidatesTests", dependencies: ["Candidates", "Support"], resources: [.copy("Books")],
      swiftSettings: settings),
    .testTarget(
      name: "LanguageServerTests", dependencies: ["LanguageServer", "Wire", "Fields", "Candidates", "Support"],
      swiftSettings: settings),
    .testTarget(
      name: "HostTests", dependencies: ["Host", "LanguageServer", "Wire", "Support", "tokenfield"],
      swiftSettings: settings),
    .testTarget(
      name: "HouseTests", dependencies: ["LanguageServer", "Wire", "Fields", "Candidates", "Support"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

import Candidates
import Fields
import LanguageServer
import Support
import Testing
import Wire

/// A tag that is looked for, and renamed, in the files of a made-up file system.
@Suite struct TagSearchTests {
  /// A file system of some files in `/n`.
  static func world(_ files: [String: [UInt8]]) -> TagScan.World {
    TagScan.World(
      read: { path, limit in files[path].flatMap { $0.count <= limit ? $0 : nil } },
      list: { folder in
        let names = files.keys.filter { $0.hasPrefix(folder + "/") }.map { $0.dropFirst(folder.count + 1) }
        let entries = Set(names.map { String($0.prefix { $0 != "/" }) }).map { name in
          Entry(name: name, kind: names.contains { $0 == name } ? .file : .folder)
        }
        return entries.isEmpty ? nil : entries
      }, real: { $0 }, expanded: { $0 }, home: nil)
  }

  struct Renamed {
    var files: [String: [UInt8]]
    var refused: [String] = []
    var skipped: [String] = []
    var merged = 0
    var holders = 0
    var changed: Set<String> = []
  }

  /// Renames a tag in all files.
  static func rename(_ files: [String: [UInt8]], _ old: TagName, _ new: TagName, _ set: String...) -> Renamed {
    let settings = Startup(assignments: set, version: "1").settings().settings
    var result = Renamed(files: files)
    guard var search = TagSearch(old, to: new, TagRequest(settings, in: ["/n"]), settings, in: world(files)) else {
      return result
    }
    let isWhole = search.run { found in
      switch found {
      case .file(let path, let bytes, let hits):
        result.files[path] = hits.changes.applied(to: bytes)
        if !hits.changes.isEmpty { result.changed.insert(path) }
        result.refused += hits.refused.map { "\(path) \($0.name) \($0.syntax)" }
        result.merged += hits.merged
        result.holders += hits.holdsNew ? 1 : 0
      case .skipped(let path, let reason): result.skipped.append("\(path) \(reason)")
      }
      return true
    }
    #expect(isWhole)
    return result
  }

  static func renamed(_ text: String, in name: String, _ old: String, _ new: String) -> String? {
    guard let old = TagName(old), let new = TagName(new) else { return nil }
    let result = rename(["/n/\(name)": Array(text.utf8)], old, new)
    return result.refused.isEmpty ? result.files["/n/\(name)"].map { String(decoding: $0, as: UTF8.self) } : nil
  }

  @Test func `G45 a tag is renamed in files of every syntax, and words are not`() {
    func check(_ name: String, _ text: String, _ expected: String) {
      #expect(Self.renamed(text, in: name, "work", "job") == expected)
    }
    check("a.md", "---\ntags: [work, 'x']\n---\nwork #work\n", "---\ntags: [job, 'x']\n---\nwork #job\n")
    check("a.md", "+++\ntags = [\"work/x\"]\n+++\n`#work`\n", "+++\ntags = [\"job/x\"]\n+++\n`#work`\n")
    check("a.md", "tags:: [[work]], #work, #a\n#work\n", "tags:: [[job]], #a\n#job\n")
    check(
      "a.org", "#+TAGS: { work(w) a }\n#+FILETAGS: :work:\n* work :work:\n",
      "#+TAGS: { job(w) a }\n#+FILETAGS: :job:\n* work :job:\n")
    check(
      "package.json", "{\"name\": \"work\", \"keywords\": [\"work\"]}", "{\"name\": \"work\", \"keywords\": [\"job\"]}")
    check(
      "Cargo.toml", "[package]\nkeywords = [\"work\"]\ncategories = [\"work\"]\n",
      "[package]\nkeywords = [\"job\"]\ncategories = [\"work\"]\n")
    check(
      "pyproject.toml", "[project]\nkeywords = [\"work\", \"work/x\"]\n",
      "[project]\nkeywords = [\"job\", \"work/x\"]\n")
    check("CITATION.cff", "title: work\nkeywords:\n  - work\n", "title: work\nkeywords:\n  - job\n")
    check("a.bib", "@book{work,\n keywords = {work, b},\n}\n", "@book{work,\n keywords = {job, b},\n}\n")
    check("a.tex", "\\keywords{work, b}\nwork\n", "\\keywords{job, b}\nwork\n")
    check("a.eml", "To: work\nKeywords: work, b\n\nwork\n", "To: work\nKeywords: job, b\n\nwork\n")
    check("a.txt", "#work\n", "#work\n")
    // Messages that came are nobody's to change, and a byte order mark is no text.
    check("a.eml", "Received: x\nTo: a@x.org\nKeywords: work\n\n", "Received: x\nTo: a@x.org\nKeywords: work\n\n")
    check("a.md", "\u{feff}#work\r\n", "\u{feff}#job\r\n")
  }

  @Test func `what cannot be read is named, and bad files lose nothing`() throws {
    let long = "#work " + String(repeating: "x", count: 200_000) + "\n"
    let files = [
      "/n/a.md": "#work\0", "/n/b.md": "---\ntags: [work\n```\n#work",
      "/n/c.md": "---\n\ttags: [*gone, work]\n---\n#work\n",
      "/n/d.md": long, "/n/e.md": String(repeating: "#work ", count: 300_000),
    ].mapValues { Array($0.utf8) }
    let (old, new) = (try #require(TagName("work")), try #require(TagName("job")))
    let result = Self.rename(files, old, new)
    #expect(
      result.skipped == ["/n/a.md holds no text", "/n/e.md cannot be read, or is longer than 1048576 bytes"])
    #expect(result.files["/n/a.md"] == files["/n/a.md"] && result.files["/n/e.md"] == files["/n/e.md"])
    #expect(result.files["/n/d.md"] == Array(long.replacing("#work", with: "#job").utf8))
    let text = result.files["/n/c.md"].map { String(decoding: $0, as: UTF8.self) }
    #expect(text?.hasSuffix("#job\n") == true)
    let latin = Self.rename(["/n/x.md": Array("#work caf".utf8) + [0xE9, 10]], old, new)
    #expect(latin.files["/n/x.md"] == Array("#work caf".utf8) + [0xE9, 10])
    #expect(latin.skipped == ["/n/x.md is no UTF-8"])
  }

  @Test func `an open folder that is too wide is named, and not looked through`() throws {
    let json: JSON = [
      "tags": ["roots": ["/", "/n"], "maxFiles": 10, "maxBytes": 1000],
      "search": ["tag": "work", "encoding": "utf-8", "open": []],
    ]
    let request = try #require(TagSearchRequest(json))
    var lines: [UInt8] = []
    request.run(in: Self.world(["/n/a.md": Array("x\n\u{1F389} #Work\r\n".utf8), "/n/b.md": Array("#work\r#x".utf8)])) {
      lines += $0
      return true
    }
    #expect(
      String(decoding: lines, as: UTF8.self).split(separator: "\n") == [
        "{\"skipped\":\"/\",\"reason\":\"is looked through only if tags.folders names it\"}",
        "{\"file\":\"/n/a.md\",\"places\":[[1,6,1,10,false]],\"edits\":[],\"fields\":[\"inline-tags\"],\"merged\":0,\"holdsNew\":false}",
        "{\"skipped\":\"/n/b.md\",\"reason\":\"has line ends of CR alone\"}",
        "{\"ended\":{\"notes\":2,\"skipped\":2,\"isCut\":false}}",
      ])
    #expect(TagSearchRequest(request.json) == request)
    #expect(TagSearchRequest(["tags": [:]]) == nil && TagSearchRequest(["search": ["tag": "x"]]) == nil)
  }

  @Test func `G45 a name that one file cannot hold is told with the place`() throws {
    let files = ["/n/a.md": "#work\n", "/n/b.org": "* x :work:\n"].mapValues { Array($0.utf8) }
    let result = Self.rename(files, try #require(TagName("work")), try #require(TagName("to-do")))
    #expect(result.refused == ["/n/b.org to-do Org"])
  }

  @Test func `fields that are left alone are left alone`() throws {
    let files = ["/n/a.md": Array("---\ntags: [work]\n---\n#work\n".utf8)]
    let result = Self.rename(
      files, try #require(TagName("work")), try #require(TagName("job")), "fields.inline-tags.enabled=false")
    #expect(result.files["/n/a.md"] == Array("---\ntags: [job]\n---\n#work\n".utf8))
  }

  // MARK: Properties

  private static let pool = ["work", "Work", "home", "proj", "proj/x", "proj/x/y", "job", "a1", "café", "deep"]

  /// A file of some syntax with some tags, and words that are none.
  private static func file(_ random: inout Seeded) -> (name: String, text: String) {
    func tags(_ count: ClosedRange<Int>, flat: Bool = false) -> [String] {
      let pool = flat ? pool.filter { !$0.contains("/") } : pool
      return (0..<Int.random(in: count, using: &random)).map { _ in pool.randomElement(using: &random) ?? "x" }
    }
    let quotes = ["", "\"", "'"].randomElement(using: &random) ?? ""
    func list(_ tags: [String]) -> String { tags.map { quotes + $0 + quotes }.joined(separator: ", ") }
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      return (
        ".md",
        "---\ntags: [\(list(tags(0...4)))]\n---\nwork home \(tags(0...3).map { "#" + $0 }.joined(separator: " ")) `#work`\n"
      )
    case 1:
      let items = tags(1...4).map { "  - \(quotes)\($0)\(quotes)" }.joined(separator: "\n")
      return (".md", "---\ntitle: work\ntags: # x\n\(items)\n---\n# work\n")
    case 2: return (".md", "+++\ntags = [\(tags(0...4).map { "\"\($0)\"" }.joined(separator: ",\n  "))]\n+++\n#work\n")
    case 3:
      return (
        ".md",
        "tags:: \(tags(1...3, flat: true).map { "[[\($0)]]" }.joined(separator: ", "))\n\(tags(0...3).map { "#" + $0 }.joined(separator: ", "))\n"
      )
    case 4:
      return (
        ".org",
        "#+FILETAGS: :\(tags(1...3, flat: true).joined(separator: ":")):\n* work :\(tags(1...3, flat: true).joined(separator: ":")):\n"
      )
    case 5: return (".bib", "@book{work,\n  keywords = {\(tags(1...4).joined(separator: ", "))}\n}\n")
    default: return (".eml", "To: work\nKeywords: \(tags(1...4).joined(separator: ", "))\n\nwork\n")
    }
  }

  /// The tags of a file in order, by what all spellings have in common, with whether a slash parts levels there.
  private static func tags(_ bytes: [UInt8], _ path: String) -> [(text: String, nests: Bool)] {
    guard let finder = Finder.ofTags(path: path) else { return [] }
    let text = Text(bytes)
    return finder.find(in: text, FindingOptions(path: path)).fields.filter { !$0.grammar.holdsPeople }.flatMap {
      field in
      let value = text.bytes(field.valueRange)
      return field.grammar.read(value, field.options).tokens.map {
        (field.grammar.value($0, in: value), field.grammar.nests)
      }
    }
  }

  @Test func `G45 after a rename no file holds the old tag, each the new one where it was, and all else as it was`()
    throws
  {
    var random = Seeded(seed: 4545)
    var (renames, merges, backs) = (0, 0, 0)
    for _ in 0..<250 {
      var files: [String: [UInt8]] = [:]
      for number in 0..<Int.random(in: 1...6, using: &random) {
        let (ending, text) = Self.file(&random)
        files["/n/\(number)\(ending)"] = Array(text.utf8)
      }
      let old = try #require(TagName(Self.pool.randomElement(using: &random) ?? "work"))
      let new = try #require(TagName((Self.pool + ["neu", "z_9"]).randomElement(using: &random) ?? "neu"))
      let result = Self.rename(files, old, new)
      if !result.refused.isEmpty { continue }
      renames += result.changed.count
      merges += result.merged
      for (path, bytes) in files {
        let after = result.files[path] ?? []
        func isSame(_ tag: (text: String, nests: Bool)) -> String {
          guard let match = old.match(tag.text, nests: tag.nests) else { return TagName(tag.text)?.key ?? tag.text }
          return Identity.fold(new.text + match.below)
        }
        let expected = Self.tags(bytes, path).map(isSame)
        let found = Self.tags(after, path).map { TagName($0.text)?.key ?? $0.text }
        #expect(
          Set(found) == Set(expected), "\(path) \(old.text) → \(new.text)\n\(String(decoding: bytes, as: UTF8.self))")
        if result.merged == 0 { #expect(found == expected) }
        if !result.changed.contains(path) { #expect(after == bytes) }
        // Nothing but tags: what is left when all spellings of both names are taken out is the same.
        if result.merged == 0 { #expect(Self.bare(after, [old, new]) == Self.bare(bytes, [old, new])) }
      }
      let isBack = result.merged == 0 && result.holders == 0 && new.key != old.key && !new.text.contains("/")
      guard isBack, !old.text.contains("/"), old.text == old.key else { continue }
      let texts = files.values.flatMap { Self.tags($0, "/n/x.md") + Self.tags($0, "/n/x.org") }.map(\.text)
      if texts.contains(where: { $0 != Identity.fold($0) }) { continue }
      if files.values.contains(where: { String(decoding: $0, as: UTF8.self).contains("Work") }) { continue }
      backs += 1
      #expect(Self.rename(result.files, new, old).files == files)
    }
    #expect(renames > 100 && merges > 10 && backs > 10)
  }

  @Test func `any file is renamed right or left as it is`() throws {
    var random = Seeded(seed: 451)
    let parts = [
      "work", "Work", "#work", "#work/x", "tags:: ", "tags: ", "---\n", "+++\n", "- ", "\n", "\n\n", ", ", " ", "[",
      "]", "[[work]]",
      "[work, a]", "\"work\"", "'", "#+FILETAGS: ", "#+TAGS: ", "* x :work:a:\n", ":work:", "@book{x,\n keywords = {",
      "}",
      "\\keywords{", "\\begin{keyword}", "\\end{keyword}", "{\"keywords\": [\"work\", \"a\"]}", "Keywords: work, a\n",
      "To: work\n",
      "```\n", "`", "<!--", "-->", "tags = [\"work\"]\n", "tags:\n  - work\n  - a\n", "\t", "    ", "\r\n", "#job",
      "job", "\u{feff}",
    ]
    let names = ["job", "a b", "no", "x/y", "é", "tags", "a,b"]
    var (count, merges) = (0, 0)
    for _ in 0..<4000 {
      let (ending, base) = Self.file(&random)
      var text = base
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let place = text.indices.randomElement(using: &random) ?? text.startIndex
        text.insert(contentsOf: parts.randomElement(using: &random) ?? "", at: place)
      }
      let path = "/n/a" + ending
      let (old, new) = (
        try #require(TagName("work")), try #require(TagName(names.randomElement(using: &random) ?? "job"))
      )
      let bytes = Array(text.utf8)
      let result = Self.rename([path: bytes], old, new)
      guard let after = result.files[path], result.refused.isEmpty else {
        #expect(result.files[path] == bytes || !result.refused.isEmpty)
        continue
      }
      guard after != bytes else { continue }
      count += 1
      merges += result.merged
      func keys(_ bytes: [UInt8]) -> [String] {
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        return Self.tags(Array(bytes.dropFirst(mark)), path).map { tag in
          guard let match = old.match(tag.text, nests: tag.nests) else { return TagName(tag.text)?.key ?? tag.text }
          return Identity.fold(new.text + match.below)
        }
      }
      let message =
        "\(path) \(text.debugDescription) → \(new.text): \(String(decoding: after, as: UTF8.self).debugDescription)"
      if result.merged == 0 {
        #expect(keys(after) == keys(bytes), "\(message)")
      } else {
        #expect(Set(keys(after)) == Set(keys(bytes)), "\(message)")
      }
      #expect(Self.rename(result.files, old, new).changed.isEmpty, "\(message)")
    }
    #expect(count > 100 && merges > 5, "\(count) \(merges)")
  }

  /// A text without these names in any case, and without the backslash that TeX wants in one of them.
  private static func bare(_ bytes: [UInt8], _ names: [TagName]) -> String {
    var text = Identity.fold(String(decoding: bytes, as: UTF8.self)).replacing("\\", with: "")
    for name in names.sorted(by: { $0.key.utf8.count > $1.key.utf8.count }) {
      text = text.replacing(name.key, with: "")
    }
    return text
  }

  @Test func `the sieve drops no file in which a tag is read`() throws {
    var random = Seeded(seed: 99)
    var (held, dropped) = (0, 0)
    let tags = ["kiss", "Straße", "file", "it", "été", "привет", "a/b", "x1", "c++", "+", "strasse", "k"]
    for _ in 0..<4000 {
      let tag = try #require(TagName(tags.randomElement(using: &random) ?? "it"))
      let other = tags.randomElement(using: &random) ?? "it"
      let written = Self.disguised(other, &random)
      let texts: [(String, String)] = [
        (".md", "---\ntags: [\"\(written.escaped)\"]\n---\n"), (".md", "---\ntags: [\(written.plain)]\n---\n"),
        (".md", "#\(written.plain)\n"), (".org", "* x :\(written.plain):\n"),
        ("package.json", "{\"keywords\":[\"\(written.json)\"]}"),
        (".bib", "@book{x,\n keywords = {\(written.tex)}\n}\n"),
        (".eml", "To: a@x.org\nKeywords: =?utf-8?q?\(written.mail)?=\n\n"),
        (".md", "+++\ntags = [\"\"\"\(written.escaped)\"\"\"]\n+++\n"),
      ]
      let (ending, text) = texts.randomElement(using: &random) ?? (".md", "")
      let path = ending.hasPrefix(".") ? "/n/a\(ending)" : "/n/\(ending)"
      let finder = try #require(Finder.ofTags(path: path))
      let holds = Self.tags(Array(text.utf8), path).contains { tag.match($0.text, nests: $0.nests) != nil }
      let mayHold = TagSieve([tag]).mayHold(Array(text.utf8), finder)
      if holds { held += 1 }
      if !mayHold { dropped += 1 }
      #expect(mayHold || !holds, "\(tag.text) in \(text)")
    }
    #expect(held > 100 && dropped > 100)
  }

  /// A tag spelled in ways that mean the same: escapes, other letters, other cases, letters with their marks apart.
  private static func disguised(
    _ tag: String, _ random: inout Seeded
  ) -> (plain: String, escaped: String, json: String, tex: String, mail: String) {
    var (plain, escaped, json, tex, mail) = ("", "", "", "", "")
    let twins: [Unicode.Scalar: [Unicode.Scalar]] = ["k": ["\u{212a}", "K"], "s": ["\u{17f}", "S"]]
    for scalar in tag.unicodeScalars {
      let scalar = Bool.random(using: &random) ? scalar : twins[scalar]?.randomElement(using: &random) ?? scalar
      let hex = String(scalar.value, radix: 16)
      let four = String(repeating: "0", count: max(0, 4 - hex.utf8.count)) + hex
      plain.unicodeScalars.append(scalar)
      let isHidden = Int.random(in: 0..<3, using: &random) == 0
      escaped +=
        isHidden ? ["\\u\(four)", "\\\n  \(String(scalar))"].randomElement(using: &random) ?? "" : String(scalar)
      json += isHidden ? "\\u\(four)" : String(scalar)
      tex += isHidden ? "{\(scalar)}" : String(scalar)
      mail += String(scalar).utf8.map { byte in
        isHidden || byte >= 0x80 || !Character(Unicode.Scalar(byte)).isLetter
          ? "=" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) : String(Unicode.Scalar(byte))
      }.joined()
    }
    func folded(_ text: String) -> String {
      text.replacing("fi", with: "\u{fb01}").replacing("ss", with: "\u{df}")
    }
    return Bool.random(using: &random)
      ? (plain, escaped, json, tex, mail) : (folded(plain), folded(escaped), folded(json), folded(tex), mail)
  }

  @Test func `every letter that folds to one of ASCII is a disguise`() {
    let known = Dictionary(uniqueKeysWithValues: TagSieve.disguises.map { ($0.letter, $0.run) })
    for value in UInt32(0x80)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let run = Identity.fold(String(scalar)).utf8.filter { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
      guard !run.isEmpty else { continue }
      #expect(known[scalar].map { Array($0.utf8) } == run, "U+\(String(value, radix: 16))")
    }
  }
}

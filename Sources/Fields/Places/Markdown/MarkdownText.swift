/// A text in Markdown: front matter, properties of Logseq, then tags and mentions in the text.
struct MarkdownText {
  private(set) var fields: [Field] = []
  private(set) var faults: [Fault] = []

  /// What of a text is looked at.
  enum Parts {
    case all
    /// Running text alone.
    case inline
    /// Properties of Logseq alone.
    case properties
  }

  /// Reads a text.
  init(_ text: Text, _ options: FindingOptions, _ parts: Parts = .all) {
    var body = 0
    if parts == .all {
      let front = FrontMatter(text, options)
      (fields, faults, body) = (front.fields, front.faults, front.end)
    }
    let bytes = text.bytes(body..<text.count)
    let running = Self.runningText(in: text, from: body, options, fields)
    if parts != .properties,
      bytes.contains(where: { $0 == UInt8(ascii: "#") || $0 == Byte.at }) || running.surroundings.flavor == .colon
    {
      fields.append(running)
    }
    if parts != .inline { addProperties(bytes, body) }
  }

  /// The field of the tags and mentions in the text behind front matter, whether there are any or not.
  static func runningText(in text: Text, _ options: FindingOptions) -> Field {
    let front = FrontMatter(text, options)
    return runningText(in: text, from: front.end, options, front.fields)
  }

  private static func runningText(
    in text: Text, from body: Int, _ options: FindingOptions, _ front: [Field]
  ) -> Field {
    Field(
      name: "inline-tags", grammar: .inlineTags, range: body..<text.count, nameRange: body..<body,
      valueRange: body..<text.count,
      surroundings: Surroundings(flavor: options.flavor ?? front.first?.surroundings.flavor ?? .generic))
  }

  /// What stands before the text.
  private struct FrontMatter {
    var fields: [Field]
    var faults: [Fault]
    var end: Int

    init(_ text: Text, _ options: FindingOptions) {
      let yaml = YamlBlock(text, options)
      let toml = yaml.bodyStart == nil ? TomlBlock(text, options) : nil
      fields = yaml.fields + (toml?.fields ?? [])
      faults = yaml.faults + (toml?.faults ?? [])
      end = yaml.bodyStart ?? toml?.bodyStart ?? 0
    }
  }

  private mutating func addProperties(_ bytes: [UInt8], _ base: Int) {
    guard hasProperty(bytes) else { return }
    // Only a reader knows what is code.
    var reader = InlineReader(bytes, .logseq)
    reader.read()
    for line in reader.properties {
      guard let found = LogseqProperty.value(in: bytes, line: line) else { continue }
      fields.append(
        Field(
          name: "tags", grammar: .logseqTags, range: (found.name.lowerBound..<found.value.upperBound).shifted(by: base),
          nameRange: found.name.shifted(by: base), valueRange: found.value.shifted(by: base)))
    }
  }

  private func hasProperty(_ bytes: [UInt8]) -> Bool {
    let word = Array("ags::".utf8)
    return bytes.indices.contains { index in
      bytes[index] == UInt8(ascii: "a") && bytes[index...].starts(with: word)
        || bytes[index] == UInt8(ascii: "A") && bytes[index...].prefix(5).elementsEqual(word) { Byte.lowered($0) == $1 }
    }
  }
}

/// A text in Markdown: front matter, tags and mentions in the text, then properties of Logseq.
///
/// A change behind the front matter is read by its neighbourhood (`RunningText`).
package struct MarkdownText: Sendable {
  /// What front matter has.
  private let front: FrontMatter
  private let parts: Parts
  private let surroundings: Surroundings
  /// The text behind front matter.
  package private(set) var running: RunningText

  /// What of a text is looked at.
  enum Parts {
    case all
    /// Running text alone.
    case inline
    /// Properties of Logseq alone.
    case properties
  }

  /// Reads a text for a finder; nil for one of another format.
  package init?(_ text: Text, _ options: FindingOptions, for finder: Finder) {
    switch finder {
    case .markdown: self.init(text, options, .all)
    case .inlineText: self.init(text, options, .inline)
    case .logseq: self.init(text, options, .properties)
    default: return nil
    }
  }

  /// Reads a text, in parts of so many bytes at least.
  init(_ text: Text, _ options: FindingOptions, _ parts: Parts = .all, size: Int = 4096) {
    let front = parts == .all ? FrontMatter(text, options) : FrontMatter()
    self.parts = parts
    self.front = front
    surroundings = Self.surroundings(options, front.fields)
    running = RunningText(text, from: front.end, surroundings, size: size)
  }

  private static func surroundings(_ options: FindingOptions, _ front: [Field]) -> Surroundings {
    Surroundings(
      flavor: options.flavor ?? front.first?.surroundings.flavor ?? .generic, role: options.isMDX ? InlineTags.mdx : nil
    )
  }

  /// The field of the tags and mentions in the text behind front matter, whether there are any or not.
  static func runningText(in text: Text, _ options: FindingOptions) -> Field {
    let front = FrontMatter(text, options)
    return field(from: front.end, to: text.count, surroundings(options, front.fields))
  }

  private static func field(from start: Int, to end: Int, _ surroundings: Surroundings) -> Field {
    Field(
      name: "inline-tags", grammar: .inlineTags, range: start..<end, nameRange: start..<start, valueRange: start..<end,
      surroundings: surroundings)
  }

  /// All that was found.
  package var finding: Finding {
    var fields = front.fields
    if let field = runningField { fields.append(field) }
    fields += properties()
    return Finding(fields: fields, faults: front.faults, frame: 0..<running.start + running.count + 1)
  }

  /// The field of the running text; nil where nothing can be a tag.
  package var runningField: Field? {
    guard parts != .properties, running.hasSign || surroundings.flavor == .colon else { return nil }
    return Self.field(from: running.start, to: running.start + running.count, surroundings)
  }

  /// How many fields stand in front matter.
  package var frontCount: Int { front.fields.count }

  /// The fields of the properties of some numbers, or of all.
  package func properties(_ numbers: Range<Int>? = nil) -> [Field] {
    if parts == .inline { return [] }
    return running.properties(numbers).map { name, value in
      Field(
        name: "tags", grammar: .logseqTags, range: name.lowerBound..<value.upperBound, nameRange: name,
        valueRange: value)
    }
  }

  /// Whether a change leaves front matter as it was found, or its absence.
  package func isBehindFront(_ range: Range<Int>) -> Bool { range.lowerBound >= front.frameEnd }

  /// Takes a change behind front matter, and tells which properties were found anew.
  ///
  /// - Parameters:
  ///   - range: what was replaced, in bytes of the document before; `isBehindFront`.
  ///   - length: how many bytes came there.
  ///   - text: the document after the change.
  package mutating func replace(_ range: Range<Int>, length: Int, in text: Text) -> RunningText.Change {
    let change = running.replace(range, length: length, in: text)
    return parts == .inline ? RunningText.Change(before: 0..<0, after: 0..<0) : change
  }

  /// What stands before the text.
  private struct FrontMatter: Sendable {
    var fields: [Field] = []
    var faults: [Fault] = []
    var end = 0
    /// A change from there on bears on nothing of this.
    var frameEnd = 0

    init() {}

    init(_ text: Text, _ options: FindingOptions) {
      let yaml = YamlBlock(text, options)
      let toml = yaml.bodyStart == nil ? TomlBlock(text, options) : nil
      fields = yaml.fields + (toml?.fields ?? [])
      faults = yaml.faults + (toml?.faults ?? [])
      end = yaml.bodyStart ?? toml?.bodyStart ?? 0
      frameEnd = max(yaml.frameEnd, toml?.frameEnd ?? 0)
      // What rests on the end of the text does so wherever that comes to be.
      if frameEnd > text.count { frameEnd = .max }
    }
  }
}

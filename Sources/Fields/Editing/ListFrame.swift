/// How the list of a value is written, which is what its edits keep to.
package struct ListFrame: Equatable, Sendable {
  /// What stands between two entries.
  package enum Style: Equatable, Sendable {
    /// Separators that the reader marks: `a, b`.
    case separated
    /// Blanks: `@a @b`.
    case blanks
    /// Colons before, between and behind the entries: `:a:b:`.
    case colons
    /// Each entry has a line of its own, behind a dash.
    case lines
    /// Nothing, or one entry where a list should stand: brackets have to be written before there can be two.
    case bare
    /// One entry, and never another.
    case single
    /// Any text: each entry stands by itself.
    case text
    /// Something that no entry can be put into: a mapping, a macro, a reference to a list elsewhere.
    case closed
  }

  /// What stands between two entries.
  package var style: Style
  /// Bytes of the value in which entries may stand: within the brackets where there are some.
  var region: Range<Int>
  /// What stands before and behind the entries of a list that is written anew.
  var opening: [UInt8] = []
  var closing: [UInt8] = []
  /// What stands before and behind an entry that is looked at by itself, so that it reads as it does in the list.
  var before: [UInt8] = []
  var after: [UInt8] = []
  /// The quotes that every entry has; nil where there are no entries, or others.
  var quoting: Token.Quoting?

  /// A list whose separators the reader marks, and that has nothing around it.
  init(_ style: Style = .separated, region: Range<Int>) {
    self.style = style
    self.region = region
  }

  /// Whether what is typed behind a blank is another entry.
  var endsAtBlank: Bool { style == .blanks || style == .text }
}

extension ListFrame {
  /// Looks at how a value is written.
  ///
  /// - Parameters:
  ///   - value: the bytes.
  ///   - reading: what was read in them.
  ///   - grammar: the syntax.
  ///   - options: where the value stands.
  /// - Returns: the frame, for any bytes.
  static func of(
    _ value: [UInt8], _ reading: Reading, _ grammar: Grammar, _ options: ReadingOptions
  ) -> ListFrame {
    let whole = 0..<value.count
    var frame: ListFrame
    switch grammar {
    case .addressList: return ListFrame(region: whole)
    case .newsgroups, .keywords: frame = ListFrame(region: whole)
    case .attachments: frame = ListFrame(.single, region: whole)
    case .messageIDs, .owners: frame = ListFrame(.blanks, region: whole)
    case .trailers:
      frame = ListFrame(TrailerKey(options.field ?? "") == .people ? .separated : .single, region: whole)
    case .maintainers:
      let isSingle = options.field.map { $0 != "Uploaders" } ?? false
      frame = ListFrame(isSingle ? .single : .separated, region: whole)
    case .inlineTags: frame = ListFrame(.text, region: whole)
    case .orgTags: frame = org(value, options)
    case .yamlTags: frame = yaml(value, reading, options)
    case .tomlTags: frame = array(value, reading, .toml)
    case .jsonTags: frame = array(value, reading, .json)
    case .logseqTags:
      let isQuoted = reading.tokens.isEmpty && reading.faults.contains { $0.rule == .badType }
      frame = ListFrame(isQuoted ? .closed : .separated, region: whole)
    case .bibKeywords, .bibPersons: frame = bibliography(value)
    case .latexKeywords: frame = latex(value, options)
    case .custom:
      let syntax = options.surroundings.custom ?? CustomSyntax()
      frame = ListFrame(syntax.isText ? .text : syntax.isBlankSeparated(reading) ? .blanks : .separated, region: whole)
    }
    if let first = reading.tokens.first, first.quoting == .single || first.quoting == .double,
      reading.tokens.allSatisfy({ $0.quoting == first.quoting })
    {
      frame.quoting = first.quoting
    }
    return frame
  }

  private static func org(_ value: [UInt8], _ options: ReadingOptions) -> ListFrame {
    let whole = 0..<value.count
    var frame = ListFrame(.colons, region: whole)
    switch options.surroundings.role {
    case "TAGS": return ListFrame(.blanks, region: whole)
    case "FILETAGS":
      let isPlain = MailText.words(value).last.map { !value[$0].contains(Byte.colon) } ?? false
      if isPlain { return ListFrame(.blanks, region: whole) }
    default: break
    }
    (frame.before, frame.after) = ([Byte.colon], [Byte.colon])
    (frame.opening, frame.closing) = ([Byte.colon], [Byte.colon])
    return frame
  }

  /// The frame of what is written in brackets, or should be.
  private static func brackets(_ style: Style, _ region: Range<Int>) -> ListFrame {
    var frame = ListFrame(style, region: region)
    (frame.before, frame.after) = ([Byte.openBracket], [Byte.closeBracket])
    (frame.opening, frame.closing) = (frame.before, frame.after)
    return frame
  }

  private static func yaml(_ value: [UInt8], _ reading: Reading, _ options: ReadingOptions) -> ListFrame {
    var reader = YamlReader(value, options)
    reader.readValue()
    let whole = 0..<value.count
    switch reader.shape {
    case .flow(let open, let close): return brackets(.separated, open + 1..<(close ?? value.count))
    case .lines:
      var frame = brackets(.lines, whole)
      (frame.before, frame.after) = (Array("- ".utf8), [])
      return frame
    case .text(let isSplit) where isSplit && !reading.tokens.isEmpty: return ListFrame(.blanks, region: whole)
    case .reference: return ListFrame(.closed, region: whole)
    case .nothing, .text:
      let isPlain = reading.tokens.allSatisfy { $0.quoting != .block } && reading.tokens.count <= 1
      let isOther = reading.tokens.isEmpty && !reading.faults.isEmpty
      return isPlain && !isOther ? brackets(.bare, whole) : ListFrame(.closed, region: whole)
    }
  }

  private static func array(
    _ value: [UInt8], _ reading: Reading, _ dialect: ArrayText.Dialect
  ) -> ListFrame {
    let reader = ArrayReader(value, dialect)
    let whole = 0..<value.count
    if let open = reader.open { return brackets(.separated, open + 1..<(reader.close ?? value.count)) }
    // A bare word is a number, or nothing at all.
    let isText = reading.tokens.count == 1 && reading.tokens[0].quoting != .bare
    let isEmpty = reading.tokens.isEmpty && reading.faults.isEmpty
    return isText || isEmpty ? brackets(.bare, whole) : brackets(.closed, whole)
  }

  private static func bibliography(_ value: [UInt8]) -> ListFrame {
    let parts = BibKeywords.parts(of: value)
    var frame = ListFrame(.closed, region: 0..<value.count)
    (frame.opening, frame.closing) = ([UInt8(ascii: "{")], [UInt8(ascii: "}")])
    (frame.before, frame.after) = (frame.opening, frame.closing)
    if parts.isEmpty { frame.style = .bare }
    for case .literal(let range, _) in parts {
      (frame.style, frame.region) = (.separated, range)
      let isQuoted = range.lowerBound > 0 && value[range.lowerBound - 1] == Byte.quote
      if isQuoted { (frame.before, frame.after) = ([Byte.quote], [Byte.quote]) }
      break
    }
    return frame
  }

  private static func latex(_ value: [UInt8], _ options: ReadingOptions) -> ListFrame {
    var frame = ListFrame(region: 0..<value.count)
    (frame.before, frame.after) = ([UInt8(ascii: "{")], [UInt8(ascii: "}")])
    guard options.surroundings.role != "environment" else { return frame }
    guard let start = value.firstIndex(where: { !MailText.isSpace($0) }), value[start] == UInt8(ascii: "{") else {
      frame.style = .closed
      return frame
    }
    let end = LatexKeywords.argumentEnd(value, start).map { $0 - 1 } ?? value.count
    frame.region = start + 1..<max(start + 1, end)
    return frame
  }
}

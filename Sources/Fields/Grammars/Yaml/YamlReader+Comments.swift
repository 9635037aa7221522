// Comments that a person meant as tags.

extension YamlReader {
  /// A `#word` behind the key is meant as a tag, and nothing is listed: `tags: #work`.
  mutating func reportComment() {
    let start = skipBlanks(0, bytes.count)
    guard isComment(start), start + 1 < bytes.count,
      let (scalar, _) = Characters.scalar(bytes, at: start + 1, before: bytes.count), TagRules.isTag(scalar)
    else { return }
    let end = trimmedEnd(start, lineEnd(start))
    list.report(.emptyItem, start..<end, detail: "comment", severity: .warning)
  }
}

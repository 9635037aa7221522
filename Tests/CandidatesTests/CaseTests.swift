import Candidates
import Foundation
import Testing

/// The shared cases of address books: where each entry stands, what it says, and what is reported.
@Suite struct CaseTests {
  @Test func allAgree() throws {
    let text = String(decoding: try Books.bytes("cases.jsonl"), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 32)
    for line in lines {
      let json = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      try check(json)
    }
  }

  private func check(_ json: [String: Any]) throws {
    let id = try #require(json["id"] as? String)
    let kind = try #require(json["kind"] as? String).dropFirst("source-".count)
    let format = try #require(SourceFormat(rawValue: String(kind)))
    let bytes = Array(try #require(json["text"] as? String).utf8)
    let options = json["opts"] as? [String: Any]
    let found = format.entries(
      in: bytes, skipFirst: options?["skipFirst"] as? Bool ?? false, mailboxes: simpleMailboxes)
    let wanted = try #require(json["tokens"] as? [[String: Any]])
    #expect(found.entries.count == wanted.count, "\(id)")
    for (entry, want) in zip(found.entries, wanted) {
      let got = describe(entry, in: bytes)
      for (key, value) in want {
        #expect(got[key] == "\(value)", "\(id): \(key)")
      }
    }
    let faults = try #require(json["diagnostics"] as? [[String: Any]])
    let wantedFaults = faults.map { "\($0["code"] ?? "") \($0["start"] ?? "") \($0["end"] ?? "")" }
    #expect(
      found.faults.map { "\($0.rule.rawValue) \($0.range.lowerBound) \($0.range.upperBound)" } == wantedFaults, "\(id)")
  }

  /// An entry under the names that the cases use.
  private func describe(_ entry: SourceEntry, in bytes: [UInt8]) -> [String: String] {
    var result = [
      "text": String(decoding: bytes[entry.range], as: UTF8.self), "display": entry.display, "value": entry.value,
      "start": "\(entry.range.lowerBound)", "end": "\(entry.range.upperBound)",
    ]
    result["alias"] = entry.alias
    result["member"] = entry.member
    result["comment"] = entry.comment
    result["note"] = entry.note
    if entry.isReference { result["ref"] = "\(NSNumber(true))" }
    if !entry.nicknames.isEmpty { result["nick"] = "\(entry.nicknames)" }
    if let nickname = entry.nickname { result["nick"] = nickname }
    result["old"] = entry.old
    if let frequency = entry.frequency { result["freq"] = "\(frequency)" }
    if !entry.types.isEmpty { result["types"] = "\(entry.types)" }
    if !entry.groups.isEmpty { result["groups"] = "\(entry.groups)" }
    if entry.isPreferred { result["pref"] = "\(NSNumber(true))" }
    if let preference = entry.preference { result["pref"] = "\(preference)" }
    return result
  }
}

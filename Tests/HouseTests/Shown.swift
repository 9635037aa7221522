import Foundation
import LanguageServer
import Testing
import Wire

/// A transcript as a document: its messages, and which answer belongs to which request.
struct Shown: CustomTestStringConvertible {
  /// A message, with its line from 1.
  struct Message {
    var line: Int
    var isOfClient: Bool
    var json: JSON
  }

  /// A request with its answer.
  struct Exchange {
    var method: String
    var answer: JSON
  }

  var path: String
  var lines: [String]

  init(path: String, lines: [String]) {
    self.path = path
    self.lines = lines
  }

  init(_ path: String) {
    self.init(path: path, lines: House.text(path).split(separator: "\n").map(String.init))
  }

  var testDescription: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The messages that are JSON objects; what else a client sends is refused, which is shown by the answer.
  var messages: [Message] {
    lines.enumerated().compactMap { index, line in
      guard let isOfClient = ["-->": true, "++>": true, "<--": false][line.prefix(3)],
        let json = try? JSON.parse(Array(line.dropFirst(4).utf8)), case .object = json
      else { return nil }
      return Message(line: index + 1, isOfClient: isOfClient, json: json)
    }
  }

  /// Each request with its answer, where it has one.
  var exchanges: [Exchange] {
    messages.compactMap { message in
      guard message.isOfClient, let method = message.json["method"]?.text, let answer = answer(to: message) else {
        return nil
      }
      return Exchange(method: method, answer: answer.json)
    }
  }

  private func answer(to request: Message) -> Message? {
    guard let id = request.json["id"] else { return nil }
    return messages.first {
      !$0.isOfClient && $0.line > request.line && $0.json["id"] == id && $0.json["method"] == nil
    }
  }

  /// What does not keep to the schema.
  ///
  /// A client may send what cannot be read: then the answer must be an error, and for a notification the first remark of
  /// the transcript must say so in these words.
  func faults(_ schema: Schema) -> [String] {
    messages.flatMap { message in
      (message.isOfClient ? sent(message, schema) : received(message, schema)).map { "line \(message.line): \($0)" }
    }
  }

  private func sent(_ message: Message, _ schema: Schema) -> [String] {
    guard let method = message.json["method"]?.text else { return [] }
    if message.json["id"] != nil {
      if answer(to: message)?.json["error"] != nil { return [] }
      guard let row = schema.method(method, in: "requests") else { return ["unknown method \(method)"] }
      // `null` counts as absent.
      guard let params = message.json["params"], params != .null else {
        return schema.faults(Optional<JSON>.none, row["params"], at: "params")
      }
      return schema.faults(params, row["params"], at: "params")
    }
    // Notifications that nobody knows are passed over.
    guard let row = schema.method(method, in: "notifications") else { return [] }
    return isAboutWrongOnes ? [] : schema.faults(message.json["params"], row["params"], at: "params")
  }

  private var isAboutWrongOnes: Bool { lines.first?.contains("cannot be read") == true }

  private func received(_ message: Message, _ schema: Schema) -> [String] {
    if let method = message.json["method"]?.text {
      let section = message.json["id"] == nil ? "notifications" : "requests"
      guard let row = schema.method(method, in: section) else { return ["unknown method \(method)"] }
      return schema.faults(message.json["params"], row["params"], at: "params")
    }
    if let error = message.json["error"] {
      let isError = error["code"]?.whole != nil && error["message"]?.text?.isEmpty == false
      return isError ? [] : ["no error that a client could show"]
    }
    let request = messages.last {
      $0.isOfClient && $0.line < message.line && $0.json["id"] == message.json["id"] && $0.json["method"] != nil
    }
    guard let method = request?.json["method"]?.text, let row = schema.method(method, in: "requests") else {
      return ["answers nothing"]
    }
    return schema.faults(message.json["result"], row["result"], at: "result")
  }

  /// The codes of all findings in messages of the session.
  var codes: [String] {
    func codes(_ json: JSON) -> [String] {
      switch json {
      case .array(let elements): elements.flatMap(codes)
      case .object(let members):
        members.flatMap { codes($0.value) }
          + (json["severity"] != nil ? [json["code"]?.text].compactMap { $0 } : [])
      default: []
      }
    }
    return messages.filter { !$0.isOfClient }.flatMap { codes($0.json) }
  }

  /// The paths of all settings that are set, by the client or at the start.
  var settings: [[String]] {
    var trees = messages.filter(\.isOfClient).compactMap { message -> JSON? in
      let params = message.json["params"]
      return params?["initializationOptions"] ?? params?["settings"]?["tokenfield"] ?? params?["settings"]
    }
    var paths: [[String]] = []
    for line in lines where line.hasPrefix("==> startup ") {
      guard let start = try? JSON.parse(Array(line.dropFirst("==> startup ".count).utf8)) else { continue }
      let configuration = start["configuration"]?.text ?? "{}"
      if let tree = try? Commented.parse(Array(configuration.utf8)) { trees.append(tree) }
      let assignments = (start["set"]?.elements ?? []).compactMap(\.text)
      paths += assignments.map { $0.prefix { $0 != "=" }.split(separator: ".").map(String.init) }
    }
    func leaves(_ tree: JSON, _ path: [String]) -> [[String]] {
      guard case .object(let members) = tree else { return [path] }
      return members.flatMap { leaves($0.value, path + [$0.key]) }
    }
    return paths + trees.flatMap { leaves($0, []) }
  }
}

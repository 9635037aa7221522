import LanguageServer
import Wire

extension Shell {
  /// `tokenfield request`: one request of the protocol, run once.
  mutating func request(_ arguments: Arguments) throws(Stop) -> Outcome {
    let method = arguments.operands[0]
    guard RequestMethod(rawValue: method) != nil else {
      let near = Spelling.nearest(method, among: RequestMethod.allCases.map(\.rawValue))
      throw .usage("request: unknown method \(method)\(near.map { "; did you mean \($0)?" } ?? "")")
    }
    var params: JSON?
    if arguments.operands.count > 1 {
      do throws(JSONFault) {
        params = try JSON.parse(Array(arguments.operands[1].utf8))
      } catch {
        throw .usage("request: PARAMS: \(error.reason) at byte \(error.offset)")
      }
    }
    let startup = try startup(arguments)
    var script: Script
    if method == RequestMethod.initialize.rawValue {
      script = Script(startup, in: world)
      params = params ?? Script.parameters
    } else {
      script = .begun(startup, in: world)
    }
    if let path = arguments.value(.open) {
      let draft = try draft(path, arguments)
      script.open(draft.uri, language: draft.language, text: draft.bytes)
      params = Self.naming(draft.uri, in: params)
    }
    complain(of: script)
    switch script.request(method, params) {
    case .success(let result):
      print(result)
      return .well
    case .failure(let error):
      throw error.code == -32602
        ? .usage("request: \(method): \(error.message)") : .failure("\(method): \(error.message) (\(error.code))")
    }
  }

  /// Parameters that name a document.
  private static func naming(_ uri: String, in params: JSON?) -> JSON {
    let name = JSON.Member(key: "textDocument", value: ["uri": .string(uri), "version": 1])
    switch params {
    case nil, .some(.null): return .object([name])
    case .some(.object(let members)) where !members.contains(where: { $0.key == name.key }):
      return .object([name] + members)
    case .some(let other): return other
    }
  }
}

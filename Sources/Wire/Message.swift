/// What ties a response to its request.
///
/// LSP has integers and strings. A number that is whole but written otherwise (`1.0`) is the integer, which a client
/// compares as equal; a fraction, `null` and all else are no id.
package enum RequestID: Hashable, Sendable {
  /// A whole number.
  case integer(Int)
  /// A string, the same only byte by byte.
  case string(String)

  /// The id as it stands in a message.
  package var json: JSON {
    switch self {
    case .integer(let number): .integer(number)
    case .string(let text): .string(text)
    }
  }

  /// The id that a value is, nil where it is none.
  package init?(_ value: JSON) {
    if let number = value.whole {
      self = .integer(number)
    } else if case .string(let text) = value {
      self = .string(text)
    } else {
      return nil
    }
  }

  /// Whether two ids are the same, strings byte by byte.
  package static func == (one: RequestID, other: RequestID) -> Bool { one.json == other.json }
}

/// A body that is no message.
package struct Refusal: Error, Equatable, Sendable {
  /// The id to answer under; nil (`null`) where none could be read.
  package var id: RequestID?
  /// What to answer.
  package var error: ResponseError
  /// Whether the sender waits for an answer: not after a notification or a response that cannot be read.
  package var wantsAnswer: Bool

  /// A refusal, by default one that is answered.
  package init(id: RequestID?, error: ResponseError, wantsAnswer: Bool = true) {
    self.id = id
    self.error = error
    self.wantsAnswer = wantsAnswer
  }
}

/// One JSON-RPC message, [JSON-RPC 2.0](https://www.jsonrpc.org/specification) as LSP 3.17 narrows it.
package enum Message: Equatable, Sendable {
  /// Asks for exactly one response.
  case request(id: RequestID, method: String, params: JSON?)
  /// Asks for nothing.
  case notification(method: String, params: JSON?)
  /// Answers a request; with an error where there is one, else with the result (nil is written as `null`).
  case response(id: RequestID?, result: JSON?, error: ResponseError?)

  /// The message of a body, or how to refuse it.
  ///
  /// No JSON: −32700 with id `null`. A batch, another value than an object, a `jsonrpc` other than `"2.0"`, an id that
  /// is none, a method that is no string, an id without method, result or error, params that are neither object nor
  /// array, an error object without integer code and string message: −32600. A missing `jsonrpc` and unknown members
  /// are let pass, `params: null` and `error: null` count as absent.
  package static func read(_ body: [UInt8]) -> Result<Message, Refusal> {
    let value: JSON
    do throws(JSONFault) {
      value = try JSON.parse(body)
    } catch {
      let reason = "not JSON at byte \(error.offset): \(error.reason)"
      return .failure(Refusal(id: nil, error: .parseError(reason)))
    }
    do throws(Refusal) {
      return .success(try Message(value))
    } catch {
      return .failure(error)
    }
  }

  private init(_ value: JSON) throws(Refusal) {
    if case .array = value { throw Refusal(id: nil, error: .invalidRequest("batches are not read")) }
    guard case .object = value else {
      throw Refusal(id: nil, error: .invalidRequest("expected a message, an object"))
    }
    let id = value["id"].flatMap { RequestID($0) }
    let isCall = value["method"] != nil
    let isResponse = !isCall && (value["result"] != nil || value["error"] != nil)
    let wantsAnswer = value["id"] != nil ? !isResponse : !(isCall || isResponse)
    func refusal(_ reason: String) -> Refusal {
      Refusal(id: isResponse ? nil : id, error: .invalidRequest(reason), wantsAnswer: wantsAnswer)
    }
    if let version = value["jsonrpc"], version != "2.0" { throw refusal("expected \"2.0\" at jsonrpc") }
    if let written = value["id"], id == nil, !(isResponse && written == .null) {
      throw refusal("expected an integer or a string at id")
    }
    if let method = value["method"] {
      guard case .string(let method) = method else { throw refusal("expected a string at method") }
      let params: JSON?
      switch value["params"] {
      case nil, .null: params = nil
      case .some(.object), .some(.array): params = value["params"]
      default: throw refusal("expected an object or an array at params")
      }
      if let id {
        self = .request(id: id, method: method, params: params)
      } else {
        self = .notification(method: method, params: params)
      }
      return
    }
    guard isResponse, value["id"] != nil else { throw refusal("neither a request nor a response") }
    switch value["error"] {
    case nil, .null: self = .response(id: id, result: value["result"] ?? .null, error: nil)
    case .some(let error):
      guard let code = error["code"]?.whole, case .string(let text) = error["message"] else {
        throw refusal("expected an integer code and a string message at error")
      }
      self = .response(id: id, result: nil, error: ResponseError(code: code, message: text, data: error["data"]))
    }
  }

  /// The body of the message, without a header.
  package func write() -> [UInt8] {
    var members: [JSON.Member] = [.init(key: "jsonrpc", value: "2.0")]
    switch self {
    case .request(let id, let method, let params):
      members.append(.init(key: "id", value: id.json))
      members.append(.init(key: "method", value: .string(method)))
      if let params { members.append(.init(key: "params", value: params)) }
    case .notification(let method, let params):
      members.append(.init(key: "method", value: .string(method)))
      if let params { members.append(.init(key: "params", value: params)) }
    case .response(let id, let result, let error):
      members.append(.init(key: "id", value: id?.json ?? .null))
      if let error {
        var parts: [JSON.Member] = [
          .init(key: "code", value: .integer(error.code)), .init(key: "message", value: .string(error.message)),
        ]
        if let data = error.data { parts.append(.init(key: "data", value: data)) }
        members.append(.init(key: "error", value: .object(parts)))
      } else {
        members.append(.init(key: "result", value: result ?? .null))
      }
    }
    var output: [UInt8] = []
    JSON.object(members).print(into: &output)
    return output
  }
}

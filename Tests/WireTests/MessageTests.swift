import Testing
import Wire

/// What bodies mean, and how those that mean nothing are refused.
@Suite struct MessageTests {
  private func check(_ body: String, _ message: Message, at place: SourceLocation = #_sourceLocation) {
    #expect(Message.read(Array(body.utf8)) == .success(message), sourceLocation: place)
  }

  private func refuse(
    _ body: String, _ code: Int, id: RequestID? = nil, _ reason: String, wantsAnswer: Bool = true,
    at place: SourceLocation = #_sourceLocation
  ) {
    let refusal = Refusal(id: id, error: ResponseError(code: code, message: reason), wantsAnswer: wantsAnswer)
    #expect(Message.read(Array(body.utf8)) == .failure(refusal), sourceLocation: place)
  }

  @Test func calls() {
    check(
      #"{"jsonrpc":"2.0","id":1,"method":"a","params":{"b":[]}}"#,
      .request(id: .integer(1), method: "a", params: ["b": []]))
    check(
      #"{"params":[1],"method":"a","id":"x","jsonrpc":"2.0"}"#, .request(id: .string("x"), method: "a", params: [1]))
    check(#"{"id":-3,"method":"a"}"#, .request(id: .integer(-3), method: "a", params: nil))
    check(#"{"jsonrpc":"2.0","id":1.0,"method":"a"}"#, .request(id: .integer(1), method: "a", params: nil))
    check(#"{"jsonrpc":"2.0","id":"1","method":"a"}"#, .request(id: .string("1"), method: "a", params: nil))
    check(#"{"jsonrpc":"2.0","id":1,"method":"a","params":null}"#, .request(id: .integer(1), method: "a", params: nil))
    check(#"{"jsonrpc":"2.0","method":"a"}"#, .notification(method: "a", params: nil))
    check(#"{"jsonrpc":"2.0","method":"a","params":null}"#, .notification(method: "a", params: nil))
    check(#"{"jsonrpc":"2.0","method":"a","params":{},"more":1}"#, .notification(method: "a", params: [:]))
  }

  @Test func responses() {
    check(#"{"jsonrpc":"2.0","id":1,"result":null}"#, .response(id: .integer(1), result: .null, error: nil))
    check(#"{"jsonrpc":"2.0","id":1,"result":[2],"error":null}"#, .response(id: .integer(1), result: [2], error: nil))
    check(
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#,
      .response(id: nil, result: nil, error: .parseError("m")))
    check(
      #"{"jsonrpc":"2.0","id":"a","result":null,"error":{"code":1,"message":"m","data":[0]}}"#,
      .response(id: .string("a"), result: nil, error: ResponseError(code: 1, message: "m", data: [0])))
  }

  @Test func refused() {
    refuse("", -32700, "not JSON at byte 0: the text ends too early")
    refuse("{\"id\":1,", -32700, "not JSON at byte 8: the text ends too early")
    refuse("{\"id\":01}", -32700, "not JSON at byte 7: a number does not start with 0")
    refuse("[]", -32600, "batches are not read")
    refuse(#"[{"jsonrpc":"2.0","id":1,"method":"a"}]"#, -32600, "batches are not read")
    refuse("1", -32600, "expected a message, an object")
    refuse("{}", -32600, "neither a request nor a response")
    refuse(#"{"jsonrpc":"2.0","id":1}"#, -32600, id: .integer(1), "neither a request nor a response")
    refuse(#"{"jsonrpc":"1.0","id":1,"method":"a"}"#, -32600, id: .integer(1), "expected \"2.0\" at jsonrpc")
    refuse(#"{"jsonrpc":2.0,"id":1,"method":"a"}"#, -32600, id: .integer(1), "expected \"2.0\" at jsonrpc")
    for id in ["null", "1.5", "true", "[]", "{}", "1e400"] {
      refuse(#"{"jsonrpc":"2.0","id":\#(id),"method":"a"}"#, -32600, "expected an integer or a string at id")
    }
    refuse(#"{"jsonrpc":"2.0","id":"q","method":7}"#, -32600, id: .string("q"), "expected a string at method")
    for params in ["1", "\"a\"", "true", "1.5"] {
      refuse(
        #"{"jsonrpc":"2.0","id":2,"method":"a","params":\#(params)}"#, -32600, id: .integer(2),
        "expected an object or an array at params")
    }
  }

  @Test func refusedWithoutAnswer() {
    refuse(
      #"{"jsonrpc":"2.0","method":"a","params":1}"#, -32600, "expected an object or an array at params",
      wantsAnswer: false)
    refuse(#"{"jsonrpc":"2.0","method":null}"#, -32600, "expected a string at method", wantsAnswer: false)
    refuse(#"{"jsonrpc":"2.0","result":1}"#, -32600, "neither a request nor a response", wantsAnswer: false)
    for error in ["1", "{}", #"{"code":"a","message":"m"}"#, #"{"code":1}"#, #"{"code":1.5,"message":"m"}"#] {
      refuse(
        #"{"jsonrpc":"2.0","id":1,"error":\#(error)}"#, -32600,
        "expected an integer code and a string message at error", wantsAnswer: false)
    }
  }

  @Test func written() {
    let table: [(Message, String)] = [
      (
        .request(id: .integer(1), method: "a", params: ["b": 1]),
        #"{"jsonrpc":"2.0","id":1,"method":"a","params":{"b":1}}"#
      ),
      (.request(id: .string("x"), method: "a", params: nil), #"{"jsonrpc":"2.0","id":"x","method":"a"}"#),
      (.notification(method: "a", params: []), #"{"jsonrpc":"2.0","method":"a","params":[]}"#),
      (.response(id: .integer(1), result: .null, error: nil), #"{"jsonrpc":"2.0","id":1,"result":null}"#),
      (
        .response(id: nil, result: nil, error: .parseError("m")),
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#
      ),
      (
        .response(id: .integer(2), result: nil, error: ResponseError(code: 3, message: "\"", data: [:])),
        #"{"jsonrpc":"2.0","id":2,"error":{"code":3,"message":"\"","data":{}}}"#
      ),
    ]
    for (message, body) in table {
      #expect(String(decoding: message.write(), as: UTF8.self) == body)
      #expect(Message.read(message.write()) == .success(message))
    }
    let empty = Message.response(id: .integer(1), result: nil, error: nil)
    #expect(String(decoding: empty.write(), as: UTF8.self) == #"{"jsonrpc":"2.0","id":1,"result":null}"#)
  }

  @Test func idsAreTheSameByteByByte() {
    #expect(RequestID.string("\u{E9}") != .string("e\u{301}"))
    #expect(RequestID.string("1") != .integer(1))
    #expect(Set([RequestID.integer(1), .integer(1), .string("a"), .string("a")]).count == 2)
  }

  @Test func codes() {
    let codes = [
      ResponseError.parseError(""), .invalidRequest(""), .methodNotFound(""), .invalidParams(""), .internalError(""),
      .serverNotInitialized(""), .contentModified(""), .requestCancelled(""), .requestFailed(""),
    ].map(\.code)
    #expect(codes == [-32700, -32600, -32601, -32602, -32603, -32002, -32801, -32800, -32803])
  }
}

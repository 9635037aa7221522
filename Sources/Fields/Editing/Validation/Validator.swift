/// One rule that the content of a token has to keep.
package enum Validator: Equatable, Sendable {
  /// Something else than white space.
  case nonEmpty
  /// An address by RFC 5322 with a domain.
  case email
  /// An address by the regular expression that this project's ancestor had.
  case emailSeed
  /// A phone number: digits, with blanks, dots, hyphens and parentheses between them, and perhaps a plus before.
  case phone
  /// A text that a pattern matches as a whole.
  case pattern(Pattern)
  /// As many characters, as people count them.
  case minLength(Int)
  case maxLength(Int)
  /// Characters of a class only.
  case charset(ScalarClass, named: String)
  /// One of these, however it is spelled.
  case oneOf([String])
  /// None of these.
  case noneOf([String])
  /// One of several rules is enough.
  case anyOf([Validator])

  /// The names of the validators in settings.
  package enum Name: String, CaseIterable, Sendable {
    case nonEmpty, email, phone, pattern, minLength, maxLength, charset, oneOf, noneOf, anyOf
    case emailSeed = "email-seed"
  }

  /// Makes a validator of what a user wrote; nil, with the problem in words, for what cannot be used.
  init?(_ step: RuleStep, problems: inout [String]) {
    guard let name = Name(rawValue: step.name) else {
      let known = Name.allCases.map(\.rawValue).joined(separator: ", ")
      problems.append("unknown validator \(step.name); expected one of \(known)")
      return nil
    }
    func due(_ what: String) -> Validator? {
      problems.append("\(name.rawValue): expected \(what)")
      return nil
    }
    let lengths = 1...100_000
    var made: Validator?
    switch name {
    case .nonEmpty: made = .nonEmpty
    case .email: made = .email
    case .emailSeed: made = .emailSeed
    case .phone: made = .phone
    case .pattern:
      guard let text = step.text else {
        made = due("a pattern")
        break
      }
      do throws(Pattern.Fault) {
        made = .pattern(try Pattern(text))
      } catch {
        made = due("a pattern, but at character \(error.place) \(error.words)")
      }
    case .minLength: made = step.number(in: lengths).map { .minLength($0) } ?? due("a number from 1 to 100000")
    case .maxLength: made = step.number(in: lengths).map { .maxLength($0) } ?? due("a number from 1 to 100000")
    case .charset:
      guard let text = step.text else {
        made = due("ascii or a class")
        break
      }
      do throws(Pattern.Fault) {
        made = .charset(text == "ascii" ? .ascii : try PatternParser.scalarClass(text), named: text)
      } catch {
        made = due("ascii or a class, but at character \(error.place) \(error.words)")
      }
    case .oneOf: made = step.list.map { .oneOf($0) } ?? due("a list")
    case .noneOf: made = step.list.map { .noneOf($0) } ?? due("a list")
    case .anyOf:
      guard case .steps(let steps) = step.argument else {
        made = due("validators")
        break
      }
      let choices = steps.compactMap { Validator($0, problems: &problems) }
      made = choices.isEmpty ? nil : .anyOf(choices)
    }
    guard let made else { return nil }
    self = made
  }
}

/// Why a text is not valid: the reason of the closed set, and words for people.
package struct Invalidity: Equatable, Sendable {
  /// One of the closed set.
  package var reason: Reason
  /// What is wrong, to stand behind the text and a colon: `fewer than 3 characters`.
  package var words: String
  /// Whether no further typing at the end can make the text valid.
  package var isFinal = false
}

extension Validator {
  /// Why a text breaks this rule; nil for one that keeps it, and for lists, whose keys `Judge` knows.
  func invalidity(of text: String) -> Invalidity? {
    switch self {
    case .nonEmpty:
      return text.contains { !$0.isWhitespace } ? nil : Invalidity(reason: .empty, words: "it is empty")
    case .email:
      return Self.isAddress(text) ? nil : Invalidity(reason: .syntax, words: "it is no mail address")
    case .emailSeed:
      let isAddress = Self.seed?.matches(text) ?? false
      return isAddress ? nil : Invalidity(reason: .syntax, words: "it is no mail address of the plain kind")
    case .phone:
      return Self.isPhone(text) ? nil : Invalidity(reason: .syntax, words: "it is no phone number")
    case .pattern(let pattern):
      return pattern.matches(text)
        ? nil : Invalidity(reason: .pattern, words: "it does not match \(pattern.source)")
    case .minLength(let least):
      return text.count >= least ? nil : Invalidity(reason: .tooShort, words: "fewer than \(least) characters")
    case .maxLength(let most):
      return text.count <= most
        ? nil : Invalidity(reason: .tooLong, words: "more than \(most) characters", isFinal: true)
    case .charset(let allowed, let name):
      guard let odd = text.unicodeScalars.first(where: { !allowed.contains($0) }) else { return nil }
      return Invalidity(reason: .pattern, words: "“\(odd)” is not of \(name)", isFinal: true)
    case .anyOf(let choices):
      let all = choices.map { $0.invalidity(of: text) }
      if all.contains(nil) { return nil }
      let words = all.compactMap { $0?.words }.joined(separator: ", and ")
      return all.first?.map {
        Invalidity(reason: $0.reason, words: words, isFinal: all.allSatisfy { $0?.isFinal ?? true })
      }
    case .oneOf, .noneOf:
      return nil
    }
  }

  private static let seed = try? Pattern(#"^[+\w\.\-']+@[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)*(\.[a-zA-Z]{2,})+$"#)

  /// Whether a text is exactly one address, in no form that may be read only.
  private static func isAddress(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let reading = Grammar.addressList.read(bytes, ReadingOptions())
    guard reading.tokens.count == 1, reading.groups.isEmpty, let token = reading.tokens.first, token.form == .address,
      token.range == 0..<bytes.count, token.name == nil, token.angle == nil, token.comment == nil
    else { return false }
    return !reading.faults.contains {
      $0.severity == .error || $0.severity == .warning || $0.rule == .obsoleteSyntax
    }
  }

  private static func isPhone(_ text: String) -> Bool {
    var digits = 0
    var isOpen = false
    for (place, scalar) in text.unicodeScalars.enumerated() {
      switch scalar {
      case "0"..."9": digits += 1
      case "+": if place > 0 { return false }
      case "(":
        if isOpen { return false }
        isOpen = true
      case ")":
        if !isOpen { return false }
        isOpen = false
      case " ", "-", ".", "/", "\u{a0}": if place == 0 { return false }
      default: return false
      }
    }
    // ITU-T E.164 has 15 digits at most; the shortest numbers that people are reached by have three.
    return (3...15).contains(digits) && !isOpen
  }
}

// Which words of TeX can be put into a list that somebody else has written.

extension TexText {
  /// Whether a text of TeX does nothing beyond itself, wherever it is put: its braces and formulas close, nothing in it is
  /// a comment, and each of its commands is known to set a sign or to hold what its braces hold.
  ///
  /// The commands are a list of allowed ones. Any other name can be a macro of the paper that ends the list or defines
  /// something, and a command that is spelled as a text is seen and mended at once.
  ///
  /// - Parameter text: what is to be an entry.
  /// - Returns: true for a text without anything of TeX.
  static func isPlain(_ text: String) -> Bool {
    var scan = PlainScan(bytes: Array(text.utf8))
    return scan.isPlain()
  }

  /// Letters, signs and names that take nothing that follows.
  static let signs: Set<String> = Set(
    """
    LaTeX LaTeXe TeX BibTeX XeTeX XeLaTeX LuaTeX LuaLaTeX dots ldots cdots dag ddag S P copyright pounds slash \
    textregistered texttrademark textcopyright textdegree textmu textbar textless textgreater textbullet textquoteleft \
    textquoteright textquotesingle textquotedblleft textquotedblright textellipsis texteuro thinspace quad \
    alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi rho varrho \
    sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega \
    infty partial nabla ell hbar Re Im aleph emptyset varnothing forall exists neg prime pm mp times div cdot ast star \
    circ bullet oplus ominus otimes wedge vee cap cup setminus leq geq le ge ne neq equiv sim simeq approx cong propto \
    ll gg subset supset subseteq supseteq in notin ni mid parallel perp to rightarrow leftarrow leftrightarrow \
    Rightarrow Leftarrow Leftrightarrow mapsto iff implies sum prod int oint lim log ln exp sin cos tan min max sup inf \
    det dim ker langle rangle lfloor rfloor lceil rceil vert Vert sharp flat natural
    """.split { $0 == " " || $0 == "\n" }.map(String.init))

  /// Commands that set what stands in the braces behind them.
  static let wrappers: Set<String> = Set(
    """
    emph textit textbf textsc texttt textrm textsf textsl textup textmd textnormal textsuperscript textsubscript \
    underline mbox text ensuremath ce mathbb mathcal mathbf mathrm mathit mathsf mathtt mathfrak mathscr boldsymbol bm \
    operatorname sqrt overline hat bar tilde vec dot ddot widehat widetilde
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}

/// One walk through a text of TeX.
private struct PlainScan {
  let bytes: [UInt8]
  /// How many braces are open, and at which of them a formula in `$` or in `\(` began.
  private var (depth, dollar, paren): (Int, Int?, Int?) = (0, nil, nil)

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func isPlain() -> Bool {
    var i = 0
    while i < bytes.count {
      switch bytes[i] {
      case Byte.percent: return false
      case Byte.backslash:
        guard let end = command(i) else { return false }
        i = end
        continue
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth < max(dollar ?? 0, paren ?? 0) { return false }
      case UInt8(ascii: "$"):
        if let start = dollar {
          guard start == depth else { return false }
          dollar = nil
        } else {
          // Two of them begin a formula on lines of its own.
          guard paren == nil, i + 1 < bytes.count, bytes[i + 1] != bytes[i] else { return false }
          dollar = depth
        }
      default: break
      }
      i += 1
    }
    return depth == 0 && dollar == nil && paren == nil
  }

  /// The offset behind a command that does no harm; nil for any other.
  private mutating func command(_ start: Int) -> Int? {
    guard start + 1 < bytes.count else { return nil }
    let end = TexText.commandEnd(bytes, start, bytes.count)
    let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
    if TexText.accents[name] != nil || TexText.wrappers.contains(name) {
      // Without anything to take, it would take the separator or the brace behind the text.
      let next = bytes[end...].first { !Byte.isBlank($0) }
      let isWrapper = TexText.accents[name] == nil
      guard let next, isWrapper ? next == UInt8(ascii: "{") : next != UInt8(ascii: "}") else { return nil }
      return end
    }
    if TexText.isLetter(bytes[start + 1]) {
      return TexText.characters[name] != nil || TexText.signs.contains(name) ? end : nil
    }
    switch bytes[start + 1] {
    case UInt8(ascii: "("):
      guard paren == nil, dollar == nil else { return nil }
      paren = depth
    case UInt8(ascii: ")"):
      guard paren == depth else { return nil }
      paren = nil
    case Byte.openBracket, Byte.closeBracket: return nil
    default: break
    }
    return end
  }
}

import Candidates
import Support

/// Ten thousand people, the same ones each time: names of many scripts, as address books spell them, with addresses and
/// counts as mail has them.
struct Crowd {
  private var random: Seeded
  private var known: Set<String>
  private(set) var records: [Record]

  /// The people of the table of queries, then as many others.
  init(_ count: Int, seed: UInt64 = 1) {
    random = Seeded(seed: seed)
    records = Crowd.wanted
    known = Set(Crowd.wanted.map(\.address))
    while records.count < count { addPerson() }
  }

  /// Whom the queries of the table want: people who are written to now and then.
  static let wanted: [Record] = {
    var chinese = person("王小明", "xm@example.cn", count: 90, last: "2025-02-01")
    chinese.hidden = ["Xiaoming Wang"]
    return [
      person("José Álvarez", "jose.alvarez@example.com", count: 420, last: "2025-10-01"),
      person("Jose\u{301} Nu\u{301}n\u{303}ez", "jnfd@example.com", count: 20, last: "2024-02-01"),
      person("John Smith", "john.smith@example.com", count: 900, last: "2025-11-02"),
      person("Jane Doe", "jane@doe.example", count: 120, last: "2025-09-12"),
      person("Doe, Jane", "jd.exchange@corp.example", count: 40, last: "2025-08-12"),
      person("Hans Müller", "hm@example.de", count: 77, last: "2025-07-01"),
      person("Łukasz Wójcik", "lw@example.pl", count: 12, last: "2025-06-01"),
      person("Øystein Bøe", "oy@example.no", count: 9, last: "2025-05-01"),
      person("İbrahim Yıldız", "ib@example.tr", count: 8, last: "2025-04-01"),
      person("Gertrud Weißstraße", "gs@example.de", count: 4, last: "2025-03-01"), chinese,
      person("Σωκράτης Παππάς", "sok@example.gr", count: 5, last: "2025-01-01"),
      person("Фёдор Семёнов", "fe@example.ru", count: 6, last: "2025-01-02"),
      person("Mary-Jane O'Brien", "mtj@example.ie", count: 60, last: "2025-01-03"),
      person("", "qzx.unnamed@rare-domain.example", count: 2, last: "2024-12-01"),
    ]
  }()

  private mutating func addPerson() {
    let total = Culture.all.reduce(0) { $0 + $1.weight }
    var place = Int.random(in: 0..<total, using: &random)
    let culture = Culture.all.first { culture in
      place -= culture.weight
      return place < 0
    }
    guard let culture, let given = skewed(culture.given), let family = skewed(culture.family) else { return }
    var address = ""
    repeat { address = local(given.latin, family.latin) + "@" + domain() } while !known.insert(address).inserted
    let isUnnamed = Int.random(in: 0..<100, using: &random) < 12
    let name = isUnnamed ? "" : spelled(given, family, culture.order)
    // Few are written to often: the share of those above n is 1/n, and nobody has as much mail as the first John.
    let share = Double.random(in: 0.0012...1, using: &random)
    let last = "20\(Int.random(in: 19...25, using: &random))-0\(Int.random(in: 1...9, using: &random))-10"
    records.append(person(name, address, count: Int(1 / share), last: last))
  }

  /// The first ones of a list more often than the last.
  private mutating func skewed(_ names: [Culture.Name]) -> Culture.Name? {
    let place = Double.random(in: 0..<1, using: &random)
    // A power of one and a half, without a library for it.
    return names.isEmpty ? nil : names[min(Int(place * place.squareRoot() * Double(names.count)), names.count - 1)]
  }

  private mutating func spelled(_ given: Culture.Name, _ family: Culture.Name, _ order: Culture.Order) -> String {
    let kind = Int.random(in: 0..<100, using: &random)
    let middle = String(UnicodeScalar(UInt8.random(in: 65...90, using: &random)))
    switch order {
    case .joined: return kind < 70 ? family.text + given.text : "\(given.title) \(family.title)"
    case .familyFirst: return kind < 70 ? "\(family.text) \(given.text)" : "\(given.title) \(family.title)"
    case .givenFirst:
      switch kind {
      case 0..<10: return "\(family.text), \(given.text)"
      case 10..<14: return "\(given.text) \(middle). \(family.text)"
      case 14..<16: return "\(family.text), \(given.text) (External)"
      case 16..<18: return "Dr. \(given.text) \(family.text)"
      case 18..<19: return "\(given.text) \(family.text)".uppercased()
      case 19..<20: return "\(given.text) \"Sky\" \(family.text)"
      default: return "\(given.text) \(family.text)"
      }
    }
  }

  private mutating func local(_ given: String, _ family: String) -> String {
    let year = String(Int.random(in: 50...99, using: &random))
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<50: return "\(given).\(family)"
    case 50..<62: return "\(given)\(family)\(year)"
    case 62..<70: return "\(given)\(year)"
    case 70..<78: return "\(family).\(given)"
    case 78..<90: return "\(given)_\(family)\(year)"
    case 90..<93: return "\(given.prefix(1))\(family)\(year)"
    default: return "\(family)\(given.prefix(1))\(year)"
    }
  }

  private mutating func domain() -> String {
    let places = ["mail", "post", "cs.uni", "north", "green", "harbor", "cedar", "alpine", "quantum", "metro"]
    let ends = ["works", "labs", "press", "health", "marine", "books", "school", "legal", "power", "foods"]
    let place = places.randomElement(using: &random) ?? ""
    let end = ends.randomElement(using: &random) ?? ""
    let hyphen = Int.random(in: 0..<10, using: &random) == 0 ? "-" : ""
    return "\(place)\(hyphen)\(end).example"
  }
}

/// Names that go together.
private struct Culture {
  struct Name {
    var text: String
    /// As it stands in addresses.
    var latin: String

    var title: String { latin.prefix(1).uppercased() + latin.dropFirst() }
  }

  enum Order { case givenFirst, familyFirst, joined }

  var weight: Int
  var given: [Name]
  var family: [Name]
  var order: Order

  /// Names between blanks, `_` for a blank within one; `王:wang` where letters alone do not say how it is spelled.
  init(_ weight: Int, _ order: Order = .givenFirst, given: String, family: String) {
    (self.weight, self.order) = (weight, order)
    self.given = Culture.names(given)
    self.family = Culture.names(family)
  }

  private static func names(_ text: String) -> [Name] {
    text.split(separator: " ").map { word in
      let parts = word.split(separator: ":")
      let name = String((parts.first ?? "").map { $0 == "_" ? " " : $0 })
      let folded = Folding.fold(String(parts.last ?? ""))
      return Name(text: name, latin: String(decoding: folded.filter { (97...122).contains($0) }, as: UTF8.self))
    }
  }

  static let all = [
    Culture(
      300,
      given: """
        James Mary John Patricia Robert Jennifer Michael Linda William Elizabeth David Barbara Richard Susan Joseph \
        Jessica Thomas Sarah Charles Karen Christopher Nancy Daniel Lisa Matthew Betty Anthony Margaret Mark Sandra \
        Donald Ashley Steven Kimberly Paul Emily Andrew Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian \
        Dorothy George Melissa Jonathan Helen Stephen Anna Larry Brenda Joan Jane Johnny Jo-Ann Siobhán Aoife Niamh \
        Ciarán Seán Jean Janet Julie Mary-Jane
        """,
      family: """
        Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Thomas Taylor Moore Jackson Martin Lee \
        Thompson White Harris Clark Lewis Robinson Walker Young Allen King Wright Scott Hill Green Adams Nelson \
        Baker Hall Campbell Mitchell Carter Roberts Phillips Evans Turner Parker Collins Edwards Stewart Morris \
        Murphy Cook Rogers Fitzgerald McCarthy MacLeod Smith-Jones Whitfield Smythe Daniels O'Neill O'Connor \
        D'Angelo O'Brien Doe
        """),
    Culture(
      90,
      given: """
        José María Juan Carmen Luis Ana Carlos Isabel Jesús Lucía Miguel Sofía Ángel Elena Pedro Raquel Andrés Inés \
        Álvaro Begoña Íñigo Nuria Óscar Rocío Raúl Verónica Sebastián José_Luis María_José Juan_Carlos
        """,
      family: """
        García Fernández González Rodríguez López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz Hernández Díaz \
        Moreno Muñoz Álvarez Romero Alonso Gutiérrez Navarro Torres Domínguez Vázquez Ramos Gil Ramírez Serrano \
        Blanco Molina Suárez Ortega Delgado Castro Ortiz Rubio Marín Sanz Ibáñez Peña Giménez Núñez
        """),
    Culture(
      55,
      given: """
        João Ana António Francisco Luís Conceição Inês Paulo Tiago Gonçalo Simão Rúben Letícia Estêvão
        """,
      family: """
        Silva Santos Ferreira Pereira Oliveira Costa Rodrigues Gonçalves Gomes Almeida Simões Araújo Assunção
        """),
    Culture(
      70,
      given: """
        Jean Marie Philippe Nathalie Michel Isabelle Frédéric Céline François Stéphane Hélène Jérôme Rémi Chloé \
        Benoît Zoë Loïc Anaïs Gaël Théo Léa Jean-Pierre Jean-Luc Anne-Sophie Élodie Étienne
        """,
      family: """
        Martin Bernard Petit Robert Durand Dubois Moreau Laurent Lefèvre Leroy Roux Bertrand Guérin François Noël \
        Rivière Gérard Ménard Le_Gall d'Estaing Müller
        """),
    Culture(
      80,
      given: """
        Peter Ursula Michael Petra Thomas Sabine Jürgen Günter Jörg Käthe Björn Sören Bärbel Götz Uwe Heike \
        Karl-Heinz Anna-Lena Lukas Jonas Rüdiger Änne Hans
        """,
      family: """
        Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Bauer Schröder Krüger \
        Köhler König Möller Weiß Günther Böhm Krämer Jäger Groß Strauß von_Bülow Mueller Müller-Lüdenscheidt
        """),
    Culture(
      40,
      given: """
        Ole Anne Lars Bjørn Kari Marit Håkon Åse Søren Jørgen Kåre Gösta Åsa Þórdís Guðrún Ægir Øystein
        """,
      family: """
        Hansen Johansen Olsen Larsen Andersen Berg Dahl Jørgensen Sørensen Ødegård Bøe Ås Næss Lindström Öberg
        """),
    Culture(
      45,
      given: """
        Anna Piotr Małgorzata Krzysztof Agnieszka Paweł Michał Zofia Stanisław Elżbieta Żaneta Jiří Věra Ondřej \
        Šárka István László Zsófia Ștefan Łukasz
        """,
      family: """
        Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Zieliński Woźniak Dąbrowski Zając Król Wróbel Novák \
        Dvořák Černý Růžička Kovács Tóth Szabó Țepeș
        """),
    Culture(
      35,
      given: """
        Mehmet Fatma Mustafa Ayşe Ahmet Emine Ali Hatice Hüseyin Zeynep Hasan Elif İsmail Şerife Osman Zehra Ömer \
        Süleyman Çağla Işıl İbrahim
        """,
      family: """
        Yılmaz Kaya Demir Şahin Çelik Öztürk Aydın Özdemir Doğan Kılıç Koç Güneş Işık Türk Yıldız
        """),
    Culture(
      55, .joined,
      given: """
        伟:wei 芳:fang 娜:na 敏:min 静:jing 丽:li 强:qiang 磊:lei 军:jun 洋:yang 勇:yong 杰:jie 涛:tao 明:ming 秀英:xiuying \
        建国:jianguo 晓东:xiaodong 雅婷:yating 浩然:haoran 小明:xiaoming
        """,
      family: """
        王:wang 李:li 张:zhang 刘:liu 陈:chen 杨:yang 赵:zhao 黄:huang 周:zhou 吴:wu 林:lin 郭:guo 欧阳:ouyang
        """),
    Culture(
      40, .familyFirst,
      given: """
        翔太:shota 大輔:daisuke 直樹:naoki 陽子:yoko 美咲:misaki さくら:sakura ひろし:hiroshi ケンジ:kenji マリ:mari
        """,
      family: """
        佐藤:sato 鈴木:suzuki 高橋:takahashi 田中:tanaka 伊藤:ito 渡辺:watanabe 山本:yamamoto 中村:nakamura
        """),
    Culture(
      25, .joined,
      given: """
        민준:minjun 서연:seoyeon 지훈:jihoon 지은:jieun 현우:hyunwoo 수진:sujin 영호:youngho
        """,
      family: """
        김:kim 이:lee 박:park 최:choi 정:jung 강:kang 조:cho 윤:yoon
        """),
    Culture(
      45,
      given: """
        Александр:aleksandr Елена:elena Сергей:sergey Ольга:olga Андрей:andrey Алексей:alexey Дмитрий:dmitry \
        Юрий:yuri Пётр:petr Фёдор:fedor Їжак:yizhak Ґречна:grechna
        """,
      family: """
        Иванов:ivanov Смирнов:smirnov Кузнецов:kuznetsov Попов:popov Васильев:vasiliev Петров:petrov Соколов:sokolov \
        Михайлов:mikhailov Новиков:novikov Фёдоров:fedorov Морозов:morozov Волков:volkov Орлов:orlov \
        Шевченко:shevchenko Семёнов:semenov
        """),
    Culture(
      15,
      given: """
        Γιώργος:giorgos Μαρία:maria Δημήτρης:dimitris Ελένη:eleni Κώστας:kostas Κατερίνα:katerina Νίκος:nikos \
        Βασιλική:vasiliki Άννα:anna Σωκράτης:sokratis
        """,
      family: """
        Παπαδόπουλος:papadopoulos Βλάχος:vlachos Οικονόμου:oikonomou Μακρής:makris Παππάς:pappas
        """),
    Culture(
      35,
      given: """
        محمد:mohammed أحمد:ahmed فاطمة:fatima علي:ali דוד:david שרה:sarah राहुल:rahul प्रिया:priya
        """,
      family: """
        الحسن:alhassan حداد:haddad منصور:mansour כהן:cohen לוי:levi शर्मा:sharma पटेल:patel सिंह:singh
        """),
    Culture(
      70,
      given: """
        Aarav Priya Rahul Anjali Vijay Sunita Hùng Linh Dũng Hương Đức Ngọc Chinedu Amina Kwame Ọlábísí
        """,
      family: """
        Sharma Patel Singh Kumar Iyer Nguyễn Trần Lê Phạm Đặng Đỗ Okafor Adeyemi Mensah Traoré Ọdúnlámì
        """),
  ]
}

import Foundation
import Host
import LanguageServer
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite struct LogTests {
  @Test func aLineIsLevelMethodWhat() throws {
    let folder = try Folder()
    var log = Log(level: .info, error: -1, file: try AppendedFile(folder.file("log", "before\n")))
    log.write(.debug, "textDocument/didChange quiet")
    log.write(.info, "textDocument/didOpen a.eml")
    log.write(.error, "settings two\nlines\tand \u{7}bell")
    #expect(
      folder.text("log")
        == "before\ninfo textDocument/didOpen a.eml\nerror settings two\\nlines and  bell\n")
  }

  @Test func theFileIsForItsOwnerAlone() throws {
    let folder = try Folder()
    let path = try folder.file("log")
    try AppendedFile(path).append([1])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(throws: Problem(folder.path, "Is a directory")) { try AppendedFile(folder.path) }
    let fifo = try folder.file("fifo")
    let made = unsafe mkfifo(fifo, 0o600)
    #expect(made == 0)
    #expect(throws: Problem.self) { try AppendedFile(fifo) }
  }

  @Test func linesThatAreNotTakenAreDroppedAndCounted() {
    let pipe = Pipe()
    let error = pipe.fileHandleForWriting.fileDescriptor
    var log = Log(error: error)
    for number in 0..<20_000 { log.write(.info, "line \(number)") }
    #expect(log.dropped > 0)
    #expect(fcntl(error, F_GETFL) & O_NONBLOCK == 0)
    let dropped = log.dropped
    let taken = (0..<(20_000 - dropped)).map { "info line \($0)\n" }.joined()
    let before = read(pipe.fileHandleForReading, taken.utf8.count)
    #expect(before == taken)
    log.write(.info, "again")
    #expect(log.dropped == 0)
    let notice = "warning log \(dropped) lines were dropped\ninfo again\n"
    #expect(read(pipe.fileHandleForReading, notice.utf8.count) == notice)
  }

  @Test func aLineLongerThanAPipeTakesAtOnceIsCut() {
    let pipe = Pipe()
    var log = Log(error: pipe.fileHandleForWriting.fileDescriptor)
    log.write(.info, String(repeating: "x", count: 10_000))
    let line = pipe.fileHandleForReading.availableData
    #expect(line.count == Int(PIPE_BUF))
    #expect(line.last == UInt8(ascii: "\n"))
  }

  private func read(_ handle: FileHandle, _ count: Int) -> String {
    String(decoding: (try? handle.read(upToCount: count)) ?? Data(), as: UTF8.self)
  }

  @Test func aReaderThatIsGoneDoesNoHarm() throws {
    let pipe = Pipe()
    var log = Log(error: pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForReading.close()
    log.write(.error, "nobody reads")
  }
}

import Host
import Testing

@Suite struct TimersTests {
  @Test func wakesFallDueByTimeAndThenByAsking() {
    var timers = Timers()
    timers.set(1, at: 30)
    timers.set(2, at: 10)
    timers.set(3, at: 30)
    timers.set(4, at: 20)
    #expect(timers.next == 10)
    #expect(due(&timers, at: 9) == [])
    #expect(due(&timers, at: 20) == [2, 4])
    #expect(due(&timers, at: 99) == [1, 3])
    #expect(timers.next == nil)
  }

  @Test func aForgottenWakeIsGone() {
    var timers = Timers()
    timers.set(1, at: 10)
    timers.set(2, at: 10)
    timers.cancel(1)
    timers.cancel(7)
    #expect(due(&timers, at: 10) == [2])
  }

  @Test func theSameNumberAgainMovesTheWake() {
    var timers = Timers()
    timers.set(1, at: 10)
    timers.set(1, at: 50)
    #expect(due(&timers, at: 49) == [])
    #expect(due(&timers, at: 50) == [1])
  }

  @Test func aWakeAskedForMeanwhileWaitsForTheNextTurn() {
    var timers = Timers()
    timers.set(1, at: 10)
    let limit = timers.asked
    #expect(timers.due(at: 10, before: limit) == 1)
    timers.set(2, at: 10)
    #expect(timers.due(at: 10, before: limit) == nil)
    #expect(timers.due(at: 10, before: timers.asked) == 2)
  }

  private func due(_ timers: inout Timers, at now: Int) -> [Int] {
    var wakes: [Int] = []
    while let wake = timers.due(at: now, before: timers.asked) { wakes.append(wake) }
    return wakes
  }
}

import Kafka
import Kernel
import Messaging
import Testing

@Suite("Threads of our own")
struct OwnThreadTests {
    @Test("Work that never ends is waited for no longer than its time, as when librdkafka does not destroy a client (12.E1)",
          .timeLimit(.minutes(1)))
    func neverEnds() throws {
        let release = Waiter(), ended = Waiter()
        let hasEnded = try OwnThread.run("stuck", within: .milliseconds(20)) {
            release.wait(.seconds(50))
            ended.wake()
        }
        #expect(!hasEnded)
        release.wake()
        #expect(ended.wait(.seconds(20)), "it goes on, although nobody waits for it")
    }

    @Test("Work that ends is waited for, and not at all where no time is given")
    func ends() throws {
        let release = Waiter(), ended = Waiter()
        #expect(try OwnThread.run("quick", within: .seconds(20)) {})
        #expect(try !OwnThread.run("unawaited", within: .zero) {
            release.wait(.seconds(50))
            ended.wake()
        })
        release.wake()
        #expect(ended.wait(.seconds(20)))
    }
}

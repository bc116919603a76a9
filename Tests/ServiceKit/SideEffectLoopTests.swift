import Foundation
import Kernel
import Logging
import Messaging
import ServiceKit
import Storage
import TestKit
import Testing

@Suite("The loop of a side-effect worker")
struct SideEffectLoopTests {
    private struct Unavailable: Error {}

    @Test("A step that fails is repeated, a stop ends the steps, and what was begun is waited for")
    func loop() throws {
        let folder = NSTemporaryDirectory() + "souk-loop-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try ShardFile(path: folder + "/p0.sqlite", migrations: [])
        defer { file.close() }
        let stop = StopSignal(), waiter = Waiter()
        let context = SideEffectContext(
            service: "payments-stub", partition: 0, reader: file.pool, journalPath: folder + "/journal", environment: [:],
            dataDirectory: folder, clock: { .distantPast }, metrics: Metrics(), logger: Logger(label: "test"),
            stop: stop, follow: nil, producer: try InMemoryLog().makeProducer(name: "test"))
        var steps = 0, open = 2
        context.repeatStep("things", waiter: waiter, every: .hours(1), isUnderWay: {
            open -= 1
            return open > 0
        }, step: {
            steps += 1
            // The pause ends at once.
            waiter.wake()
            if steps == 2 { throw Unavailable() }
            if steps == 3 { stop.raise() }
        })
        #expect(steps == 3 && open == 0)
    }
}

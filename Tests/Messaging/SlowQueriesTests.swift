import Foundation
import Kernel
import Messaging
import Synchronization
import Testing

@Suite("Readers are shared between tenants")
struct SlowQueriesTests {
    private func question(_ tenant: TenantID, _ number: Int, _ type: MessageType = "bank.search.v1") -> Envelope {
        Envelope(id: "\(tenant)-\(number)", type: type, source: "/test", time: .distantPast, tenant: tenant, correlationID: "c", value: [])
    }

    @Test("""
        One tenant has one reader, whatever it asks; tenants take turns; too many questions of one are refused, and nobody else's (12.C3)
        """)
    func turns() {
        let gate = DispatchSemaphore(value: 0), begun = DispatchSemaphore(value: 0)
        let state = Mutex<(inHand: [TenantID: Int], most: [TenantID: Int], order: [String])>(([:], [:], []))
        let slow = SlowQueries { envelope in
            state.withLock { state in
                state.inHand[envelope.tenant, default: 0] += 1
                state.most[envelope.tenant] = max(state.most[envelope.tenant] ?? 0, state.inHand[envelope.tenant] ?? 0)
                state.order.append(envelope.id)
            }
            begun.signal()
            gate.wait()
            state.withLock { $0.inHand[envelope.tenant, default: 0] -= 1 }
        }
        #expect(slow.add(question("busy", 0)))
        begun.wait()
        for number in 1...SlowQueries.waitingPerTenantMax { #expect(slow.add(question("busy", number))) }
        #expect(!slow.add(question("busy", 99)))
        #expect(slow.add(question("busy", 1)), "asked again, it is there already")
        #expect(slow.has("bank.search.v1", of: "busy") && !slow.has("bank.other.v1", of: "busy") && !slow.has("bank.search.v1", of: "a"))
        for tenant: TenantID in ["a", "b"] { #expect(slow.add(question(tenant, 0))) }
        // The second reader serves "a" at once; after that "b" comes before the rest of "busy".
        begun.wait()
        #expect(state.withLock { $0.order } == ["busy-0", "a-0"])
        for _ in 0..<(SlowQueries.waitingPerTenantMax + 3) { gate.signal() }
        for _ in 0..<(SlowQueries.waitingPerTenantMax + 1) { begun.wait() }
        slow.end()
        let (order, most) = state.withLock { ($0.order, $0.most) }
        #expect(order.count == SlowQueries.waitingPerTenantMax + 3 && most["busy"] == 1)
        #expect(order.firstIndex(of: "b-0") ?? .max <= 3, "\(order)")
    }

    @Test("The end waits for the reader that has worked longest, whatever came and went meanwhile")
    func longest() throws {
        let gate = DispatchSemaphore(value: 0), begun = DispatchSemaphore(value: 0), ended = DispatchSemaphore(value: 0)
        let slow = SlowQueries { envelope in
            guard envelope.tenant == "busy" else { return }
            begun.signal()
            gate.wait()
        }
        #expect(slow.add(question("busy", 0)))
        begun.wait()
        // Each is answered by a reader of its own, which then ends.
        for number in 0..<40 {
            #expect(slow.add(question("quick", number)))
            try until("its reader ends") { slow.readers == 1 }
        }
        let ending = BlockingThread(name: "ending") {
            slow.end()
            ended.signal()
        }
        #expect(ended.wait(timeout: .now() + .milliseconds(200)) == .timedOut)
        gate.signal()
        ending.join()
    }
}

import Contracts
import Kernel
import Messaging
import PaymentsIntents
import PaymentsKit
import PaymentsService
import Testing
import TestKit

@Suite("Refunds at a remote provider")
struct RemoteRefundTests {
    private func begin(_ remote: RemoteProviderScene) throws {
        try remote.paid()
        try remote.refund("r-1", 40_000)
    }

    @Test("A refund is pending until the provider has answered")
    func answered() throws {
        let remote = try RemoteProviderScene()
        try begin(remote)
        #expect(try remote.calls() == ["refund:r-1:1"])
        try remote.answer("refund:r-1:1", refund: RefundReport(reference: "re_1", state: .succeeded))
        #expect(try remote.scene.events() == ["refund-succeeded"])
        #expect(try remote.scene.status() == "partially_refunded")
        #expect(try remote.shard.timers().isEmpty)
    }

    @Test("A pending refund is asked for, by its id")
    func polled() throws {
        let remote = try RemoteProviderScene()
        try begin(remote)
        try remote.answer("refund:r-1:1", refund: RefundReport(reference: "re_1", state: .pending))
        try remote.shard.advance(by: .minutes(15))
        #expect(try remote.calls() == ["poll-refund:r-1:1:900"])
        try remote.answer("poll-refund:r-1:1:900", refund: RefundReport(reference: "re_1", state: .succeeded))
        #expect(try remote.scene.events() == ["refund-succeeded"])
    }

    @Test("A failed refund is tried anew under another key; a late word about the first try begins no third one")
    func failed() throws {
        let remote = try RemoteProviderScene()
        try begin(remote)
        try remote.answer("refund:r-1:1", refund: RefundReport(reference: "re_1", state: .failed, code: "declined"))
        try remote.shard.advance(by: .minutes(10))
        #expect(try remote.calls() == ["refund:r-1:2"])
        try remote.shard.receive(ApplyProviderReport(provider: "stripe", refundId: "r-1", RefundReport(reference: "re_1", state: .failed)))
        #expect(try remote.shard.timers().isEmpty)
        try remote.answer("refund:r-1:2", refund: RefundReport(reference: "re_2", state: .succeeded))
        #expect(try remote.scene.events() == ["refund-succeeded"])
        #expect(try remote.shard.ask(PaymentDetails.self, ["paymentId": "p-1"], as: PaymentScene.buyer).json["refundedAmount"] == 40_000)
    }

    @Test("Refused four times, it fails and the money may be refunded again")
    func refused() throws {
        let remote = try RemoteProviderScene()
        try begin(remote)
        for (tries, wait) in [(1, Duration.minutes(10)), (2, .hours(1)), (3, .hours(6))] {
            try remote.answer("refund:r-1:\(tries)", code: "insufficient_balance", isRefused: true)
            try remote.shard.advance(by: wait)
        }
        try remote.answer("refund:r-1:4", code: "insufficient_balance", isRefused: true)
        #expect(try remote.shard.published(RefundFailed.self).first?.failureCode == "insufficient_balance")
        try remote.refund("r-2", 100_000)
        #expect(try remote.calls() == ["refund:r-2:1"])
    }

    @Test("Without an answer the same call is made again, for as long as it takes: nobody knows whether the money went back")
    func unknown() throws {
        let remote = try RemoteProviderScene()
        try begin(remote)
        for tries in 1...12 {
            try remote.answer("refund:r-1:1", code: "timeout", tries: tries)
            try remote.shard.advance(by: .hours(1))
            #expect(try remote.calls() == ["refund:r-1:1"])
        }
        #expect(try remote.scene.events() == [])
    }
}

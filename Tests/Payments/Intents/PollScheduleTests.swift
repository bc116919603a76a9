import Contracts
import Kernel
import Messaging
import PaymentsKit
import PaymentsService
import Testing
import TestKit

@Suite("Asking for a result that did not come")
struct PollScheduleTests {
    /// Since the first question (common.md 7).
    static let minutes = [0, 1, 5, 30, 120, 360, 1440]

    @Test("The provider is asked after 15 minutes, then 1, 5, 30 min, 2, 6 and 24 h after that; then a person must look")
    func remote() throws {
        let remote = try RemoteProviderScene()
        try remote.start()
        try remote.answer("confirm:p-1:1", .processing)
        try remote.shard.advance(by: .minutes(15) - .milliseconds(1))
        #expect(try remote.calls().isEmpty)
        try remote.shard.advance(by: .milliseconds(1))
        for (number, minute) in Self.minutes.enumerated() {
            try remote.shard.advance(by: .minutes(minute) - (remote.shard.now - PaymentScene.start - .minutes(15)))
            #expect(try remote.calls() == ["poll:p-1:1:\(number + 1)"], "\(minute)")
            try remote.answer("poll:p-1:1:\(number + 1)", .processing)
            #expect(try remote.calls().isEmpty)
        }
        #expect(try remote.shard.deadLetters().isEmpty)
        try remote.shard.advance(by: .days(30))
        #expect(try remote.calls().isEmpty && remote.shard.timers().isEmpty)
        #expect(try remote.shard.deadLetters().count == 1, "operators are told")
        #expect(try remote.scene.status() == "processing")
        // The company's word counts all the same, however late.
        try remote.send(RemoteProviderScene.event("evt_1", status: "succeeded"))
        #expect(try remote.scene.status() == "succeeded")
    }

    @Test("A tenant may ask later; an action that nobody took still ends at its own time")
    func setting() throws {
        let definition = PaymentScene.definition(settings: ["pollAfterMinutes": 20, "lateMinutes": 18])
        let scene = try PaymentScene(definition, hold: .hours(2))
        try scene.confirm(PaymentScene.momo("00"), sandbox: "never")
        try scene.shard.advance(by: .minutes(20) - .milliseconds(1))
        #expect(try scene.status() == "processing")
        try scene.shard.advance(by: .milliseconds(1))
        #expect(try scene.status() == "succeeded")
        let other = try PaymentScene(definition, hold: .hours(2))
        try other.confirm(PaymentScene.momo("01"))
        try other.shard.advance(by: .minutes(15))
        #expect(try other.status() == "failed")
    }

    @Test("A tenant may ask earlier than an action ends; the customer keeps the whole time")
    func earlier() throws {
        let scene = try PaymentScene(PaymentScene.definition(settings: ["pollAfterMinutes": 2]), hold: .hours(2))
        try scene.confirm(PaymentScene.momo("01"))
        try scene.shard.advance(by: .minutes(15) - .milliseconds(1))
        #expect(try scene.status() == "requires_action")
        try scene.shard.advance(by: .milliseconds(1))
        #expect(try scene.status() == "failed")
    }

    @Test("A refund without result is asked for on the same days, which takes none of its tries")
    func refunds() throws {
        let remote = try RemoteProviderScene()
        try remote.paid()
        try remote.refund("r-1", 40_000)
        let begun = remote.shard.now
        try remote.answer("refund:r-1:1", refund: RefundReport(reference: "re_1", state: .pending))
        for minute in Self.minutes {
            try remote.shard.advance(by: .minutes(15 + minute) - (remote.shard.now - begun))
            let call = "poll-refund:r-1:1:\((15 + minute) * 60)"
            #expect(try remote.calls() == [call])
            try remote.answer(call, refund: RefundReport(reference: "re_1", state: .pending))
        }
        #expect(try remote.shard.deadLetters().isEmpty)
        try remote.shard.advance(by: .days(3))
        #expect(try remote.calls().isEmpty && remote.shard.deadLetters().count == 1)
        // A failure after all these questions is the first one.
        try remote.shard.receive(ApplyProviderReport(provider: "stripe", refundId: "r-1", RefundReport(reference: "re_1", state: .failed)))
        try remote.shard.advance(by: .minutes(10))
        #expect(try remote.calls() == ["refund:r-1:2"])
    }
}

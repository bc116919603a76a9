import Contracts
import Kernel
import Messaging
import PaymentsKit
import PaymentsService
import Testing
import TestKit

@Suite("Manual capture at a remote provider")
struct RemoteCaptureTests {
    /// Authorised at the provider.
    private func authorized() throws -> RemoteProviderScene {
        let remote = try RemoteProviderScene()
        var intent = CreateIntent(paymentId: "p-2", orderId: "o-2", userId: "buyer", amount: PaymentScene.amount, currency: .ugx)
        intent.captureMethod = .manual
        try remote.shard.receive(intent)
        try remote.scene.confirm(["type": "stripe", "token": "pm_card_visa"], payment: "p-2")
        try remote.answer("create:p-2:1", .open)
        try remote.answer("confirm:p-2:1", .authorized)
        #expect(try remote.scene.events() == ["intent-created", "payment-started", "payment-authorized"])
        return remote
    }
    private func capture(_ amount: Int, _ remote: RemoteProviderScene) throws {
        try remote.shard.receive(CaptureIntent(paymentId: "p-2", orderId: "o-2", amount: amount, currency: .ugx))
    }
    private func cancel(_ remote: RemoteProviderScene) throws {
        try remote.shard.receive(CancelIntent(paymentId: "p-2", orderId: "o-2"))
    }

    @Test("A capture is asked of the provider once; its answer and its event are one capture")
    func captured() throws {
        let remote = try authorized()
        try capture(60_000, remote)
        try capture(60_000, remote)
        #expect(try remote.calls() == ["capture:p-2:1:1"])
        #expect(try remote.scene.status(of: "p-2") == "requires_capture")
        try capture(50_000, remote)
        #expect(try remote.shard.published(CaptureFailed.self).map(\.failureCode) == ["capture_in_progress"])
        try remote.shard.markSeen()
        try remote.answer("capture:p-2:1:1", .succeeded, amount: 60_000)
        try remote.shard.receive(ApplyProviderReport(provider: "stripe", paymentId: "p-2", attempt: 1, PaymentReport(
            reference: "pi_1", state: .succeeded, amount: 60_000, currency: "UGX")))
        // News of the authorisation may come after the capture.
        try remote.shard.receive(ApplyProviderReport(provider: "stripe", paymentId: "p-2", attempt: 1, PaymentReport(
            reference: "pi_1", state: .authorized, amount: PaymentScene.amount, currency: "UGX")))
        #expect(try remote.shard.published(PaymentSucceeded.self).map(\.amount) == [60_000])
        #expect(try remote.scene.events() == ["payment-succeeded"])
        #expect(try remote.calls().isEmpty && remote.shard.timers().isEmpty && remote.shard.deadLetters().isEmpty)
    }

    @Test("A refused capture may be asked again, under another key; another amount than was asked for is for a person")
    func refused() throws {
        let remote = try authorized()
        try capture(60_000, remote)
        try remote.answer("capture:p-2:1:1", code: "capture_declined", isRefused: true)
        #expect(try remote.shard.published(CaptureFailed.self).map(\.failureCode) == ["capture_declined"])
        try capture(60_000, remote)
        #expect(try remote.calls() == ["capture:p-2:1:2"])
        try remote.answer("capture:p-2:1:2", .succeeded, amount: 59_999)
        try remote.shard.advance(by: .milliseconds(1))
        #expect(try remote.shard.deadLetters().count == 1)
    }

    @Test("A canceled authorisation is released at the provider; nothing follows from its answer")
    func voided() throws {
        let remote = try authorized()
        try cancel(remote)
        #expect(try remote.scene.status(of: "p-2") == "canceled")
        #expect(try remote.calls() == ["void:p-2:1"])
        try remote.answer("void:p-2:1", .canceled)
        #expect(try remote.scene.events() == ["payment-canceled"])
        #expect(try remote.calls().isEmpty && remote.shard.timers().isEmpty && remote.shard.deadLetters().isEmpty)
    }

    @Test("A cancellation waits for a capture that is under way: taken, it stays; refused, the money is released", arguments: [true, false])
    func cancelDuringCapture(isTaken: Bool) throws {
        let remote = try authorized()
        try capture(60_000, remote)
        try cancel(remote)
        #expect(try remote.calls() == ["capture:p-2:1:1"])
        if isTaken {
            try remote.answer("capture:p-2:1:1", .succeeded, amount: 60_000)
            #expect(try remote.scene.status(of: "p-2") == "succeeded")
        } else {
            try remote.answer("capture:p-2:1:1", code: "capture_declined", isRefused: true)
            #expect(try remote.scene.status(of: "p-2") == "canceled" && remote.calls() == ["void:p-2:1"])
        }
    }

    @Test("The time of an authorisation ends it, but not under a capture that has begun")
    func expiry() throws {
        let remote = try authorized()
        try remote.shard.advance(by: .days(7))
        #expect(try remote.shard.published(PaymentCanceled.self).map(\.failureCode) == ["authorization_expired"])
        #expect(try remote.calls() == ["void:p-2:1"])

        let other = try authorized()
        try capture(60_000, other)
        try other.shard.advance(by: .days(7))
        #expect(try other.scene.status(of: "p-2") == "requires_capture")
        try other.answer("capture:p-2:1:1", code: "authorization_expired", isRefused: true)
        #expect(try other.scene.status(of: "p-2") == "canceled")
        #expect(try other.shard.published(CaptureFailed.self).map(\.failureCode) == ["authorization_expired"])
    }

    @Test("The provider lets an authorisation expire by its own clock")
    func expiredThere() throws {
        let remote = try authorized()
        try remote.shard.receive(ApplyProviderReport(provider: "stripe", paymentId: "p-2", attempt: 1, PaymentReport(
            reference: "pi_1", state: .canceled, amount: PaymentScene.amount, currency: "UGX")))
        #expect(try remote.shard.published(PaymentCanceled.self).map(\.failureCode) == ["authorization_expired"])
        #expect(try remote.shard.timers().isEmpty)
    }

    @Test("Authorised after nobody needs the payment any more: released at the provider")
    func unwanted() throws {
        let remote = try RemoteProviderScene()
        var intent = CreateIntent(paymentId: "p-2", orderId: "o-2", userId: "buyer", amount: PaymentScene.amount, currency: .ugx)
        intent.captureMethod = .manual
        try remote.shard.receive(intent)
        try remote.scene.confirm(["type": "stripe", "token": "pm_card_visa"], payment: "p-2")
        try remote.answer("create:p-2:1", .open)
        try cancel(remote)
        try remote.answer("cancel:p-2:1:0", .authorized)
        #expect(try remote.scene.status(of: "p-2") == "canceled")
        #expect(try remote.calls() == ["void:p-2:1"])
    }
}

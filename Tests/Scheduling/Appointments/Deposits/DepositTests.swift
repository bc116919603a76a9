import Contracts
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingService
import TestKit
import Testing

@Suite("Deposits")
struct DepositTests {
    private static let amount = 2_000_000

    private func booked(_ studio: Studio) throws -> (manage: String, token: String, intent: CreateIntent) {
        let token = try studio.link(deposit: Self.amount)
        let reply = try studio.book(token, tuesday10)
        #expect(reply.status == 201 && reply.json["status"] == "pending" && reply.json["deposit"]?["status"] == "preparing")
        let intent = try #require(try studio.shard.published(CreateIntent.self).last)
        #expect(intent.amount == Self.amount && intent.clientSecretHash != nil && intent.orderId == "appointment/1")
        try studio.shard.receive(IntentCreated(paymentId: intent.paymentId, orderId: intent.orderId, userId: intent.userId,
                                               amount: intent.amount, currency: intent.currency))
        return (try #require(reply.json["manageToken"]?.string), token, intent)
    }
    private func pay(_ intent: CreateIntent, _ studio: Studio, amount: Int = amount) throws {
        try studio.shard.receive(PaymentSucceeded(paymentId: intent.paymentId, orderId: intent.orderId, userId: intent.userId,
                                                  amount: amount, currency: intent.currency, attempt: 1))
    }
    private func seen(_ manage: String, _ studio: Studio) throws -> JSONValue {
        try studio.shard.ask(AppointmentForCustomer.self, ["manageToken": .string(manage)]).json
    }

    @Test("Paid in time: confirmed, and only then invited")
    func paid() throws {
        let studio = try Studio()
        let (manage, _, intent) = try booked(studio)
        #expect(try seen(manage, studio)["deposit"]?["status"] == "due")
        #expect(try studio.mails().map(\.template) == ["deposit-requested"])
        #expect(try studio.guest(RescheduleAsCustomer.type, ["manageToken": .string(manage), "startsAt": .string(tuesday14)])
            .slug == "invalid-transition")
        try pay(intent, studio)
        #expect(try seen(manage, studio)["status"] == "confirmed" && seen(manage, studio)["deposit"]?["status"] == "paid")
        #expect(try studio.mails().map(\.template) == ["deposit-requested", "appointment-confirmed"])
        try studio.advance(.hours(1))
        #expect(try seen(manage, studio)["status"] == "confirmed")
    }

    @Test("The request that books creates the payment, so it says how the sandbox misbehaves")
    func sandbox() throws {
        let studio = try Studio()
        let form = try studio.customer(["token": .string(studio.link(deposit: Self.amount)), "startsAt": .string(tuesday10)])
        let booking = try JSON.decode(BookAppointment.self, from: JSON.encode(form))
        #expect(try studio.shard.send(booking, attributes: ["x-sandbox-payment": "late=PT5M"])?.status == 201)
        #expect(try studio.shard.published(CreateIntent.self).last?.sandbox == "late=PT5M")
    }

    @Test("Not paid in time: cancelled, the slot is free, the link works again")
    func expired() throws {
        let studio = try Studio()
        let (manage, token, _) = try booked(studio)
        try studio.advance(.minutes(31))
        let now = try studio.shard.ask(AppointmentDetails.self, ["appointmentId": "1"], as: Studio.provider).json
        #expect(now["status"] == "cancelled" && now["cancelReason"] == "deposit-expired" && now["cancelledBy"] == "system")
        #expect(try seen(manage, studio)["deposit"]?["status"] == "canceled")
        #expect(try studio.shard.published(CancelIntent.self).count == 1)
        #expect(try studio.book(token, tuesday10).status == 201)
    }

    @Test("Pictures of a link whose deposit was never paid go back to it, and what the client added stays")
    func pictures() throws {
        let studio = try Studio()
        func part(_ width: UInt8) -> JSONValue {
            let bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, width, 1, 1, 0x11, 0, 0xFF, 0xD9]
            return ["upload": .string("upload-\(width)"), "index": 0, "isLast": true, "bytes": .string(Base64URL.encode(bytes))]
        }
        let token = try studio.link(deposit: Self.amount)
        #expect(try studio.post(AddPhotoToLink.type, ["linkId": "1", "part": part(1)]).status == 201)
        let booked = try studio.book(token, tuesday10)
        let manage = try #require(booked.json["manageToken"]?.string)
        #expect(booked.json["photos"]?.array?.count == 1)
        #expect(try studio.guest(AddPhotoAsCustomer.type, ["manageToken": .string(manage), "part": part(2)]).status == 201)
        // A picture for the used link belongs to its appointment, and returns with the others.
        #expect(try studio.post(AddPhotoToLink.type, ["linkId": "1", "part": part(3)]).status == 201)
        #expect(try seen(manage, studio)["photos"]?.array?.count == 3)
        try studio.advance(.minutes(31))
        #expect(try seen(manage, studio)["photos"]?.array?.map { $0["width"] } == [2])
        #expect(try studio.shard.ask(LinkForCustomer.self, ["token": .string(token)]).json["photos"]?.array?
            .compactMap { $0["width"]?.int }.sorted() == [1, 3])
    }

    @Test("Late money: the appointment lives again where its slot is free, else the money goes back")
    func late() throws {
        let studio = try Studio()
        let (manage, _, intent) = try booked(studio)
        try studio.advance(.minutes(31))
        try pay(intent, studio)
        #expect(try seen(manage, studio)["status"] == "confirmed" && seen(manage, studio)["deposit"]?["status"] == "paid")
        #expect(try studio.book(studio.link(), tuesday10).slug == "slot-taken")

        let other = try Studio()
        let (lost, _, payment) = try booked(other)
        try other.advance(.minutes(31))
        #expect(try other.book(other.link(), tuesday10).status == 201)
        try pay(payment, other)
        #expect(try seen(lost, other)["status"] == "cancelled" && seen(lost, other)["deposit"]?["status"] == "refunding")
        let refund = try #require(try other.shard.published(RefundPayment.self).last)
        #expect(refund.amount == Self.amount)
        try other.shard.receive(RefundSucceeded(refundId: refund.refundId, paymentId: refund.paymentId, orderId: refund.orderId,
                                                amount: refund.amount, currency: refund.currency))
        #expect(try seen(lost, other)["deposit"]?["status"] == "refunded")
        #expect(try other.mails().last?.template == "deposit-refunded")
    }

    @Test("Another amount than asked for goes back and confirms nothing")
    func otherAmount() throws {
        let studio = try Studio()
        let (manage, _, intent) = try booked(studio)
        try pay(intent, studio, amount: 5)
        #expect(try seen(manage, studio)["status"] == "pending")
        #expect(try studio.shard.published(RefundPayment.self).map(\.amount) == [5])
    }

    @Test("Cancelled after paying: the whole deposit goes back; success after a cancel too")
    func cancelled() throws {
        let studio = try Studio()
        let (_, _, intent) = try booked(studio)
        try pay(intent, studio)
        #expect(try studio.post(CancelAppointment.type, ["appointmentId": "1"]).json["deposit"]?["status"] == "refunding")
        let other = try Studio()
        let (manage, token, payment) = try booked(other)
        #expect(try other.guest(CancelAsCustomer.type, ["manageToken": .string(manage)]).status == 200)
        #expect(try other.mails().last?.attachments?.isEmpty == true)
        try pay(payment, other)
        #expect(try other.shard.published(RefundPayment.self).count == 1)
        #expect(try other.shard.ask(LinkForCustomer.self, ["token": .string(token)]).slug == "booking-link-used")
    }

    @Test("What the artist hears has days and amounts in each language of the app")
    func languages() throws {
        let studio = try Studio()
        let (_, _, intent) = try booked(studio)
        try pay(intent, studio)
        let facts = try #require(try studio.shard.published(Notify.self).last).facts
        let english = facts[Notify.wordsByLanguage]?["en"]
        #expect(facts["weekday"] == "martes" && english?["weekday"] == "Tuesday" && english?["date"] == "24 November")
        #expect(facts["deposit"]?.string?.contains(",00") == true && english?["deposit"]?.string?.contains(".00") == true)
        #expect(english?["start"] == nil, "it is the same in both")
    }

    @Test("The client's mails have the client's keys, the artist's notifications have none")
    func keys() throws {
        let studio = try Studio()
        let (manage, _, intent) = try booked(studio)
        try pay(intent, studio)
        #expect(try studio.guest(CancelAsCustomer.type, ["manageToken": .string(manage)]).status == 200)
        let secret = try #require(try seen(manage, studio)["deposit"]?["clientSecret"]?.string)
        func texts(_ messages: [some Message]) throws -> [String] {
            try messages.map { String(decoding: try JSON.encode($0), as: UTF8.self) }
        }
        let notes = try texts(studio.shard.published(Notify.self)), mails = try texts(studio.mails())
        #expect(notes.count == 2 && notes.allSatisfy { !$0.contains(manage) && !$0.contains(secret) })
        #expect(mails.count == 3 && mails.allSatisfy { $0.contains(manage) && $0.contains(secret) })
    }

    @Test("A refund that fails is no silent end")
    func refundFails() throws {
        let studio = try Studio()
        let (manage, _, intent) = try booked(studio)
        try pay(intent, studio)
        _ = try studio.post(CancelAppointment.type, ["appointmentId": "1"])
        let refund = try #require(try studio.shard.published(RefundPayment.self).last)
        try studio.shard.receive(RefundFailed(refundId: refund.refundId, paymentId: refund.paymentId, orderId: refund.orderId,
                                              amount: refund.amount, currency: refund.currency, failureCode: "expired_card"))
        #expect(try seen(manage, studio)["deposit"]?["status"] == "refund_failed")
        #expect(try studio.shard.published(Notify.self).last?.kind == "booking-refund-failed")
    }
}

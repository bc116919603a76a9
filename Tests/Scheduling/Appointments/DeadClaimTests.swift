import Contracts
import Kernel
import Messaging
import SchedulingAppointments
import SchedulingService
import TestKit
import Testing

/// A temporary claim on a slot ends at its instant. Only the clock moves here; no timer fires, as if the service were
/// stopped.
@Suite("A dead claim can't be confirmed, whatever the timer's lag (12.F2)")
struct DeadClaimTests {
    private static let amount = 2_000_000

    private func pending(_ studio: Studio, at start: String = tuesday10) throws -> (manage: String, token: String, intent: CreateIntent) {
        let token = try studio.link(deposit: Self.amount)
        let reply = try studio.book(token, start)
        #expect(reply.status == 201 && reply.json["status"] == "pending")
        let intent = try #require(try studio.shard.published(CreateIntent.self).last)
        try studio.shard.receive(IntentCreated(paymentId: intent.paymentId, orderId: intent.orderId, userId: intent.userId,
                                               amount: intent.amount, currency: intent.currency))
        return (try #require(reply.json["manageToken"]?.string), token, intent)
    }
    private func pay(_ intent: CreateIntent, _ studio: Studio) throws {
        try studio.shard.receive(PaymentSucceeded(paymentId: intent.paymentId, orderId: intent.orderId, userId: intent.userId,
                                                  amount: intent.amount, currency: intent.currency, attempt: 1))
    }
    private func seen(_ manage: String, _ studio: Studio) throws -> JSONValue {
        try studio.shard.ask(AppointmentForCustomer.self, ["manageToken": .string(manage)]).json
    }
    /// Moves the clock without firing timers.
    private func lag(_ studio: Studio, _ duration: Duration) { studio.shard.now = studio.shard.now + duration }

    @Test("Paid after `dueAt` while another guest has the slot: the money goes back, and one appointment has the slot")
    func depositLoses() throws {
        let studio = try Studio()
        let (late, _, intent) = try pending(studio)
        lag(studio, .minutes(30))
        let second = try studio.book(studio.link(), tuesday10)
        #expect(second.status == 201 && second.json["status"] == "confirmed")
        try pay(intent, studio)
        #expect(try seen(late, studio)["status"] == "cancelled" && seen(late, studio)["deposit"]?["status"] == "refunding")
        #expect(try studio.shard.published(RefundPayment.self).map(\.amount) == [Self.amount])
        let confirmed = try studio.shard.ask(AppointmentsOfProvider.self, as: Studio.provider).json["data"]?.array ?? []
        #expect(confirmed.map { $0["id"] } == [second.json["id"]])
        #expect(try studio.shard.timers().contains { $0.hasPrefix("deposit:") } == false)
    }

    @Test("Paid after `dueAt` while the slot is still free: it is claimed again")
    func depositReclaims() throws {
        let studio = try Studio()
        let (late, token, intent) = try pending(studio)
        lag(studio, .minutes(30))
        try pay(intent, studio)
        #expect(try seen(late, studio)["status"] == "confirmed" && seen(late, studio)["deposit"]?["status"] == "paid")
        #expect(try studio.book(studio.link(), tuesday10).slug == "slot-taken")
        #expect(try studio.shard.ask(LinkForCustomer.self, ["token": .string(token)]).slug == "booking-link-used")
        let steps = try studio.shard.ask(AppointmentDetails.self, ["appointmentId": "1"], as: Studio.provider).json["history"]?.array?.map {
            $0["what"]
        }
        #expect(steps == ["booked", "cancelled", "confirmed"])
    }

    @Test("The last millisecond before `dueAt` is in time", arguments: [(1, "confirmed"), (0, "cancelled")])
    func lastMillisecond(before: Int, status: String) throws {
        let studio = try Studio()
        let (manage, _, intent) = try pending(studio)
        let other = try studio.link()
        lag(studio, .minutes(30) - .milliseconds(before))
        let second = try studio.book(other, tuesday10)
        #expect((second.status == 201) == (before == 0))
        try pay(intent, studio)
        #expect(try seen(manage, studio)["status"]?.string == status)
    }

    @Test("A late deposit on a link that was revoked or is over goes back", arguments: [true, false])
    func linkIsGone(isRevoked: Bool) throws {
        let studio = try Studio()
        let (manage, _, intent) = try pending(studio, at: "2026-12-01T13:00:00Z")
        try studio.advance(isRevoked ? .minutes(31) : .days(8))
        if isRevoked { #expect(try studio.post(RevokeBookingLink.type, ["linkId": "1"]).status == 204) }
        try pay(intent, studio)
        #expect(try seen(manage, studio)["status"] == "cancelled" && seen(manage, studio)["deposit"]?["status"] == "refunding")
    }

    @Test("A link whose deposit was not paid in time may be used again at once")
    func linkIsBack() throws {
        let studio = try Studio()
        let (manage, token, intent) = try pending(studio)
        #expect(try studio.guest(HoldSlot.type, ["token": .string(token), "startsAt": .string(tuesday14)]).slug == "booking-link-used")
        lag(studio, .minutes(30))
        #expect(try studio.book(token, tuesday14).status == 201)
        // Its timer comes late and finds nothing to do; the late money is refunded.
        try studio.advance(.minutes(5))
        try pay(intent, studio)
        #expect(try seen(manage, studio)["deposit"]?["status"] == "refunding")
        #expect(try studio.book(studio.link(), tuesday10).status == 201)
    }

    @Test("From `dueAt` on the link is read as what it is again: open, listed as active, revocable (12, review)")
    func linkIsReadBack() throws {
        let studio = try Studio()
        let (manage, token, _) = try pending(studio)
        let link: JSONValue = ["token": .string(token)]
        func listed(_ status: String) throws -> Int? {
            try studio.shard.ask(LinksOfProvider.self, ["status": .string(status)], as: Studio.provider).json["data"]?.array?.count
        }
        lag(studio, .minutes(30) - .milliseconds(1))
        #expect(try studio.shard.ask(LinkForCustomer.self, link).slug == "booking-link-used" && listed("used") == 1
            && listed("active") == 0)
        #expect(try studio.post(RevokeBookingLink.type, ["linkId": "1"]).slug == "booking-link-used")
        lag(studio, .milliseconds(1))
        #expect(try studio.shard.ask(LinkForCustomer.self, link).status == 200 && studio.shard.ask(SlotsOfLink.self, link).status == 200)
        #expect(try studio.shard.ask(BookingPageOfLink.self, link).status == 200)
        #expect(try listed("used") == 0 && listed("active") == 1)
        let details = try studio.shard.ask(LinkDetails.self, ["linkId": "1"], as: Studio.provider).json
        #expect(details["status"] == "active" && details["appointmentId"] == .null)
        #expect(try studio.post(RevokeBookingLink.type, ["linkId": "1"]).status == 204)
        #expect(try studio.shard.ask(LinkForCustomer.self, link).slug == "booking-link-revoked")
        #expect(try seen(manage, studio)["status"] == "cancelled" && studio.mails().last?.template == "deposit-expired")
    }

    @Test("From `dueAt` on nobody cancels: the deadline did, and its link works again (12, review)", arguments: [true, false])
    func cancelIsLate(byProvider: Bool) throws {
        let studio = try Studio()
        let (manage, token, _) = try pending(studio)
        lag(studio, .minutes(30))
        let reply = byProvider ? try studio.post(CancelAppointment.type, ["appointmentId": "1"])
            : try studio.guest(CancelAsCustomer.type, ["manageToken": .string(manage)])
        #expect(reply.status == 409 && reply.slug == "invalid-transition")
        try studio.advance(.seconds(1))
        let now = try studio.shard.ask(AppointmentDetails.self, ["appointmentId": "1"], as: Studio.provider).json
        #expect(now["cancelledBy"] == "system" && now["cancelReason"] == "deposit-expired")
        #expect(try studio.book(token, tuesday10).status == 201)
    }

    @Test("From `dueAt` on a client is forgotten at once, whatever the timer's lag (12, review)")
    func erasureIsNotLate() throws {
        let studio = try Studio()
        let (manage, token, _) = try pending(studio)
        #expect(try studio.guest(EraseCustomer.type, ["manageToken": .string(manage)]).slug == "invalid-transition")
        lag(studio, .minutes(30))
        #expect(try studio.guest(EraseCustomer.type, ["manageToken": .string(manage)]).status == 204)
        #expect(try studio.book(token, tuesday10).status == 201)
    }

    @Test("Late money that finds its slot free is one piece of news, not two that contradict each other (12, review)")
    func lateMoneyIsToldOnce() throws {
        let studio = try Studio()
        let (_, _, intent) = try pending(studio)
        lag(studio, .minutes(30))
        try studio.shard.markSeen()
        try pay(intent, studio)
        #expect(try studio.mails().map(\.template) == ["appointment-confirmed"])
        #expect(try studio.shard.published(Notify.self).map(\.kind) == ["appointment-new"])

        let other = try Studio()
        let (_, _, lost) = try pending(other)
        lag(other, .minutes(30))
        #expect(try other.book(other.link(), tuesday10).status == 201)
        try other.shard.markSeen()
        try pay(lost, other)
        #expect(try other.mails().map(\.template) == ["deposit-expired"])
    }

    @Test("From `dueAt` on the answer to a change says that the appointment is cancelled")
    func namedState() throws {
        let studio = try Studio()
        let (manage, _, _) = try pending(studio)
        func states() throws -> [JSONValue?] {
            [try studio.guest(RescheduleAsCustomer.type, ["manageToken": .string(manage), "startsAt": .string(tuesday14)]),
             try studio.post(RescheduleAppointment.type, ["appointmentId": "1", "startsAt": .string(tuesday14)]),
             try studio.post(SetAppointmentStatus.type, ["appointmentId": "1", "status": "completed"])].map { $0.member("currentStatus") }
        }
        #expect(try states() == ["pending", "pending", "pending"])
        lag(studio, .minutes(30))
        #expect(try states() == ["cancelled", "cancelled", "cancelled"])
    }

    @Test("The hold of a form ends at its instant: others may take the slot, its holder may not", arguments: [(1, true), (0, false)])
    func formHold(before: Int, lives: Bool) throws {
        let studio = try Studio()
        let token = try studio.link(), other = try studio.link()
        let hold = try studio.guest(HoldSlot.type, ["token": .string(token), "startsAt": .string(tuesday10)]).json["id"] ?? .null
        lag(studio, .minutes(10) - .milliseconds(before))
        #expect(try studio.book(other, tuesday10).status == (lives ? 409 : 201))
        let mine = try studio.guest(BookAppointment.type, studio.customer(["token": .string(token), "holdId": hold]))
        #expect(mine.status == (lives ? 201 : 409) && mine.slug == (lives ? nil : "slot-taken"))
    }

    @Test("A hold that is over by the clock has expired, whatever ends it", arguments: [(1, "replaced"), (0, "expired")])
    func endOfHold(before: Int, reason: String) throws {
        let studio = try Studio()
        let token = try studio.link()
        func hold(_ start: String) throws -> Int {
            try studio.guest(HoldSlot.type, ["token": .string(token), "startsAt": .string(start)]).status
        }
        #expect(try hold(tuesday10) == 201)
        lag(studio, .minutes(10) - .milliseconds(before))
        #expect(try hold(tuesday14) == 201)
        #expect(try studio.shard.published(HoldReleased.self).map(\.reason) == [reason])
    }

    @Test("A hold and the time for a deposit end at the second that the answer names", arguments: [true, false])
    func wholeSecond(isHold: Bool) throws {
        let studio = try Studio(["depositMinutes": 10])
        let token = try studio.link(deposit: isHold ? nil : Self.amount), other = try studio.link()
        lag(studio, .milliseconds(700))
        let end: JSONValue? = isHold
            ? try studio.guest(HoldSlot.type, ["token": .string(token), "startsAt": .string(tuesday10)]).json["expiresAt"]
            : try studio.book(token, tuesday10).json["deposit"]?["dueAt"]
        #expect(end == "2026-11-21T07:10:00Z")
        lag(studio, .minutes(10) - .milliseconds(700))
        #expect(try studio.book(other, tuesday10).status == 201)
    }

    @Test("A hold ends when its time begins")
    func holdOfWhatBegan() throws {
        let studio = try Studio(["minimumNoticeMinutes": 0, "holdMinutes": 30])
        let token = try studio.link()
        try studio.advance(.hours(6) - .minutes(5))  // Saturday 09:55.
        let hold = try studio.guest(HoldSlot.type, ["token": .string(token), "startsAt": "2026-11-21T13:00:00Z"]).json
        #expect(hold["expiresAt"] == "2026-11-21T13:00:00Z")
        lag(studio, .minutes(8))
        let late = try studio.guest(BookAppointment.type, studio.customer(["token": .string(token), "holdId": hold["id"] ?? .null]))
        #expect(late.slug == "slot-unavailable" && late.member("reason") == "too-soon")
    }

    /// Fills Tuesday, adds a customer to the waitlist and frees the morning. Returns the customer's token and the offered
    /// hold.
    private func offer(_ studio: Studio) throws -> (token: String, hold: String) {
        let morning = try studio.booked(tuesday10, minutes: 180)
        _ = try studio.booked(tuesday14, minutes: 300)
        let token = try studio.link()
        #expect(try join(studio, token).status == 201)
        #expect(try studio.guest(CancelAsCustomer.type, ["manageToken": .string(morning)]).status == 200)
        let url = try #require(try studio.mails().last { $0.template == "waitlist-offer" }?.params["url"]?.string)
        return (token, String(url.split(separator: "=").last ?? ""))
    }
    private func join(_ studio: Studio, _ token: String) throws -> Reply {
        try studio.guest(JoinSlotWaitlist.type, ["token": .string(token), "clientName": "Julieta Paz", "clientEmail": "julieta@example.com",
                                             "from": "2026-11-24", "to": "2026-11-24"])
    }

    @Test("An offer of the waiting list ends at its instant: a stranger may book the slot, the offer may not",
          arguments: [(1, true), (0, false)])
    func waitlistOffer(before: Int, lives: Bool) throws {
        let studio = try Studio(["cancelNoticeMinutes": 0])
        let (token, hold) = try offer(studio)
        lag(studio, .minutes(240) - .milliseconds(before))
        #expect(try studio.book(studio.link(), tuesday10).status == (lives ? 409 : 201))
        let mine = try studio.guest(BookAppointment.type, studio.customer(["token": .string(token), "holdId": .string(hold)]))
        #expect(mine.status == (lives ? 201 : 409))
    }

    @Test("Whoever missed an offer books like everybody else, or waits again")
    func missedOffer() throws {
        let studio = try Studio(["cancelNoticeMinutes": 0])
        let (token, hold) = try offer(studio)
        lag(studio, .minutes(240))
        let mine = try studio.guest(BookAppointment.type, studio.customer(["token": .string(token), "holdId": .string(hold)]))
        let number = try #require(mine.json["id"]?.int)
        #expect(mine.status == 201)
        #expect(try studio.shard.ask(AppointmentDetails.self, ["appointmentId": .string(String(number))], as: Studio.provider)
            .json["source"] == "link")
        #expect(try studio.shard.ask(WaitlistOfProvider.self, as: Studio.provider).json["data"]?.array?.map { $0["status"] } == ["missed"])

        let other = try Studio(["cancelNoticeMinutes": 0])
        let (waiting, _) = try offer(other)
        #expect(try join(other, waiting).slug == "already-waiting")
        lag(other, .minutes(240))
        #expect(try join(other, waiting).status == 201)
    }
}

import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// A customer books the one appointment of a link: with the hold of a slot, or a slot that is free right now.
public struct BookAppointment: Command, HasFormerNames {
    public static let type: MessageType = "scheduling.book-appointment.v1"
    public static let formerFields = BookingNames.customerFields
    public let token: String
    private let form: JSONValue
    public init(from decoder: any Decoder) throws { (token, form) = try PathForm.read("token", decoder) }
    public func encode(to encoder: any Encoder) throws { try PathForm.write(token, as: "token", form, encoder) }
    init(token: String, _ fields: [String: JSONValue]) { (self.token, form) = (token, .object(fields)) }
    static let notesScalarsMax = 500

    public func handle(in tx: SchedulingTransaction) throws -> SecretAnswer {
        let (appointment, isNew) = try book(in: tx)
        let answer = try AnswerForCustomer(tx: tx).answer(appointment).json
        return SecretAnswer(answer, status: isNew ? 201 : 200, location: isNew ? "/booking/appointments/\(appointment.manageToken)" : nil)
    }

    /// The appointment, and whether this call created it. After a refusal the caller must roll back: a command does so,
    /// a page uses `attempt`.
    func book(in tx: SchedulingTransaction) throws -> (appointment: Appointment, isNew: Bool) {
        let found = try tx.links.require(token: token)
        let holdId = form["holdId"]?.string
        // Sent again after the answer was lost: the same answer.
        if let holdId, let known = try tx.appointments.find(holdId: holdId), known.linkId == found.id, !known.isErased {
            return (known, false)
        }
        let link = try DepositSaga(tx: tx).settled(found)
        let hold = try holdId.flatMap { try tx.links.hold($0) }
        try link.checkUsable(for: hold, at: tx.now)
        let calendar = try tx.reading.calendar(of: link.providerId)
        let form = try checked(link, hold, calendar, in: tx)
        return (try Booking(tx: tx, link: link, calendar: calendar).make(form), true)
    }

    private func checked(_ link: BookingLink, _ hold: SlotHold?, _ calendar: ProviderCalendar,
                         in tx: SchedulingTransaction) throws -> Booking.Form {
        var reader = FormReader(form)
        let start = start(link, hold, calendar, &reader)
        let about = CustomerForm(form: form, calendar: calendar, tx: tx, isRequired: true)
        let customer = try about.customer(&reader)
        let notes = reader.typed("notes") {
            CustomerField.text("notes", $0, 0...Self.notesScalarsMax, multiline: true, required: false, &$1)
        }
        let extra = try about.extraFields(&reader)
        let locale = reader.string("locale")
        if let locale, !tx.definition.languages.contains(locale) {
            reader.fail("locale", "must be one of \(tx.definition.languages.joined(separator: ", "))")
        }
        guard reader.isValid, let start, let customer, let notes else { throw Rejection.invalid(tx.names.named(reader.check.errors)) }
        return Booking.Form(start: start, hold: hold, customer: customer, notes: notes, extraFields: extra,
                            locale: tx.language(locale ?? link.locale))
    }

    private func start(_ link: BookingLink, _ hold: SlotHold?, _ calendar: ProviderCalendar, _ reader: inout FormReader) -> Timestamp? {
        let holdId = reader.string("holdId"), startsAt = reader.string("startsAt")
        let date = reader.string("date"), time = reader.string("startTime")
        // Nothing can be said of a start that is of another type.
        guard ["holdId", "startsAt", "date", "startTime"].allSatisfy({ reader.check.errors[$0] == nil }) else { return nil }
        guard let holdId, !holdId.isEmpty else { return reader.start(startsAt, date: date, startTime: time, in: calendar.zone) }
        guard let hold, hold.linkId == link.id else {
            reader.fail("holdId", "is not a hold of this link")
            return nil
        }
        if startsAt != nil || date != nil || time != nil {
            let wanted = reader.start(startsAt, date: date, startTime: time, in: calendar.zone)
            if let wanted, wanted != hold.slot.start { reader.fail("startsAt", "is not the time that is held") }
        }
        return hold.slot.start
    }
}

/// Makes the appointment of a link: claim first, then everything else.
struct Booking {
    let tx: SchedulingTransaction
    let link: BookingLink
    let calendar: ProviderCalendar

    struct Form {
        let start: Timestamp
        let hold: SlotHold?
        let customer: CustomerDetails
        let notes: String
        let extraFields: [String: JSONValue]
        let locale: String
    }

    func make(_ form: Form) throws -> Appointment {
        let holds = try tx.links.liveHolds(of: link.id)
        let own = Set(holds.map { SlotClaimStore.holder(hold: $0.id) })
        let taking = SlotTaking(reading: try tx.reading, calendar: calendar, durationMinutes: link.durationMinutes, party: .guest, own: own)
        let isHeld = form.hold.map { $0.isLive(at: tx.now) } ?? false
        // A live hold was checked when it was made.
        let slot = isHeld ? Interval(start: form.start, minutes: link.durationMinutes) : try taking.check(form.start)
        let id = try tx.numbers.next(.appointment)
        let holder = SlotClaimStore.holder(appointment: id)
        let deposit = deposit(for: slot)
        let buffers = try isHeld ? heldBuffers(form.hold) : calendar.buffers
        guard try tx.claims.claim(link.providerId, slot.widened(by: buffers), places: calendar.places(at: slot.start), holder: holder,
                                  expiresAt: deposit?.dueAt, ignoring: own, at: tx.now) else { throw try taking.taken(form.start) }
        let entry = try tx.waitlist.live(of: link.id)
        // An expired offer was missed: a customer who finds its slot still free books it like everyone else.
        let isOffer = isHeld && form.hold?.kind == .offer && entry?.holdId == form.hold?.id
        let appointment = appointment(id, form, slot, buffers, deposit, source: isOffer ? .waitlist : .link)
        for hold in holds {
            // Only the requested hold became the appointment.
            try SlotHolding(tx: tx).release(hold, as: hold.id == form.hold?.id ? .booked : .released)
        }
        try useLink(for: appointment, waited: isOffer)
        try tx.photos.move(from: link.id, to: appointment.id)
        try AppointmentLife(tx: tx).begin(appointment, by: .customer)
        try DepositSaga(tx: tx).start(appointment)
        return appointment
    }

    /// The buffers of the time that a live hold has claimed. The provider's settings may have changed since, and others may have booked
    /// close to the hold.
    private func heldBuffers(_ hold: SlotHold?) throws -> Buffers {
        guard let hold, let busy = try tx.claims.busy(hold.providerId, holder: SlotClaimStore.holder(hold: hold.id)) else {
            return calendar.buffers
        }
        return hold.slot.buffers(in: busy)
    }

    private func deposit(for slot: Interval) -> Deposit? {
        link.deposit.map { amount in
            Deposit(amount: amount, status: .preparing, paymentId: tx.newID(), clientSecret: tx.token(for: "client-secret"),
                    dueAt: slot.keptUntil(minutes: calendar.settings.depositMinutes, from: tx.now))
        }
    }

    private func appointment(_ id: Int, _ form: Form, _ slot: Interval, _ buffers: Buffers, _ deposit: Deposit?,
                             source: Appointment.Source) -> Appointment {
        let text = form.notes.isEmpty ? link.description : "\(link.description)\n\(form.notes)"
        return Appointment(
            id: id, providerId: link.providerId, linkId: link.id, source: source, status: deposit == nil ? .confirmed : .pending,
            customer: form.customer, description: text,
            extraFields: form.extraFields, slot: slot, durationMinutes: link.durationMinutes, timezone: calendar.timezone,
            buffers: buffers, policy: calendar.settings.policy,
            reminderMinutes: calendar.settings.reminderMinutes, createdAt: tx.now, updatedAt: tx.now, deposit: deposit,
            manageToken: tx.token(for: "manage"), root: tx.root, locale: form.locale, holdId: form.hold?.id, wasConfirmed: deposit == nil)
    }

    private func useLink(for appointment: Appointment, waited: Bool) throws {
        var used = link
        (used.state, used.appointmentId) = (.used, appointment.id)
        try tx.links.update(used)
        tx.cancelTimer(ExpireLink.timerID(link.id))
        try tx.publish(BookingLinkUsed(linkId: link.publicID, providerId: link.providerId, durationMinutes: link.durationMinutes,
                                       expiresAt: link.expiresAt))
        try WaitlistRun(tx: tx).end(of: used, as: waited ? .booked : .ended)
    }
}

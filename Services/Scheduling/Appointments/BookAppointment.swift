import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// A customer books the one appointment of a link: with the hold of a slot, or a slot that is free right now.
public struct BookAppointment: Command, HasFormerNames {
    public static let type: MessageType = "scheduling.book-appointment.v1"
    public static let formerFields = BookingNames.customerFields
    public let token: String
    public let holdId: String?
    public let startsAt: String?
    public let date: String?
    public let startTime: String?
    public let customerName: String?
    public let customerEmail: String?
    public let customerDocument: SealedValue?
    public let customerPhone: String?
    public let notes: String?
    public let locale: String?
    public var extraFields: [String: JSONValue]?
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
        var check = Validation()
        let start = try self.start(link, hold, calendar, &check)
        let kind = calendar.settings.customerDocument
        let name = CustomerField.text(tx.names.customerName, customerName, CustomerDetails.nameScalars, &check)
        let email = CustomerField.email(tx.names.customerEmail, customerEmail, required: true, &check)
        let document = CustomerField.document(tx.names.document, try customerDocument.map { try tx.context.open($0) }, kind, required: true,
                                              &check)
        let phone = try CustomerField.phone(tx.names.customerPhone, customerPhone, in: tx.definition, &check)
        let notes = CustomerField.text("notes", notes, 0...Self.notesScalarsMax, multiline: true, required: false, &check)
        let extra = ExtraField.checked(extraFields, try tx.settings().extraFields, requiring: true, &check)
        if let locale {
            check.require(tx.definition.languages.contains(locale), "locale",
                          "must be one of \(tx.definition.languages.joined(separator: ", "))")
        }
        try check.check()
        guard let start, let name, let email, let document, let phone, let notes else { throw Rejection.malformed("This is no booking.") }
        return Booking.Form(start: start, hold: hold, customer: CustomerDetails(name: name, email: email, document: document, phone: phone),
                            notes: notes, extraFields: extra,
                            locale: tx.language(locale ?? link.locale))
    }

    private func start(_ link: BookingLink, _ hold: SlotHold?, _ calendar: ProviderCalendar,
                       _ check: inout Validation) throws -> Timestamp? {
        guard let holdId, !holdId.isEmpty else {
            return StartTime.read(startsAt, date: date, startTime: startTime, in: calendar.zone, &check)
        }
        guard let hold, hold.linkId == link.id else {
            check.fail("holdId", "is not a hold of this link")
            return nil
        }
        if startsAt != nil || date != nil || startTime != nil {
            let wanted = StartTime.read(startsAt, date: date, startTime: startTime, in: calendar.zone, &check)
            if let wanted { check.require(wanted == hold.slot.start, "startsAt", "is not the time that is held") }
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
            // Only the requested hold became the appointment, and only if it was still live.
            let end: SlotHold.State = !hold.isLive(at: tx.now) ? .expired : hold.id == form.hold?.id ? .booked : .released
            try SlotHolding(tx: tx).release(hold, as: end)
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

import Contracts
import Kernel
import ServiceKit

/// A calendar from elsewhere. One that has rows already keeps them.
extension ImportCalendar: Command, HasFormerNames {
    public static let formerFields = BookingNames.providerFields
    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        // Here already; the provider may have changed it since.
        guard try tx.calendars.hours(of: providerId).isEmpty else { return NoContent() }
        guard (try? TimeZoneRules.named(timezone)) != nil else { throw Rejection.invalid(["timezone": ["is not a time zone"]]) }
        let (kept, errors) = CalendarSettings.read(settings)
        guard errors.isEmpty else { throw Rejection.invalid(errors) }
        var record = try tx.calendars.find(providerId) ?? CalendarRecord(providerId: providerId)
        (record.name, record.timezone) = (name, timezone)
        record.changes.merge(kept) { $1 }
        try tx.calendars.save(record)
        var check = Validation()
        for (place, row) in hours.enumerated() {
            let form = WorkingHoursForm(id: nil, dayOfWeek: row.dayOfWeek, startTime: row.startTime, endTime: row.endTime,
                                        isActive: row.isActive)
            guard var checked = form.row(id: 0, prefix: "hours.\(place).", &check) else { continue }
            checked.id = try tx.numbers.next(.workingHours)
            try tx.calendars.save(checked, of: providerId)
        }
        try check.check()
        for exception in exceptions { try insert(exception, in: tx) }
        return NoContent()
    }

    private func insert(_ exception: Exception, in tx: SchedulingTransaction) throws {
        let start = exception.startTime.flatMap { ClockText.minutes($0) }, end = exception.endTime.flatMap {
            ClockText.minutes($0, allowsEndOfDay: true)
        }
        let minutes = start.flatMap { start in end.flatMap { start < $0 ? start..<$0 : nil } }
        guard exception.startDate <= exception.endDate, let kind = ScheduleOverride.Kind(name: exception.kind, minutes: minutes) else {
            throw Rejection.invalid(["exceptions": ["\(exception.startDate): is not an exception"]])
        }
        try tx.calendars.insert(ScheduleOverride(id: try tx.numbers.next(.scheduleOverride), startDate: exception.startDate,
                                                 endDate: exception.endDate, kind: kind, reason: exception.reason), of: providerId)
    }
}

/// An appointment from elsewhere. Nobody is told; what is ahead takes its time and has its timers.
extension ImportAppointment: Command, HasFormerNames {
    public static let formerFields = BookingNames.providerFields.merging(BookingNames.customerFields) { $1 }
    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        guard try tx.appointments.find(id) == nil else { return NoContent() }  // Here already.
        let calendar = try tx.reading.calendar(of: providerId)
        let slot = Interval(start: startsAt, minutes: durationMinutes)
        let known: Appointment.Status? = switch status {
        case "confirmed": .confirmed
        case "completed": .completed
        case "no_show": .noShow
        case "cancelled": .cancelled(by: cancelledBy.flatMap { Appointment.Party(named: $0) } ?? .provider, reason: nil)
        default: nil
        }
        guard let known, durationMinutes > 0 else { throw Rejection.invalid(["status": ["is unknown"]]) }
        let customer = CustomerDetails(name: customerName, email: customerEmail,
                                       document: try customerDocument.map { try tx.context.open($0) } ?? "", phone: customerPhone)
        let appointment = Appointment(
            id: id, providerId: providerId, linkId: nil, source: .provider, status: known, customer: customer, description: description,
            slot: slot,
            durationMinutes: durationMinutes, timezone: calendar.timezone, buffers: calendar.buffers, policy: calendar.settings.policy,
            reminderMinutes: calendar.settings.reminderMinutes, createdAt: createdAt, updatedAt: max(createdAt, min(tx.now, slot.end)),
            manageToken: tx.token(for: "manage"), root: tx.root, locale: tx.definition.languages.first ?? "en", wasConfirmed: true)
        if known == .confirmed {
            let holder = SlotClaimStore.holder(appointment: id)
            let busy = slot.widened(by: appointment.buffers)
            guard try tx.claims.claim(providerId, busy, places: calendar.places(at: slot.start), holder: holder, expiresAt: nil, at: tx.now)
            else {
                throw Rejection.conflict("slot-taken", "Somebody else has this time.")
            }
        }
        try tx.appointments.insert(appointment)
        try tx.numbers.raise(.appointment, to: id)
        try tx.appointments.record(AppointmentHistory(at: createdAt, by: .provider, what: .booked), of: id)
        if known == .confirmed { try AppointmentLife(tx: tx).setTimers(appointment) }
        return NoContent()
    }
}

/// A booking link from elsewhere.
extension ImportBookingLink: Command, HasFormerNames {
    public static let formerFields = BookingNames.providerFields
    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        guard try tx.links.find(id) == nil else { return NoContent() }  // Here already.
        let link = BookingLink(id: id, providerId: providerId, token: tx.token(for: "booking-link"), description: description,
                               durationMinutes: durationMinutes,
                               deposit: depositAmount.map { Money($0, tx.definition.currency) }, locale: nil,
                               state: isRevoked ? .revoked : .active,
                               expiresAt: expiresAt, createdAt: tx.now, appointmentId: nil, root: tx.root)
        try tx.links.insert(link)
        try tx.numbers.raise(.bookingLink, to: id)
        if !isRevoked { try tx.schedule(ExpireLink.timerID(id), at: expiresAt, ExpireLink(linkId: id)) }
        return NoContent()
    }
}

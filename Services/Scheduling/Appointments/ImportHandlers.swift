import Contracts
import Kernel
import SchedulingKit
import ServiceKit

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
        let life = AppointmentLife(tx: tx)
        if known == .confirmed { try life.setTimers(appointment) } else { try life.scheduleErasure(appointment) }
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

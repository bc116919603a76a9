import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The provider moves an appointment; only what is taken is in the way.
public struct RescheduleAppointment: Command {
    public static let type: MessageType = "scheduling.reschedule-appointment.v1"
    public let appointmentId: PathNumber
    public let startsAt: String?
    public let date: String?
    public let startTime: String?
    public let ignoreWorkingHours: Bool?

    public func handle(in tx: SchedulingTransaction) throws -> SecretAnswer {
        let provider = try tx.provider()
        let calendar = try tx.reading.calendar(of: provider)
        var check = Validation()
        let start = StartTime.read(startsAt, date: date, startTime: startTime, in: calendar.zone, &check)
        if let start { StartTime.check(start, sentAs: startsAt == nil ? "startTime" : "startsAt", at: tx.now, &check) }
        try check.check()
        guard let start else { throw Rejection.malformed("There is no start.") }
        guard var appointment = try tx.appointments.find(appointmentId.number(), of: provider) else { throw Rejection.notFound }
        try Rescheduling(tx: tx, calendar: calendar)
            .move(&appointment, to: start, by: .provider, party: .host(ignoringHours: ignoreWorkingHours ?? false))
        return try AnswerForProvider(tx: tx).answer(appointment)
    }
}

/// The customer moves the appointment, in time and not too often.
public struct RescheduleAsCustomer: Command, HasFormerNames {
    public static let type: MessageType = "scheduling.reschedule-as-customer.v1"
    public static let formerTypes: [MessageType] = ["scheduling.reschedule-as-client.v1"]
    public let manageToken: String
    public let startsAt: String?

    public func handle(in tx: SchedulingTransaction) throws -> SecretAnswer { try AnswerForCustomer(tx: tx).answer(reschedule(in: tx)) }

    /// Throws before anything is written.
    func reschedule(in tx: SchedulingTransaction) throws -> Appointment {
        var check = Validation()
        let start = StartTime.instant(startsAt, &check)
        try check.check()
        guard let start else { throw Rejection.malformed("There is no start.") }
        var appointment = try tx.appointments.require(manageToken: manageToken, at: tx.now)
        let calendar = try tx.reading.calendar(of: appointment.providerId)
        try Rescheduling(tx: tx, calendar: calendar).move(&appointment, to: start, by: .customer, party: .guest)
        return appointment
    }
}

/// Moves an appointment: the old time is free in the same step.
struct Rescheduling {
    let tx: SchedulingTransaction
    let calendar: ProviderCalendar

    func move(_ appointment: inout Appointment, to start: Timestamp, by party: Appointment.Party, party rules: SlotTaking.Party) throws {
        try appointment.checkReschedule(by: party, at: tx.now)
        guard start != appointment.slot.start else { throw Rejection.slotUnchanged }
        let holder = SlotClaimStore.holder(appointment: appointment.id)
        let taking = SlotTaking(reading: try tx.reading, calendar: calendar, durationMinutes: appointment.durationMinutes, party: rules,
                                own: [holder])
        let slot = try taking.check(start)
        let busy = slot.widened(by: calendar.buffers)
        guard try tx.claims.claim(appointment.providerId, busy, places: calendar.places(at: start), holder: holder, expiresAt: nil,
                                  at: tx.now) else { throw try taking.taken(start) }
        try AppointmentLife(tx: tx).move(&appointment, to: slot, calendar: calendar, by: party)
    }
}

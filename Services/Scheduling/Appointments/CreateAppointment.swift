import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The provider writes an appointment into the calendar: no notice, no horizon, no grid; nobody may have the time already.
public struct CreateAppointment: Command, HasFormerNames {
    public static let type: MessageType = "scheduling.create-appointment.v1"
    public static let formerFields = BookingNames.customerFields.merging(BookingNames.workFields) { $1 }
    private let form: JSONValue
    public init(from decoder: any Decoder) throws { form = try JSONValue(from: decoder) }
    public func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }
    static let descriptionScalars = 1...1000
    static let notesScalarsMax = 2000
    static let durationRange = 5...720

    public func handle(in tx: SchedulingTransaction) throws -> SecretAnswer {
        let calendar = try tx.reading.calendar(of: tx.provider())
        let fields = try checked(calendar, in: tx)
        let (start, minutes) = (fields.start, fields.minutes)
        let taking = SlotTaking(reading: try tx.reading, calendar: calendar, durationMinutes: minutes,
                                party: .host(ignoringHours: fields.isIgnoringHours), own: [])
        let slot = try taking.check(start)
        let appointment = Appointment(
            id: try tx.numbers.next(.appointment), providerId: calendar.providerId, linkId: nil, source: .provider, status: .confirmed,
            customer: fields.customer, description: fields.description,
            extraFields: fields.extra, providerNotes: fields.notes, slot: slot, durationMinutes: minutes, timezone: calendar.timezone,
            buffers: calendar.buffers, policy: calendar.settings.policy,
            reminderMinutes: calendar.settings.reminderMinutes, createdAt: tx.now, updatedAt: tx.now, manageToken: tx.token(for: "manage"),
            root: tx.root, locale: tx.definition.languages.first ?? "en", wasConfirmed: true)
        let holder = SlotClaimStore.holder(appointment: appointment.id)
        let busy = slot.widened(by: appointment.buffers)
        guard try tx.claims.claim(calendar.providerId, busy, places: calendar.places(at: start), holder: holder, expiresAt: nil, at: tx.now)
        else { throw try taking.taken(start) }
        try AppointmentLife(tx: tx).begin(appointment, by: .provider)
        return SecretAnswer(try AppointmentAnswer(appointment, tx.names).forProvider(), status: 201,
                            location: "/appointments/\(appointment.id)")
    }

    private struct Fields {
        let start: Timestamp
        let minutes: Int
        let customer: CustomerDetails
        let description, notes: String
        let extra: [String: JSONValue]
        let isIgnoringHours: Bool
    }

    private func checked(_ calendar: ProviderCalendar, in tx: SchedulingTransaction) throws -> Fields {
        var reader = FormReader(form)
        let start = start(calendar, now: tx.now, &reader)
        let minutes = reader.integer("durationMinutes", Self.durationRange, isRequired: true)
        if let minutes, minutes % 5 != 0 { reader.fail("durationMinutes", "must be a multiple of 5") }
        let isIgnoringHours = reader.flag("ignoreWorkingHours") ?? false
        let about = CustomerForm(form: form, calendar: calendar, tx: tx, isRequired: false)
        let customer = try about.customer(&reader)
        let text = reader.typed("description") { CustomerField.text("description", $0, Self.descriptionScalars, multiline: true, &$1) }
        let notes = reader.typed("providerNotes") {
            CustomerField.text("providerNotes", $0, 0...Self.notesScalarsMax, multiline: true, required: false, &$1)
        }
        let extra = try about.extraFields(&reader)
        guard reader.isValid, let start, let minutes, let customer, let text, let notes else {
            throw Rejection.invalid(tx.names.named(reader.check.errors))
        }
        return Fields(start: start, minutes: minutes, customer: customer, description: text, notes: notes, extra: extra,
                      isIgnoringHours: isIgnoringHours)
    }

    private func start(_ calendar: ProviderCalendar, now: Timestamp, _ reader: inout FormReader) -> Timestamp? {
        let startsAt = reader.string("startsAt"), date = reader.string("date"), time = reader.string("startTime")
        // Nothing can be said of a start that is of another type.
        guard ["startsAt", "date", "startTime"].allSatisfy({ reader.check.errors[$0] == nil }) else { return nil }
        var check = Validation()
        let start = StartTime.read(startsAt, date: date, startTime: time, in: calendar.zone, &check)
        if let start { StartTime.check(start, sentAs: startsAt == nil ? "startTime" : "startsAt", at: now, &check) }
        reader.take(check)
        return start
    }
}

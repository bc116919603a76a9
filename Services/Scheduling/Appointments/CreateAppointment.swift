import Contracts
import Kernel
import SchedulingKit
import ServiceKit

/// The provider writes an appointment into the calendar: no notice, no horizon, no grid; nobody may have the time already.
public struct CreateAppointment: Command, HasFormerNames {
    public static let type: MessageType = "scheduling.create-appointment.v1"
    public static let formerFields = BookingNames.customerFields.merging(BookingNames.workFields) { $1 }
    public let customerName: String?
    public let customerEmail: String?
    public let customerDocument: SealedValue?
    public let customerPhone: String?
    public let description: String?
    public let startsAt: String?
    public let date: String?
    public let startTime: String?
    public let durationMinutes: Int?
    public let ignoreWorkingHours: Bool?
    public let providerNotes: String?
    public let extraFields: [String: JSONValue]?
    static let descriptionScalars = 1...1000
    static let notesScalarsMax = 2000
    static let durationRange = 5...720

    public func handle(in tx: SchedulingTransaction) throws -> SecretAnswer {
        let calendar = try tx.reading.calendar(of: tx.provider())
        var check = Validation()
        let start = StartTime.read(startsAt, date: date, startTime: startTime, in: calendar.zone, &check)
        if let start { check.require(start >= tx.now, startsAt == nil ? "startTime" : "startsAt", "is in the past") }
        let minutes = check.number("durationMinutes", durationMinutes, Self.durationRange)
        if let minutes { check.require(minutes % 5 == 0, "durationMinutes", "must be a multiple of 5") }
        let name = CustomerField.text(tx.names.customerName, customerName, CustomerDetails.nameScalars, &check)
        let email = CustomerField.email(tx.names.customerEmail, customerEmail, required: false, &check)
        let document = CustomerField.document(tx.names.document, try customerDocument.map { try tx.context.open($0) },
                                              calendar.settings.customerDocument, required: false, &check)
        let phone = try CustomerField.phone(tx.names.customerPhone, customerPhone, in: tx.definition, &check)
        let text = CustomerField.text(tx.names.description, description, Self.descriptionScalars, multiline: true, &check)
        let notes = CustomerField.text(tx.names.providerNotes, providerNotes, 0...Self.notesScalarsMax, multiline: true, required: false,
                                       &check)
        let extra = ExtraField.checked(extraFields, try tx.settings().extraFields, requiring: false, &check)
        try check.check()
        guard let start, let minutes, let name, let email, let document, let phone, let text, let notes else {
            throw Rejection.malformed("This is no appointment.")
        }
        let taking = SlotTaking(reading: try tx.reading, calendar: calendar, durationMinutes: minutes,
                                party: .host(ignoringHours: ignoreWorkingHours ?? false), own: [])
        let slot = try taking.check(start)
        let customer = CustomerDetails(name: name, email: email, document: document, phone: phone)
        let appointment = Appointment(
            id: try tx.numbers.next(.appointment), providerId: calendar.providerId, linkId: nil, source: .provider, status: .confirmed,
            customer: customer, description: text,
            extraFields: extra, providerNotes: notes, slot: slot, durationMinutes: minutes, timezone: calendar.timezone,
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
}

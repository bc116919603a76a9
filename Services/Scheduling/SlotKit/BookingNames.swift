import Contracts
import Kernel

/// What the API of an app calls provider, customer and the description of the work. Inside, and in messages, they are
/// called so; the plugin that a tenant names decides how requests and answers call them (docs/decisions/0030).
public struct BookingNames: Sendable, Equatable {
    /// The plugin that mounts the routes with these names.
    public let plugin: String
    /// Begins the names of fields: `providerId`, `customerName`. Also who did something: `"by": "customer"`.
    public let provider: String
    public let customer: String
    public let description: String
    /// The identity number of a customer.
    public let document: String

    /// For a new app.
    public static let neutral = BookingNames(plugin: "appointments", provider: "provider", customer: "customer", description: "description",
                                             document: "customerDocument")
    /// As the apps of tattoo studios were written.
    public static let studio = BookingNames(plugin: "booking-links", provider: "artist", customer: "client",
                                            description: "tattooDescription", document: "clientDni")
    static let all = [neutral, studio]

    /// Those of the plugin that the tenant names.
    static func of(_ definition: TenantDefinition) -> BookingNames {
        all.first { definition.has(plugin: $0.plugin, of: Scheduling.name) } ?? neutral
    }

    var providerId: String { "\(provider)Id" }
    var providerName: String { "\(provider)Name" }
    var providerNotes: String { "\(provider)Notes" }
    var customerName: String { "\(customer)Name" }
    var customerEmail: String { "\(customer)Email" }
    var customerPhone: String { "\(customer)Phone" }

    /// A name of a setting of calendars.
    func setting(_ name: String) -> String { name == CalendarSettings.documentName ? "\(customer)Document" : name }

    func party(_ party: Appointment.Party) -> String {
        switch party {
        case .customer: customer
        case .provider: provider
        case .system: "system"
        }
    }
    func source(_ source: Appointment.Source) -> String {
        switch source {
        case .provider: provider
        case .link, .waitlist: source.name
        }
    }
    /// Why the system cancelled. Rows of earlier releases say `artist-erased`.
    func systemReason(_ reason: String) -> String {
        reason == AppointmentLife.providerErased || reason == "artist-erased" ? "\(provider)-erased" : reason
    }

    // MARK: - Live events

    /// Field of an event → what watchers see. Nil: as it is.
    var eventFields: [String: String]? {
        self == .neutral ? nil : ["providerId": providerId, "customerRef": "\(customer)Ref"]
    }
    /// Texts of these fields → what watchers see.
    var eventWords: [String: [String: String]]? {
        guard self != .neutral else { return nil }
        let who = ["provider": provider, "customer": customer]
        return ["by": who, "source": ["provider": provider],
                "reasonCode": who.merging([AppointmentLife.providerErased: "\(provider)-erased"]) { $1 }]
    }

    // MARK: - Requests

    /// How requests of all apps, and the logs of earlier releases, name fields → how commands name them.
    static let customerFields =
        fields { [$0.customerName: "customerName", $0.customerEmail: "customerEmail", $0.document: "customerDocument",
                  $0.customerPhone: "customerPhone"] }
    static let providerFields = fields { [$0.providerId: "providerId"] }
    static let workFields = fields { [$0.description: "description", $0.providerNotes: "providerNotes"] }
    static let settingFields = fields { [$0.setting(CalendarSettings.documentName): CalendarSettings.documentName] }
    private static func fields(_ read: (BookingNames) -> [String: String]) -> [String: String] {
        all.map(read).reduce([:]) { $0.merging($1) { first, _ in first } }.filter { $0.key != $0.value }
    }
}

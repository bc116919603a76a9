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
    package static let all = [neutral, studio]

    /// Those of the plugin that the tenant names.
    package static func of(_ definition: TenantDefinition) -> BookingNames {
        all.first { definition.has(plugin: $0.plugin, of: ServiceName.scheduling) } ?? neutral
    }

    package var providerId: String { "\(provider)Id" }
    package var providerName: String { "\(provider)Name" }
    package var providerNotes: String { "\(provider)Notes" }
    package var customerName: String { "\(customer)Name" }
    package var customerEmail: String { "\(customer)Email" }
    package var customerPhone: String { "\(customer)Phone" }

    /// A name of a setting of calendars.
    package func setting(_ name: String) -> String { name == CalendarSettings.documentName ? "\(customer)Document" : name }

    // MARK: - Requests

    /// What is wrong with fields that are named as commands name them, by the names of the app.
    package func named(_ errors: [String: [String]]) -> [String: [String]] {
        let own = ["customerName": customerName, "customerEmail": customerEmail, "customerPhone": customerPhone,
                   "customerDocument": document, "description": description, "providerNotes": providerNotes]
        return Dictionary(errors.map { (own[$0.key] ?? $0.key, $0.value) }) { $0 + $1 }
    }

    /// How requests of all apps, and the logs of earlier releases, name fields → how commands name them.
    package static let customerFields =
        fields { [$0.customerName: "customerName", $0.customerEmail: "customerEmail", $0.document: "customerDocument",
                  $0.customerPhone: "customerPhone"] }
    package static let providerFields = fields { [$0.providerId: "providerId"] }
    package static let workFields = fields { [$0.description: "description", $0.providerNotes: "providerNotes"] }
    package static let settingFields = fields { [$0.setting(CalendarSettings.documentName): CalendarSettings.documentName] }
    private static func fields(_ read: (BookingNames) -> [String: String]) -> [String: String] {
        all.map(read).reduce([:]) { $0.merging($1) { first, _ in first } }.filter { $0.key != $0.value }
    }
}

import Kernel
import SchedulingKit

// How answers and watchers of an app name who booked, cancelled or is waiting.

extension BookingNames {
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
}

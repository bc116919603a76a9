import Kernel
import ServiceKit

/// Notifies people of what they want to know, when and where they want it.
public enum Notifications: PlatformService {
    public static let name: ServiceName = "notifications"
    /// A new kind of app is a folder in `Sources/`, and its name here.
    package static let sources: [any NotificationSource] = [
        AccountNews(), TicketNews(), MembershipNews(), AppointmentNews(), DeliveryNews(), FoodOrderNews(), FuelOrderNews(),
    ]
    package static let installed = NotificationSources(sources)
    public static let contents: ServiceContents = with(installed)

    /// The service with these sources.
    package static func with(_ sources: NotificationSources) -> ServiceContents {
        ServiceContents(
            features: [.engine, .delivery(sources.vocabulary), .textMessages, .feed, .preferences, .administration, .clientEvents]
                + sources.all.compactMap(\.feature),
            // A payment confirmation does not wait behind a hundred thousand changed events.
            bulkEvents: ["catalog"],
            extensions: sources)
    }
}

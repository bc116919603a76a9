import Kernel
import NotificationPolicy
import NotificationsAccountNews
import NotificationsAdministration
import NotificationsClientEvents
import NotificationsDelivery
import NotificationsEmail
import NotificationsEngine
import NotificationsFeed
import NotificationsFoodOrderNews
import NotificationsFuelOrderNews
import NotificationsKit
import NotificationsMembershipNews
import NotificationsPreferences
import NotificationsPush
import NotificationsTextMessages
import NotificationsTicketNews
import ServiceKit

/// Notifies people of what they want to know, when and where they want it.
public enum Notifications: PlatformService, ChannelList {
    public static let name = ServiceName.notifications
    /// A new kind of app is a folder in `Sources/`, and its name here.
    package static let sources: [any NotificationSource] = [
        AccountNews(), TicketNews(), MembershipNews(), AppointmentNews(), DeliveryNews(), FoodOrderNews(), FuelOrderNews(),
    ]
    /// A new way out of the platform is a folder, and its name here.
    package static let channels: [any Channel] = [InAppChannel(), PushChannel(), EmailChannel(), SMSChannel()]
    package static let installed = NotificationSources(sources)
    public static let contents: ServiceContents = with(installed)

    /// The service with these sources.
    package static func with(_ sources: NotificationSources) -> ServiceContents {
        ServiceContents(
            features: [
                .engine, .delivery(Notifications.self, sources.vocabulary), .textMessages, .feed, .preferences, .administration,
                .clientEvents,
            ] + sources.all.compactMap(\.feature),
            // A payment confirmation does not wait behind a hundred thousand changed events.
            bulkEvents: ["catalog"],
            extensions: NotificationParts(sources: sources, channels: channels))
    }
}

extension Notifications: DescribesSettings {
    public static let settingsReference = Dictionary(uniqueKeysWithValues: channels.map { channel in
        (channel.plugin, NotificationPolicy.reference + ChannelSettings.reference(of: channel.plugin))
    })
}

import Kernel
import ServiceKit

/// Tells people what they want to know, when and where they want to hear it.
public enum Notifications: PlatformService {
    public static let name: ServiceName = "notifications"
    public static let contents = ServiceContents(
        features: [.engine, .delivery, .textMessages, .feed, .preferences, .administration, .accountNews, .ticketNews, .membershipNews],
        // A payment confirmation does not wait behind a hundred thousand changed events.
        bulkEvents: ["catalog"])
}

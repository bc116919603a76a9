import CatalogShops
import Kernel
import ServiceKit

/// What can be found, looked at and claimed: events with tickets, who makes them, who likes them, and how many seats are left; partner shops, what people
/// say of them, and the campaigns they take part in.
public enum Catalog: PlatformService {
    public static let name: ServiceName = "catalog"
    public static let contents = ServiceContents(features: [
        .people, .claims, .discovery, .social, .friends, .events, .waitlist, .shops, .campaigns, .appEvents,
    ])
}

import AuthService
import CatalogService
import Contracts
import GatewayService
import Kernel
import NotificationsService
import OrdersService
import PaymentsService
import SchedulingService
import ServiceKit

/// The services this build of the tool knows: what tenant files may name, what can be verified and documented.
public enum InstalledServices {
    public static let all: [any PlatformService.Type] = [
        Auth.self,
        Catalog.self,
        Orders.self,
        Payments.self,
        Scheduling.self,
        Notifications.self,
    ]

    /// The order they start in. The gateway comes after them.
    public static let names = Topics.services

    public static func named(_ name: ServiceName) -> (any PlatformService.Type)? { all.first { $0.name == name } }

    /// What tenant files are checked against. The gateway has no plugins to name but reads `settings.gateway` and has routes of its own.
    public static var catalogue: TenantCatalogue {
        var catalogue = TenantCatalogue(all)
        catalogue.add("gateway", plugins: [TenantEdge.settings], routes: TenantEdge.routes,
                      reference: [TenantEdge.settings.name: TenantEdge.reference])
        return catalogue
    }
}

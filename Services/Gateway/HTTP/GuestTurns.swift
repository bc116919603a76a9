import Kernel
import ServiceKit

extension Gateway {
    /// A guest's place among those who may succeed on this route. Nil: the route limits nobody, or limits are off.
    func guestTurn(_ token: VerifiedToken?, on route: MountedRoute, _ call: EdgeCall, _ tenant: MountedTenant) -> GuestQuota.Turn? {
        guard token == nil, let limits = settings.rateLimits, let own = route.route.guestsPerHour else { return nil }
        let limit = max(own, limits.guestsPerAddressPerHour ?? 0)
        return guestQuota.take(place(of: route, call, tenant), perHour: limit, now: call.received)
    }

    /// What was refused, and what was answered again, does not count.
    func settle(_ turn: GuestQuota.Turn?, succeeded: Bool, on route: MountedRoute, _ call: EdgeCall, _ tenant: MountedTenant) {
        guard !succeeded, case .taken(let time) = turn else { return }
        guestQuota.giveBack(place(of: route, call, tenant), time)
    }

    private func place(of route: MountedRoute, _ call: EdgeCall, _ tenant: MountedTenant) -> GuestQuota.Place {
        .init(tenant: tenant.tenant, route: route.route.message.rawValue, address: call.address)
    }
}

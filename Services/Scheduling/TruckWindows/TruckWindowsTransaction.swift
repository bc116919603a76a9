import Contracts
import Kernel
import Messaging
import ServiceKit

/// What a command or reaction about windows of trucks works with.
public struct TruckWindowsTransaction: ServiceTransaction {
    public let context: MessageContext
    public init(_ context: MessageContext) { self.context = context }

    var areas: ServiceAreaStore { ServiceAreaStore(database, tenant) }
    var fuels: WindowFuelStore { WindowFuelStore(database, tenant) }
    var schedules: AreaScheduleStore { AreaScheduleStore(database, tenant) }
    var rosters: TruckRosterStore { TruckRosterStore(database, tenant) }
    var claims: WindowClaimStore { WindowClaimStore(database, tenant) }
    var pendingChanges: PendingChangeStore { PendingChangeStore(database, tenant) }

    func board() throws -> WindowBoard {
        WindowBoard(schedules: schedules, rosters: rosters, claims: claims, zone: try TimeZoneRules.named(definition.timezone), now: now)
    }
    /// - Parameter received: when the order came in that is judged.
    func bookingRules(at received: Timestamp) throws -> BookingRules { try BookingRules(of: definition, at: received) }
}

/// What a query about windows of trucks works with.
package struct TruckWindowsView: ServiceView {
    package let context: QueryContext
    package init(_ context: QueryContext) { self.context = context }

    var areas: ServiceAreaStore { ServiceAreaStore(database, tenant) }
    var fuels: WindowFuelStore { WindowFuelStore(database, tenant) }
    var schedules: AreaScheduleStore { AreaScheduleStore(database, tenant) }
    var rosters: TruckRosterStore { TruckRosterStore(database, tenant) }

    func board() throws -> WindowBoard {
        WindowBoard(schedules: schedules, rosters: rosters, claims: WindowClaimStore(database, tenant),
                    zone: try TimeZoneRules.named(definition.timezone), now: now)
    }
}

extension BookingRules {
    /// As the tenant has them.
    init(of definition: TenantDefinition, at now: Timestamp) throws {
        let limits = try definition.shared(FuelLimits.self, in: TruckWindows.service)
        self.init(now: now, zone: try TimeZoneRules.named(definition.timezone), horizonDays: limits.bookingHorizonDays,
                  asapPromiseMinutes: limits.asapPromiseMinutes)
    }
}

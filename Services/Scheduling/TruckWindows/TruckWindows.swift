import Contracts
import Kernel

/// Windows in which trucks deliver, per service area: the plugin of tenants that bring something by truck.
package enum TruckWindows {
    package static let plugin = "truck-windows"
    static let service: ServiceName = "scheduling"
    /// Changes schedules and rosters.
    static let dispatch = "dispatch:manage"
}

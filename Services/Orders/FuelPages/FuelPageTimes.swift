import Kernel
import OrdersKit

/// Times as pages of fuel orders show them.
struct FuelPageTimes {
    let zone: TimeZoneRules

    /// `07:00`
    func clock(_ instant: Timestamp) -> String { zone.local(instant).clock }
    /// `2026-11-24 07:00`
    func day(_ instant: Timestamp) -> String { "\(zone.local(instant).date) \(clock(instant))" }
    /// `2026-11-24 07:00–09:00`; a window that ends at midnight ends at 24:00.
    func window(_ start: Timestamp, _ end: Timestamp) -> String {
        let last = zone.local(end)
        return day(start) + "–" + (last.secondOfDay == 0 ? "24:00" : clock(end))
    }
}

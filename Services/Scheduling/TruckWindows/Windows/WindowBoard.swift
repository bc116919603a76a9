import Contracts
import Kernel

/// The windows of an area with the stops that its trucks have left, as of one moment.
package struct WindowBoard {
    let schedules: AreaScheduleStore
    let rosters: TruckRosterStore
    let claims: WindowClaimStore
    let zone: TimeZoneRules
    let now: Timestamp

    /// The windows of these days, in order; none of an area without a schedule.
    package func windows(of area: ServiceAreaID, on days: ClosedRange<CalendarDate>) throws -> [StaffedWindow] {
        guard let schedule = try schedules.find(area) else { return [] }
        return try staffed(schedule.windows(of: area, on: days, in: zone), of: area)
    }

    /// The window as it is built now. Nil: it no longer is.
    func window(_ wanted: WindowIdentity) throws -> StaffedWindow? {
        guard let schedule = try schedules.find(wanted.area) else { return nil }
        let date = zone.local(wanted.time.start).date
        let built = schedule.windows(of: wanted.area, on: date, in: zone).filter { $0.time == wanted.time }
        return try staffed(built, of: wanted.area).first
    }

    private func staffed(_ windows: [TruckWindow], of area: ServiceAreaID) throws -> [StaffedWindow] {
        guard let first = windows.first, let last = windows.last else { return [] }
        let trucks = Dictionary(grouping: try rosters.trucks(in: area), by: \.weekday)
        let taken = try claims.taken(in: area, from: first.time.start, until: last.time.end, at: now)
        return windows.map { window in
            StaffedWindow(window, WindowStops((trucks[Weekday(of: window.date).number] ?? []).map { truck in
                WindowStops.Truck(id: truck.truck, code: truck.code, fuels: truck.fuels, stops: truck.stops,
                                  taken: taken[TakenStops(time: window.time, truck: truck.truck)] ?? 0)
            }))
        }
    }
}

extension AreaSchedule {
    func windows(of area: ServiceAreaID, on days: ClosedRange<CalendarDate>, in zone: TimeZoneRules) -> [TruckWindow] {
        (days.lowerBound.daysSinceEpoch...days.upperBound.daysSinceEpoch).flatMap { day in
            windows(of: area, on: CalendarDate(daysSinceEpoch: day), in: zone)
        }
    }
}

import Contracts
import Kernel
import ServiceKit

/// `GET /delivery-windows`: the windows of one local date where a place lies, for a fuel.
package struct WindowsOfPlace: Query {
    package static let type: MessageType = "scheduling.windows-of-place.v1"
    let lat: Double?
    let lng: Double?
    let fuelType: String?
    let date: String?

    package func answer(in view: TruckWindowsView) throws -> JSONValue {
        let rules = try BookingRules(of: view.definition, at: view.now)
        let (place, fuel, date) = try checked(rules, view.fuels)
        guard let area = try view.areas.serving(place)?.id else { return ["serviceable": false, "data": []] }
        let board = try view.board()
        let entries = try board.windows(of: area, on: date...date)
        return [
            "serviceable": true, "areaId": .string(area.rawValue), "date": .string(date.description),
            "timezone": .string(view.definition.timezone),
            "asap": date == rules.today ? try asap(in: area, rules, board, fuel) : .null,
            "closedReason": entries.isEmpty ? try closedReason(of: area, on: date, view) : .null,
            "data": .array(entries.map { entry in
                let reason = rules.unavailability(of: entry, for: fuel), window = entry.window
                return [
                    "id": .string(window.id.rawValue), "startsAt": .string(window.time.start.description),
                    "endsAt": .string(window.time.end.description), "localStart": .string(window.localStart),
                    "localEnd": .string(window.localEnd), "cutoffAt": .string(window.cutoffAt.description),
                    "capacity": .int(entry.stops.capacity(for: fuel)), "remaining": .int(entry.stops.remaining(for: fuel)),
                    "available": .bool(reason == nil), "unavailableReason": reason.map { .string($0.rawValue) } ?? .null,
                ]
            }),
        ]
    }

    /// Throws a 422 that names every parameter that is wrong.
    private func checked(_ rules: BookingRules, _ fuels: WindowFuelStore) throws -> (MicroPoint, String, CalendarDate) {
        var check = Validation()
        check.require(lat != nil, "lat", "is required")
        check.require(lng != nil, "lng", "is required")
        let place = MicroPoint(latitude: lat ?? 0, longitude: lng ?? 0)
        if place == nil {
            check.require((-90...90).contains(lat ?? 0), "lat", "must be -90 to 90")
            check.require((-180...180).contains(lng ?? 0), "lng", "must be -180 to 180")
        }
        if let fuelType {
            check.require(try fuels.knows(fuelType), "fuelType", "is not a fuel")
        } else {
            check.fail("fuelType", "is required")
        }
        let day = date.map { CalendarDate($0) } ?? rules.today
        if let day {
            check.require(rules.horizon.contains(day), "date", "must be one of the next \(rules.horizonDays) days")
        } else {
            check.fail("date", "must be a date (YYYY-MM-DD)")
        }
        try check.check()
        guard let place, let fuelType, let day else { throw Rejection.invalid(["lat": ["is required"]]) }
        return (place, fuelType, day)
    }

    private func asap(in area: ServiceAreaID, _ rules: BookingRules, _ board: WindowBoard, _ fuel: String) throws -> JSONValue {
        guard let entry = rules.asap(try board.windows(of: area, on: rules.asapDays), for: fuel) else {
            return ["available": false, "windowId": nil, "promisedBy": nil]
        }
        return ["available": true, "windowId": .string(entry.window.id.rawValue),
                "promisedBy": .string(rules.asapPromise(in: entry.window).description)]
    }

    /// Nil where nobody has said yet when trucks come.
    private func closedReason(of area: ServiceAreaID, on date: CalendarDate, _ view: TruckWindowsView) throws -> JSONValue {
        guard let schedule = try view.schedules.find(area) else { return .null }
        return .string(schedule.exception(on: date)?.reason ?? "closed")
    }
}

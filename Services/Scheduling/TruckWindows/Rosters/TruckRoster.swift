import Contracts
import Kernel

/// How many stops a truck makes in each window, by area and weekday.
package struct TruckRoster: Sendable, Equatable {
    package struct Row: Codable, Sendable, Equatable {
        package let areaId: ServiceAreaID
        package let weekdays: [Weekday]
        package let stopsPerWindow: Int
        package init(areaId: ServiceAreaID, weekdays: [Weekday], stopsPerWindow: Int) {
            (self.areaId, self.weekdays, self.stopsPerWindow) = (areaId, weekdays, stopsPerWindow)
        }
    }
    package let rows: [Row]
    package init(_ rows: [Row]) { self.rows = rows }

    package static let stops = 0...20
    package static let rowsMax = 50

    /// Always one page.
    package var answer: JSONValue {
        ["data": .array(rows.map { row in
            ["areaId": .string(row.areaId.rawValue), "weekdays": .array(row.weekdays.map { .string($0.rawValue) }),
             "stopsPerWindow": .int(row.stopsPerWindow)]
        }), "meta": ["page": 1, "perPage": .int(Self.rowsMax), "total": .int(rows.count), "lastPage": 1]]
    }
}

/// A truck's stops in windows of one area on one weekday.
package struct RosteredTruck: Sendable, Equatable {
    package let truck: TruckID
    package let code: String
    package let fuels: Set<String>
    package let weekday: Int
    package let stops: Int
    package init(truck: TruckID, code: String, fuels: Set<String>, weekday: Int, stops: Int) {
        (self.truck, self.code, self.fuels, self.weekday, self.stops) = (truck, code, fuels, weekday, stops)
    }
}

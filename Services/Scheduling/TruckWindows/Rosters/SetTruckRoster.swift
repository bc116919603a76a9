import Contracts
import Kernel
import ServiceKit

/// Staff say how many stops a truck makes in the windows of its areas. What orders have claimed stays theirs.
package struct SetTruckRoster: Command {
    package static let type: MessageType = "scheduling.set-truck-roster.v1"
    let truckId: TruckID
    /// The body: a list of any JSON.
    let roster: JSONValue
    package init(truckId: TruckID, roster: JSONValue) { (self.truckId, self.roster) = (truckId, roster) }

    package func handle(in tx: TruckWindowsTransaction) throws -> ChangeAnswer {
        try tx.require(permission: TruckWindows.dispatch)
        return try PendingChanges(tx).run(.roster(self))
    }

    func apply(in tx: TruckWindowsTransaction) throws -> JSONValue {
        let roster = try checked()
        try tx.rosters.replace(roster, of: truckId)
        return roster.answer
    }

    /// Throws a 422 that names all fields that failed, each by its place in the list.
    func checked() throws(Rejection) -> TruckRoster {
        var reader = FormReader([:])
        guard let rows = roster.array else { throw .invalid(["body": ["must be a list"]]) }
        if rows.count > TruckRoster.rowsMax { reader.fail("body", "must be at most \(TruckRoster.rowsMax)") }
        var seen: Set<String> = []
        let read = rows.prefix(TruckRoster.rowsMax).enumerated().compactMap { place, row in
            var inner = FormReader(row, at: "\(place)")
            let one = inner.isValid ? Self.row(&inner, &seen) : nil
            reader.take(inner.check)
            return one
        }
        try reader.finish()
        return TruckRoster(read)
    }

    private static func row(_ reader: inout FormReader, _ seen: inout Set<String>) -> TruckRoster.Row? {
        let area: ServiceAreaID? = reader.id("areaId", isRequired: true)
        var days: [Weekday?] = []
        if let sent = reader.value("weekdays", isRequired: true) {
            days = (sent.array ?? []).map { $0.string.flatMap { Weekday(rawValue: $0.trimmed) } }
            if days.isEmpty || days.contains(nil) { reader.fail("weekdays", "must be weekdays (mon to sun)") }
        }
        let known = days.compactMap { $0 }
        let areNew = known.map { seen.insert("\(area?.rawValue ?? "") \($0.rawValue)").inserted }
        if area != nil, areNew.contains(false) { reader.fail("weekdays", "comes twice") }
        let stops = reader.integer("stopsPerWindow", TruckRoster.stops, isRequired: true)
        guard let area, let stops else { return nil }
        return TruckRoster.Row(areaId: area, weekdays: known, stopsPerWindow: stops)
    }
}

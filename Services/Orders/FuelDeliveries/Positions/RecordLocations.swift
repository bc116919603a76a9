import Contracts
import Kernel
import OrdersFuel
import OrdersKit
import OrdersTrucks
import ServiceKit

/// Where a driver on shift was: what his phone collected, in any order, perhaps sent before.
package struct RecordLocations: Command {
    package static let type: MessageType = "orders.record-locations.v1"
    package let form: JSONValue
    package init(_ form: JSONValue) { self.form = form }
    package init(from decoder: any Decoder) throws { form = try JSONValue(from: decoder) }
    package func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

    package struct Taken: Encodable, Sendable {
        let accepted: Int
        let ignored: Int
        let arrived: [OrderID]
    }

    package func handle(in tx: OrdersTransaction) throws -> Taken {
        let driver = try tx.user().userID
        let sent = try LocationRules.read(form, now: tx.now)
        guard let shift = try DriverShifts(tx).open(of: driver) else { throw DriverShifts.required }
        let newest = try tx.driverPoints.newest(of: shift.id)
        var fresh: [DriverPoint] = []
        for point in sent where try !tx.driverPoints.contains(point.recordedAt, of: shift.id) {
            try tx.driverPoints.insert(point, of: shift.id, receivedAt: tx.now)
            fresh.append(point)
        }
        if !fresh.isEmpty { try DriverTraces(tx).deleteLater() }
        // What is older than the newest point so far is kept and shows nothing.
        let path = fresh.filter { $0.recordedAt > newest?.recordedAt ?? .distantPast }
        let arrived = try DriverMoves(tx, shift).follow((newest.map { [$0] } ?? []) + path)
        if let last = path.last {
            for order in try DriverMoves(tx, shift).underWay() { try DriverMoves(tx, shift).show(last, to: order) }
        }
        return Taken(accepted: fresh.count, ignored: sent.count - fresh.count, arrived: arrived)
    }
}

/// Which points a phone may send.
enum LocationRules {
    static let count = 1...100
    static let aheadSeconds = 60
    private static let accuracies = 0.0...1_000_000
    private static let headings = 0.0...359
    private static let speeds = 0.0...100

    /// By the time of the phone. One bad point refuses all of them, and each of its fields that is wrong is named.
    static func read(_ form: JSONValue, now: Timestamp) throws(Rejection) -> [DriverPoint] {
        var reader = FormReader(form)
        let sent = reader.value("points", isRequired: true)
        if let sent, !count.contains(sent.array?.count ?? 0) { reader.fail("points", "must be 1 to 100 entries") }
        try reader.finish()
        var points: [DriverPoint] = []
        for (index, one) in (sent?.array ?? []).enumerated() {
            var inner = FormReader(one, at: "points.\(index)")
            if inner.isValid, let point = point(&inner, now) { points.append(point) }
            reader.take(inner.check)
        }
        try reader.finish()
        return points.sorted { $0.recordedAt < $1.recordedAt }
    }

    private static func point(_ reader: inout FormReader, _ now: Timestamp) -> DriverPoint? {
        let place = reader.point(), recordedAt = reader.time("recordedAt", isRequired: true)
        if let recordedAt {
            if recordedAt > now + .seconds(aheadSeconds) { reader.fail("recordedAt", "must not be in the future") }
            if recordedAt <= .distantPast { reader.fail("recordedAt", "is out of range") }
        }
        let accuracy = number("accuracyMeters", accuracies, "is out of range", &reader)
        let heading = heading(&reader)
        let speed = number("speedMps", speeds, "must be 0 to 100", &reader)
        guard reader.isValid, let place, let recordedAt else { return nil }
        return DriverPoint(location: place, recordedAt: recordedAt, accuracyMeters: accuracy, heading: heading, speed: speed)
    }
    /// Whole degrees.
    private static func heading(_ reader: inout FormReader) -> Int? {
        guard let number = number("heading", headings, "must be 0 to 359", &reader), headings.contains(number) else { return nil }
        guard let degrees = Int(exactly: number) else {
            reader.fail("heading", "must be a whole number")
            return nil
        }
        return degrees
    }
    private static func number(_ name: String, _ range: ClosedRange<Double>, _ flaw: String, _ reader: inout FormReader) -> Double? {
        guard let number = reader.number(name) else { return nil }
        if !range.contains(number) { reader.fail(name, flaw) }
        return number
    }
}

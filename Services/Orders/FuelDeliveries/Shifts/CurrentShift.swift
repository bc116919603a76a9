import Contracts
import Kernel
import OrdersKit
import OrdersTrucks
import ServiceKit

/// The driver's open shift.
package struct CurrentShift: Query {
    package static let type: MessageType = "orders.current-shift.v1"

    package func answer(in view: OrdersView) throws -> ShiftAnswer {
        guard let shift = try view.openShift(of: try view.user().userID) else { throw Rejection.notFound }
        return ShiftAnswer(shift)
    }
}

extension OrdersView {
    /// Nil: there is none, or its time is over and nothing keeps it open.
    func openShift(of driver: User.ID) throws -> Shift? {
        guard let shift = try shifts.open(of: driver) else { return nil }
        guard shift.isOver(at: now) else { return shift }
        let isKept = try driverJobs.all(of: driver).contains { $0.state == .underWay(driver) }
        return isKept ? shift : nil
    }
}

/// A shift as drivers and dispatchers see it.
package struct ShiftAnswer: Encodable, Sendable {
    let shift: Shift
    init(_ shift: Shift) { self.shift = shift }

    private enum Key: String, CodingKey { case id, driverId, truckId, truckCode, areaId, startedAt, endsAt, endedAt, endedBy }
    package func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(shift.id, forKey: .id)
        try box.encode(shift.driver, forKey: .driverId)
        try box.encode(shift.truck, forKey: .truckId)
        try box.encode(shift.truckCode, forKey: .truckCode)
        try box.encode(shift.areaId, forKey: .areaId)
        try box.encode(shift.startedAt.wholeSeconds, forKey: .startedAt)
        try box.encode(shift.endsAt.wholeSeconds, forKey: .endsAt)
        try box.encode(shift.endedAt?.wholeSeconds, forKey: .endedAt)
        try box.encode(shift.endedBy, forKey: .endedBy)
    }
}

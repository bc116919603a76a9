import Contracts
import Kernel

/// When the fuel comes.
package struct FuelSchedule: Codable, Sendable, Equatable {
    package enum Kind: String, Codable, Sendable, CaseIterable { case asap, window }
    package let type: Kind
    package let windowId: TruckWindowID
    package let startsAt: Timestamp
    package let endsAt: Timestamp
    package let promisedBy: Timestamp
    package init(type: Kind, windowId: TruckWindowID, startsAt: Timestamp, endsAt: Timestamp, promisedBy: Timestamp) {
        (self.type, self.windowId, self.startsAt) = (type, windowId, startsAt)
        (self.endsAt, self.promisedBy) = (endsAt, promisedBy)
    }
    package init(type: Kind, _ claimed: WindowClaimed) {
        self.init(type: type, windowId: claimed.windowId, startsAt: claimed.startsAt, endsAt: claimed.endsAt,
                  promisedBy: claimed.promisedBy)
    }
}

/// A wish to move an order, until scheduling answers.
package struct FuelMove: Codable, Sendable, Equatable {
    package let claim: ClaimID
    package let windowId: TruckWindowID
    package let by: FuelActor
    package let wait: FuelWait
}

/// A request that waits for the answer of another service.
package struct FuelWait: Codable, Sendable, Equatable {
    /// The message's id.
    package let request: String
    package let reader: FuelReader
    package let overdueAt: Timestamp
    package init(request: String, reader: FuelReader, overdueAt: Timestamp) {
        (self.request, self.reader, self.overdueAt) = (request, reader, overdueAt)
    }
}

/// Who brings the fuel, with which truck.
package struct FuelDriver: Codable, Sendable, Equatable {
    package let id: User.ID
    package let truckId: TruckID
    package let truckCode: String
    package init(id: User.ID, truckId: TruckID, truckCode: String) { (self.id, self.truckId, self.truckCode) = (id, truckId, truckCode) }
}

/// Who changed an order.
package enum FuelActor: String, Codable, Sendable, CaseIterable {
    case customer, driver, dispatcher, system, geofence
}

/// A change of status.
package struct FuelStep: Codable, Sendable, Equatable {
    package let status: FuelOrderStatus
    package let at: Timestamp
    package let by: FuelActor
    package init(status: FuelOrderStatus, at: Timestamp, by: FuelActor) { (self.status, self.at, self.by) = (status, at, by) }
}

/// What the truck's meter showed.
package struct FuelReading: Codable, Sendable, Equatable {
    package let meterStart: Gallons
    package let meterEnd: Gallons
    package let at: Timestamp
    package var gallons: Gallons { Gallons(thousandths: meterEnd.thousandths - meterStart.thousandths) }
    package init(meterStart: Gallons, meterEnd: Gallons, at: Timestamp) {
        (self.meterStart, self.meterEnd, self.at) = (meterStart, meterEnd, at)
    }
}

/// A picture that proves something. Its bytes lie with the service's files.
package struct FuelPhoto: Codable, Sendable, Equatable {
    package enum Kind: String, Codable, Sendable, CaseIterable { case meter, vehicle, location }
    package let id: String
    package let kind: Kind
    package let sha256: String
    package let size: Int
    package init(id: String, kind: Kind, sha256: String, size: Int) {
        (self.id, self.kind, self.sha256, self.size) = (id, kind, sha256, size)
    }
}

/// What staff should look at.
package enum FuelFlag: String, Codable, Sendable, CaseIterable {
    /// More was delivered than the cap pays for.
    case overCap = "over_cap"
    /// The driver said that he had arrived, and no position proved it.
    case arrivalOverride = "arrival_override"
}

/// Why an order ended without a delivery.
package enum FuelFailReason: String, Codable, Sendable, CaseIterable {
    case paymentTimeout = "payment-timeout"
    case windowFull = "window-full"
    case notServed = "not-served"
    case customerAbsent = "customer-absent"
    case vehicleInaccessible = "vehicle-inaccessible"
    case wrongVehicle = "wrong-vehicle"
    case unsafeLocation = "unsafe-location"
    case notServable = "not-servable"

    /// What drivers and dispatchers may say.
    package var isSaid: Bool {
        switch self {
        case .customerAbsent, .vehicleInaccessible, .wrongVehicle, .unsafeLocation, .notServable: true
        case .paymentTimeout, .windowFull, .notServed: false
        }
    }
    /// The customer pays for the way.
    package var isNoShow: Bool {
        switch self {
        case .customerAbsent, .vehicleInaccessible, .wrongVehicle: true
        case .paymentTimeout, .windowFull, .notServed, .unsafeLocation, .notServable: false
        }
    }
}

package struct FuelFailure: Codable, Sendable, Equatable {
    package let slug: FuelFailReason
    package var note: String?
    package let alternatives: [WindowOption]
    package init(slug: FuelFailReason, note: String? = nil, alternatives: [WindowOption] = []) {
        (self.slug, self.note, self.alternatives) = (slug, note, alternatives)
    }
}

/// What an order costs in the end; minor units. For what was delivered, or for a fee.
package struct FuelFinal: Codable, Sendable, Equatable {
    package let lines: [FuelLine]
    package let total: Int
    /// What is charged of it, at most the cap; the rest is written off.
    package let due: Int
    /// What was captured.
    package var captured = 0
    package var balanceDue = 0
    package var receiptNumber: String?
    package var writtenOff: Int { total - due }
    package init(lines: [FuelLine], total: Int, due: Int) { (self.lines, self.total, self.due) = (lines, total, due) }
}

/// For whom an answer is written, now or later.
package struct FuelReader: Codable, Sendable, Equatable {
    package let user: User.ID
    package let isStaff: Bool
    package init(user: User.ID, isStaff: Bool) { (self.user, self.isStaff) = (user, isStaff) }
}

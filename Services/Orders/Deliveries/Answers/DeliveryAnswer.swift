import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// A job as its courier, its restaurant or the staff sees it.
package struct DeliveryAnswer: Encodable, Sendable {
    let job: Delivery
    let viewer: DeliveryViewer
    let courier: CourierOfJob?
    let steps: [DeliveryStore.Step]
    /// Of the courier who looks, or who has the job.
    let position: CourierPosition?
    let languages: [String]
    let now: Timestamp

    private enum Key: String, CodingKey {
        case id, orderNumber, status, restaurant, dropoff, payout, cash, leaveAtDoor, distanceMeters, estimatedReadyAt, readyAt, courier,
             proof, timeline, createdAt
    }

    package func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(job.id, forKey: .id)
        try box.encode(job.number, forKey: .orderNumber)
        try box.encode(job.status, forKey: .status)
        try box.encode(RestaurantPart(job.pickup, languages, isPhoneShown: isPhoneShown || viewer == .owner), forKey: .restaurant)
        try box.encode(DropoffPart(job.dropoff, viewer.door(of: job, at: now), isPhoneShown: isPhoneShown), forKey: .dropoff)
        try box.encode(PayoutPart(job.payout), forKey: .payout)
        try box.encode(job.cash.map { CashPart(collect: $0) }, forKey: .cash)
        try box.encode(job.leaveAtDoor, forKey: .leaveAtDoor)
        try box.encode(distances, forKey: .distanceMeters)
        try box.encode(job.readyTime(at: now).wholeSeconds, forKey: .estimatedReadyAt)
        try box.encode(job.readyAt?.wholeSeconds, forKey: .readyAt)
        try box.encode(courier.map(courierPart), forKey: .courier)
        try box.encode(job.proof.map { ProofPart($0) }, forKey: .proof)
        try box.encode(steps.map { StepPart($0) }, forKey: .timeline)
        try box.encode(job.createdAt.wholeSeconds, forKey: .createdAt)
    }

    private var isPhoneShown: Bool { viewer.isPhoneShown(of: job, at: now) }
    private var distances: DistancePart {
        DistancePart(toRestaurant: position?.location.wholeMeters(to: job.pickup.location),
                     toCustomer: job.dropoff.location.map { job.pickup.location.wholeMeters(to: $0) })
    }
    private func courierPart(_ courier: CourierOfJob) -> CourierPart {
        let isOwnPhone = viewer == .courier(courier.id)
        return CourierPart(id: courier.id, name: courier.name,
                           phone: courier.phone.map { isPhoneShown || isOwnPhone ? $0 : MaskedPhone.of($0) }, vehicle: courier.vehicle,
                           location: viewer.showsPosition(of: job) ? courier.position.map { PositionPart($0) } : nil)
    }

    struct DistancePart: Encodable {
        private enum Key: String, CodingKey { case toRestaurant, toCustomer }
        let toRestaurant: Int?
        let toCustomer: Int?
        func encode(to encoder: any Encoder) throws {
            var box = encoder.container(keyedBy: Key.self)
            try box.encode(toRestaurant, forKey: .toRestaurant)
            try box.encode(toCustomer, forKey: .toCustomer)
        }
    }
    struct CourierPart: Encodable {
        private enum Key: String, CodingKey { case id, name, phone, vehicle, location }
        let id: User.ID
        let name: String
        let phone: String?
        let vehicle: Courier.Vehicle?
        let location: PositionPart?
        func encode(to encoder: any Encoder) throws {
            var box = encoder.container(keyedBy: Key.self)
            try box.encode(id, forKey: .id)
            try box.encode(name, forKey: .name)
            try box.encode(phone, forKey: .phone)
            try box.encode(vehicle, forKey: .vehicle)
            try box.encode(location, forKey: .location)
        }
    }
    struct ProofPart: Encodable {
        private enum Key: String, CodingKey { case type, at, distanceMeters, photoId }
        let proof: DeliveryProof
        init(_ proof: DeliveryProof) { self.proof = proof }
        func encode(to encoder: any Encoder) throws {
            var box = encoder.container(keyedBy: Key.self)
            try box.encode(proof.kind.rawValue, forKey: .type)
            try box.encode(proof.at.wholeSeconds, forKey: .at)
            try box.encode(proof.distanceMeters, forKey: .distanceMeters)
            if proof.kind == .photo { try box.encode(proof.photoId, forKey: .photoId) }
        }
    }
    struct StepPart: Encodable {
        private enum Key: String, CodingKey { case status, at, by, note }
        private struct By: Encodable {
            enum Key: String, CodingKey { case role, id }
            let actor: DeliveryActor
            func encode(to encoder: any Encoder) throws {
                var box = encoder.container(keyedBy: Key.self)
                try box.encode(actor.role, forKey: .role)
                try box.encode(actor.id, forKey: .id)
            }
        }
        let step: DeliveryStore.Step
        init(_ step: DeliveryStore.Step) { self.step = step }
        func encode(to encoder: any Encoder) throws {
            var box = encoder.container(keyedBy: Key.self)
            try box.encode(step.status, forKey: .status)
            try box.encode(step.at.wholeSeconds, forKey: .at)
            try box.encode(By(actor: step.actor), forKey: .by)
            try box.encode(step.note, forKey: .note)
        }
    }
}

/// A place with its time, by the courier's clock.
struct PositionPart: Encodable {
    let lat: Double
    let lng: Double
    let at: Timestamp
    init(_ position: CourierPosition) {
        (lat, lng, at) = (position.location.lat, position.location.lng, position.at.wholeSeconds)
    }
}

/// Where a courier gets the order.
struct RestaurantPart: Encodable {
    let id: RestaurantID
    let name: String
    let location: GeoPoint
    let addressLine: String
    let phone: String
    init(_ pickup: PickupPlace, _ languages: [String], isPhoneShown: Bool) {
        (id, location, addressLine) = (pickup.id, pickup.location, pickup.addressLine)
        name = languages.lazy.compactMap { pickup.names[$0] }.first ?? pickup.names.min { $0.key < $1.key }?.value ?? ""
        phone = isPhoneShown ? pickup.phone : MaskedPhone.of(pickup.phone)
    }
}

/// Where it goes, as far as the viewer may know.
struct DropoffPart: Encodable {
    private enum Key: String, CodingKey { case line, details, location, phone }
    let dropoff: Dropoff
    init(_ dropoff: Dropoff, _ door: DeliveryViewer.Door, isPhoneShown: Bool) {
        switch door {
        case .whole:
            self.dropoff = Dropoff(line: dropoff.line, details: dropoff.details,
                                   phone: isPhoneShown ? dropoff.phone : dropoff.phone.map(MaskedPhone.of), location: dropoff.location)
        case .area: self.dropoff = Dropoff(line: nil, details: nil, phone: nil, location: dropoff.location?.area)
        case .masked:
            self.dropoff = Dropoff(line: dropoff.line.map { _ in "•••" }, details: dropoff.details.map { _ in "•••" },
                                   phone: dropoff.phone.map(MaskedPhone.of), location: nil)
        }
    }
    func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        try box.encode(dropoff.line, forKey: .line)
        try box.encode(dropoff.details, forKey: .details)
        try box.encode(dropoff.location, forKey: .location)
        try box.encode(dropoff.phone, forKey: .phone)
    }
}

struct PayoutPart: Encodable {
    let base: Money
    let tip: Money
    let total: Money
    init(_ payout: DeliveryPayout) { (base, tip, total) = (payout.base, payout.tip, payout.total) }
}

struct CashPart: Encodable {
    let collect: Money
}

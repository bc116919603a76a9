import Contracts
import Kernel
import OrdersKit
import ServiceKit

// Couriers come and go.
extension Deliveries {
    static func silenceTimer(_ id: User.ID) -> String { "courier-silence:\(id)" }
    static func positionTimer(_ id: User.ID) -> String { "courier-position:\(id)" }
    static var positionHours: Int { 24 }

    /// Why a courier went offline.
    enum Departure: String { case asked, silent, suspended, roleLost = "role-lost" }

    func goOnline(_ courier: inout Courier, at place: GeoPoint) throws {
        let before = courier
        courier.isOnline = true
        courier.position = CourierPosition(location: place, at: tx.now)
        try touch(&courier)
        if !before.isOnline {
            try tx.publish(CourierWentOnline(courierId: courier.id, at: tx.now.wholeSeconds))
            try watchForSilence(courier)
        }
        try offerNearby(to: courier, before: before)
        try showMove(&courier)
    }

    func goOffline(_ courier: inout Courier, _ why: Departure, at: Timestamp) throws {
        guard courier.isOnline else { return }
        (courier.isOnline, courier.silentSince) = (false, nil)
        try tx.couriers.save(courier)
        tx.cancelTimer(Self.silenceTimer(courier.id))
        try forgetPositionLater(of: courier, goneAt: at)
        try endOffers(of: courier.id, .offline, at: at)
        try tx.publish(CourierWentOffline(courierId: courier.id, why: why.rawValue, at: at.wholeSeconds))
    }

    /// The courier did something: a silence is over.
    func touch(_ courier: inout Courier) throws {
        let wasSilent = courier.silentSince != nil
        (courier.actedAt, courier.silentSince) = (tx.now, nil)
        try tx.couriers.save(courier)
        if wasSilent, courier.isOnline { try watchForSilence(courier) }
    }

    // MARK: - Silence

    func watchForSilence(_ courier: Courier) throws {
        try tx.schedule(Self.silenceTimer(courier.id), at: courier.actedAt + .minutes(settings.silenceMinutes),
                        CheckSilence(courierId: courier.id))
    }

    /// A courier of whom nobody has heard for a quarter of an hour is gone, or, if he has an order with him, lost.
    func settleSilence(of id: User.ID) throws {
        guard var courier = try tx.couriers.find(id), courier.isOnline, courier.silentSince == nil else { return }
        let due = courier.actedAt + .minutes(settings.silenceMinutes)
        guard due <= tx.now else { return try watchForSilence(courier) }
        let jobs = try tx.deliveryJobs.underWay(of: id)
        if let out = jobs.first(where: { $0.status != .assigned }) {
            courier.silentSince = courier.actedAt
            try tx.couriers.save(courier)
            try tx.publish(CourierSilent(
                courierId: id, orderId: out.id, number: out.number, restaurantId: out.pickup.id, restaurantNames: out.pickup.names,
                since: courier.actedAt.wholeSeconds, noticedAt: due.wholeSeconds))
        } else {
            try goOffline(&courier, .silent, at: due)
        }
        for var job in jobs where job.status == .assigned { try lose(&job, .silent, by: .system, at: due) }
    }

    // MARK: - Positions

    /// A position is forgotten a day after the last job, or, if the courier was seen elsewhere since, after he went.
    func forgetPositionLater(of courier: Courier, goneAt: Timestamp) throws {
        guard let position = courier.position else { return }
        let since = courier.freedAt.map { position.at.wholeSeconds <= $0 ? $0 : max($0, goneAt) } ?? goneAt
        // Answers show the end of a job in whole seconds.
        let due = since.wholeSeconds + .hours(Self.positionHours)
        try tx.schedule(Self.positionTimer(courier.id), at: due, ForgetPosition(courierId: courier.id))
    }

    /// Lets the orders of a courier know where he is, and their watchers, but those only now and then.
    func showMove(_ courier: inout Courier) throws {
        guard courier.activeJobs > 0, let position = courier.position else { return }
        let jobs = try tx.deliveryJobs.underWay(of: courier.id)
        let isShown = courier.shownAt.map { tx.now - $0 >= .seconds(settings.shownEverySeconds) } ?? true
        if isShown, !jobs.isEmpty {
            courier.shownAt = tx.now
            try tx.couriers.save(courier)
        }
        for job in jobs {
            if isShown {
                try tx.publish(CourierMoved(orderId: job.id, courierId: courier.id, location: position.location,
                                            at: position.at.wholeSeconds, hiddenFrom: PositionAudience.hiddenFrom(job)))
            }
            try Order.deliveryChanged(job, by: .moved, in: tx)
        }
    }
}

/// Who sees the courier of a job on the map (R8). The staff always does: after the job the last position, until it is forgotten.
package enum PositionAudience {
    /// After the end of a job it has no later position of its courier, and none that tells of somebody whose account is gone.
    package static func isKept(_ position: CourierPosition?, endedAt: Timestamp?, isErased: Bool) -> Bool {
        guard let position, let endedAt else { return position != nil }
        return !isErased && position.at.wholeSeconds <= endedAt
    }
    package static func isShownToCustomer(_ status: DeliveryStatus) -> Bool { status.isOut }
    package static func isShownToOwner(_ status: DeliveryStatus) -> Bool {
        switch status {
        case .assigned, .atRestaurant: true
        case .searching, .pickedUp, .atCustomer, .delivered, .failed, .cancelled: false
        }
    }
    static func hiddenFrom(_ job: Delivery) -> [User.ID] {
        (isShownToCustomer(job.status) ? [] : [job.customer]) + (isShownToOwner(job.status) ? [] : [job.pickup.owner])
    }
}

import Contracts
import Kernel
import OrdersKit
import Storage

/// How a job is read from its row.
enum DeliveryRow {
    static let columns = """
        id, number, restaurant_id, owner_id, restaurant_names, restaurant_lat, restaurant_lng, restaurant_line, restaurant_phone, \
        customer_id, line, details, phone, lat, lng, currency, base, tip, cash, leave_at_door, status, courier_id, changed_by, \
        created_at, estimated_ready_at, ready_at, search, exclusive_until, lost_at, picked_up_at, arrived_at, ended_at, wrong_codes, \
        missed, proof, proof_at, proof_meters, proof_photo
        """

    static func delivery(_ row: StoredRow) throws -> Delivery {
        func time(_ column: Int) -> Timestamp? { (row[column] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) } }
        guard let currency = Currency(row[15] as String), let status = DeliveryStatus(rawValue: row[20]) else {
            throw UnreadableRow("delivery \(row[0] as String)")
        }
        let pickup = PickupPlace(
            id: RestaurantID(row[2] as String), owner: User.ID(row[3] as String),
            names: try JSON.decode([String: String].self, from: (row[4] as String).utf8),
            location: GeoPoint(lat: row[5], lng: row[6]), addressLine: row[7], phone: row[8])
        let place: GeoPoint? = if let lat = row[13] as Double?, let lng = row[14] as Double? { GeoPoint(lat: lat, lng: lng) } else { nil }
        var job = Delivery(
            id: OrderID(row[0] as String), number: row[1], pickup: pickup, customer: User.ID(row[9] as String),
            dropoff: Dropoff(line: row[10], details: row[11], phone: row[12], location: place),
            payout: DeliveryPayout(base: Money(row[16], currency), tip: Money(row[17], currency)),
            cash: (row[18] as Int?).map { Money($0, currency) }, leaveAtDoor: (row[19] as Int) == 1,
            createdAt: Timestamp(millisecondsSinceEpoch: row[23]), estimatedReadyAt: Timestamp(millisecondsSinceEpoch: row[24]))
        job.status = status
        job.courier = (row[21] as String?).map { User.ID($0) }
        job.changedBy = (row[22] as String?).map { User.ID($0) }
        job.readyAt = time(25)
        job.search = row[26]
        (job.exclusiveUntil, job.lostAt, job.pickedUpAt, job.arrivedAt, job.endedAt) = (time(27), time(28), time(29), time(30), time(31))
        job.wrongCodes = row[32]
        job.isMissed = (row[33] as Int) == 1
        if let kind = (row[34] as String?).flatMap({ DeliveryProof.Kind(rawValue: $0) }), let at = time(35) {
            job.proof = DeliveryProof(kind: kind, at: at, distanceMeters: row[36], photoId: row[37])
        }
        return job
    }
}

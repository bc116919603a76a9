import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of `delivery` and `delivery_step`, for one tenant.
package struct DeliveryStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package func find(_ id: OrderID) throws -> Delivery? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT \(DeliveryRow.columns) FROM delivery WHERE tenant = ? AND id = ?"),
                               [tenant, id.rawValue]).map(DeliveryRow.delivery)
    }

    package func insert(_ job: Delivery) throws {
        try db.cachedStatement(sql: """
            INSERT INTO delivery (tenant, id, number, restaurant_id, owner_id, restaurant_names, restaurant_lat, restaurant_lng,
                restaurant_band, restaurant_line, restaurant_phone, customer_id, line, details, phone, lat, lng, currency, base, tip, cash,
                leave_at_door, status, created_at, estimated_ready_at, search, exclusive_until, wrong_codes, missed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)
            """).run([
                tenant, job.id.rawValue, job.number, job.pickup.id.rawValue, job.pickup.owner.rawValue, try JSON.text(job.pickup.names),
                job.pickup.location.lat, job.pickup.location.lng, SearchArea.band(of: job.pickup.location), job.pickup.addressLine,
                job.pickup.phone, job.customer.rawValue, job.dropoff.line, job.dropoff.details, job.dropoff.phone,
                job.dropoff.location?.lat, job.dropoff.location?.lng, job.payout.base.currency.code, job.payout.base.amount,
                job.payout.tip.amount, job.cash?.amount, job.leaveAtDoor ? 1 : 0, job.status.rawValue,
                job.createdAt.millisecondsSinceEpoch, job.estimatedReadyAt.millisecondsSinceEpoch, job.search,
                job.exclusiveUntil?.millisecondsSinceEpoch,
            ])
    }

    package func update(_ job: Delivery) throws {
        try db.cachedStatement(sql: """
            UPDATE delivery SET status = ?, courier_id = ?, changed_by = ?, estimated_ready_at = ?, ready_at = ?, search = ?,
                exclusive_until = ?, lost_at = ?, picked_up_at = ?, arrived_at = ?, ended_at = ?, wrong_codes = ?, missed = ?, proof = ?,
                proof_at = ?, proof_meters = ?, proof_photo = ?
            WHERE tenant = ? AND id = ?
            """).run([
                job.status.rawValue, job.courier?.rawValue, job.changedBy?.rawValue, job.estimatedReadyAt.millisecondsSinceEpoch,
                job.readyAt?.millisecondsSinceEpoch, job.search, job.exclusiveUntil?.millisecondsSinceEpoch,
                job.lostAt?.millisecondsSinceEpoch, job.pickedUpAt?.millisecondsSinceEpoch, job.arrivedAt?.millisecondsSinceEpoch,
                job.endedAt?.millisecondsSinceEpoch, job.wrongCodes, job.isMissed ? 1 : 0, job.proof?.kind.rawValue,
                job.proof?.at.millisecondsSinceEpoch, job.proof?.distanceMeters, job.proof?.photoId, tenant, job.id.rawValue,
            ])
    }

    // MARK: - Of couriers

    /// Jobs that look for a courier and whose restaurant is in an area; some a little outside it.
    package func searching(in area: SearchArea) throws -> [Delivery] {
        var found: [Delivery] = []
        for band in area.bands {
            for span in area.spans {
                found += try StoredRow.fetchAll(try db.cachedStatement(sql: """
                    SELECT \(DeliveryRow.columns) FROM delivery
                    WHERE tenant = ? AND restaurant_band = ? AND restaurant_lng BETWEEN ? AND ? AND status = 'searching'
                    """), [tenant, band, span.lowerBound, span.upperBound]).map(DeliveryRow.delivery)
            }
        }
        return found.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    /// What a courier has to do now, oldest first.
    package func underWay(of courier: User.ID) throws -> [Delivery] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(DeliveryRow.columns) FROM delivery WHERE tenant = ? AND courier_id = ? AND ended_at IS NULL ORDER BY created_at, id
            """), [tenant, courier.rawValue]).map(DeliveryRow.delivery)
    }

    /// A courier's jobs, newest first. `isOver`: only those that ended, or only the others.
    package func list(of courier: User.ID, isOver: Bool?, limit: Int, offset: Int) throws -> (jobs: [Delivery], total: Int) {
        let condition = "FROM delivery WHERE tenant = ?1 AND courier_id = ?2 AND (?3 IS NULL OR (ended_at IS NOT NULL) = ?3)"
        let arguments: StatementArguments = [tenant, courier.rawValue, isOver.map { $0 ? 1 : 0 }]
        let total = try Int.fetchOne(try db.cachedStatement(sql: "SELECT count(*) \(condition)"), arguments: arguments) ?? 0
        let rows = try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(DeliveryRow.columns) \(condition) ORDER BY created_at DESC, id DESC LIMIT ?4 OFFSET ?5
            """), arguments: arguments + [limit, offset])
        return (try rows.map(DeliveryRow.delivery), total)
    }

    // MARK: - Of the staff

    /// All jobs, newest first.
    package func list(status: DeliveryStatus?, limit: Int, offset: Int) throws -> (jobs: [Delivery], total: Int) {
        let condition = "FROM delivery WHERE tenant = ?1 AND (?2 IS NULL OR status = ?2)"
        let arguments: StatementArguments = [tenant, status?.rawValue]
        let total = try Int.fetchOne(try db.cachedStatement(sql: "SELECT count(*) \(condition)"), arguments: arguments) ?? 0
        let rows = try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(DeliveryRow.columns) \(condition) ORDER BY created_at DESC, id DESC LIMIT ?3 OFFSET ?4
            """), arguments: arguments + [limit, offset])
        return (try rows.map(DeliveryRow.delivery), total)
    }

    /// Jobs that go on and need a person of the platform, newest first: nobody comes for what is ready, the courier is silent or may
    /// not ride any more, the code is locked, or the courier has the order for too long.
    package func needingAttention(missedSince: Timestamp, outSince: Timestamp, silentSince: Timestamp, codeTries: Int,
                                  status: DeliveryStatus?, limit: Int, offset: Int) throws -> (jobs: [Delivery], total: Int) {
        let condition = """
            FROM delivery d LEFT JOIN courier c ON c.tenant = d.tenant AND c.id = d.courier_id
            WHERE d.tenant = ?1 AND d.ended_at IS NULL AND (?2 IS NULL OR d.status = ?2) AND (
                d.status = 'searching' AND d.ready_at IS NOT NULL AND max(d.ready_at, coalesce(d.lost_at, d.ready_at)) <= ?3
                OR d.picked_up_at <= ?4 OR d.wrong_codes >= ?6
                OR d.courier_id IS NOT NULL AND (c.id IS NULL OR c.has_role = 0 OR c.status <> 'approved' OR c.acted_at <= ?5))
            """
        let arguments: StatementArguments = [tenant, status?.rawValue, missedSince.millisecondsSinceEpoch, outSince.millisecondsSinceEpoch,
                                             silentSince.millisecondsSinceEpoch, codeTries]
        let total = try Int.fetchOne(try db.cachedStatement(sql: "SELECT count(*) \(condition)"), arguments: arguments) ?? 0
        let columns = DeliveryRow.columns.split(separator: ",").map { "d." + $0.drop { $0 == " " } }.joined(separator: ", ")
        let rows = try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT \(columns) \(condition) ORDER BY d.created_at DESC, d.id DESC LIMIT ?7 OFFSET ?8
            """), arguments: arguments + [limit, offset])
        return (try rows.map(DeliveryRow.delivery), total)
    }

    // MARK: - Erased accounts

    /// Marks the jobs of a customer, and forgets where those went that are over, and what was noted of them.
    package func forget(customer: User.ID) throws {
        try db.cachedStatement(sql: "UPDATE delivery SET customer_erased = 1 WHERE tenant = ? AND customer_id = ?")
            .run([tenant, customer.rawValue])
        try db.cachedStatement(sql: """
            UPDATE delivery SET line = NULL, details = NULL, phone = NULL, lat = NULL, lng = NULL
            WHERE tenant = ? AND customer_id = ? AND ended_at IS NOT NULL
            """).run([tenant, customer.rawValue])
        // Left alone, SQLite reads all jobs of the app in the order of their ids.
        try db.cachedStatement(sql: """
            UPDATE delivery_step SET note = NULL WHERE tenant = ? AND delivery_id IN (
                SELECT id FROM delivery INDEXED BY delivery_of_customer WHERE tenant = ? AND customer_id = ? AND ended_at IS NOT NULL)
            """).run([tenant, tenant, customer.rawValue])
    }
    /// The same for a job that is over now, if its customer's account is gone.
    package func forgetErased(_ id: OrderID) throws {
        try db.cachedStatement(sql: """
            UPDATE delivery SET line = NULL, details = NULL, phone = NULL, lat = NULL, lng = NULL
            WHERE tenant = ? AND id = ? AND customer_erased = 1
            """).run([tenant, id.rawValue])
        try db.cachedStatement(sql: """
            UPDATE delivery_step SET note = NULL WHERE tenant = ?
                AND delivery_id IN (SELECT id FROM delivery WHERE tenant = ? AND id = ? AND customer_erased = 1)
            """).run([tenant, tenant, id.rawValue])
    }

    // MARK: - Timeline

    package struct Step: Sendable, Equatable {
        package let status: DeliveryStatus
        package let at: Timestamp
        package let actor: DeliveryActor
        package let note: String?
    }
    package func note(_ step: Step, of id: OrderID) throws {
        try db.cachedStatement(sql: """
            INSERT INTO delivery_step (tenant, delivery_id, position, status, at, by_role, by_id, note)
            SELECT ?1, ?2, (SELECT count(*) FROM delivery_step WHERE tenant = ?1 AND delivery_id = ?2), ?3, ?4, ?5, ?6, ?7
            """).run([tenant, id.rawValue, step.status.rawValue, step.at.millisecondsSinceEpoch, step.actor.role, step.actor.id?.rawValue,
                      step.note])
    }
    package func steps(of id: OrderID) throws -> [Step] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT status, at, by_role, by_id, note FROM delivery_step WHERE tenant = ? AND delivery_id = ? ORDER BY position
            """), [tenant, id.rawValue]).map { row in
                guard let status = DeliveryStatus(rawValue: row[0]) else { throw UnreadableRow("delivery_step of \(id)") }
                return Step(status: status, at: Timestamp(millisecondsSinceEpoch: row[1]),
                            actor: DeliveryActor(role: row[2], id: (row[3] as String?).map { User.ID($0) }), note: row[4])
            }
    }
}

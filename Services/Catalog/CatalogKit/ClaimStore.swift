import Contracts
import GRDB
import Kernel
import Storage

/// The claim primitive on its tables: claim → hold → confirm, release or expire. The only place that moves stock.
///
/// Called inside the writer's transaction, one message after the other: what is read here is true until it is written.
package struct ClaimStore {
    private let database: Database
    private let tenant: TenantID
    package init(database: Database, tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    // MARK: - Reading

    package func find(_ id: ClaimID) throws -> Claim? {
        let statement = try database.cachedStatement(sql: """
            SELECT scope_id, kind, holder_id, user_id, state, expires_at FROM claim WHERE tenant = ? AND claim_id = ?
            """)
        return try StoredRow.fetchOne(statement, arguments: [tenant.rawValue, id.rawValue]).map { row in
            let state = Self.state(row[4], row[5])
            return Claim(id: id, listing: ListingReference(kind: row[1], id: row[0]), holder: row[2], user: User.ID(row[3] as String),
                         lines: try lines(of: id, in: state), state: state)
        }
    }

    private func lines(of id: ClaimID, in state: Claim.State) throws -> [Claim.Line] {
        let statement = try database.cachedStatement(sql: """
            SELECT resource_id, unit, quantity, unit_price, returned FROM claim_line WHERE tenant = ? AND claim_id = ?
            """)
        let rows = try StoredRow.fetchAll(statement, arguments: [tenant.rawValue, id.rawValue])
        switch state {
        case .held:
            // A part may be back before the rest is sold.
            return rows.map { Claim.Line(subject: $0[0], unit: $0[1], quantity: ($0[2] as Int) - ($0[4] as Int), unitPrice: $0[3]) }
                .filter { $0.quantity > 0 }
        case .confirmed, .released, .expired:
            return rows.map { Claim.Line(subject: $0[0], unit: $0[1], quantity: $0[2], unitPrice: $0[3]) }
        }
    }

    private static func state(_ text: String, _ expiresAt: Int64?) -> Claim.State {
        switch text {
        case "confirmed": .confirmed
        case "released": .released
        case "expired": .expired
        default: .held(until: expiresAt.map { Timestamp(millisecondsSinceEpoch: $0) })
        }
    }

    /// Holds that live and what was bought and not given back, of one person in one scope.
    package func units(of user: User.ID, in scope: String) throws -> Int {
        try Int.fetchOne(
            try database.cachedStatement(sql: "SELECT held + bought FROM holding WHERE tenant = ? AND scope_id = ? AND user_id = ?"),
            arguments: [tenant.rawValue, scope, user.rawValue]) ?? 0
    }

    /// How many people have bought something in the scope and not given all of it back.
    package func buyerCount(in scope: String) throws -> Int {
        try Int.fetchOne(try database.cachedStatement(sql: "SELECT count(*) FROM holding WHERE tenant = ? AND scope_id = ? AND bought > 0"),
                         arguments: [tenant.rawValue, scope]) ?? 0
    }

    /// Holds of the scope whose time is over although no timer said so yet, soonest first.
    package func overdue(in scope: String, at now: Timestamp) throws -> [ClaimID] {
        try String.fetchAll(try database.cachedStatement(sql: """
            SELECT claim_id FROM claim WHERE tenant = ? AND scope_id = ? AND state = 'held' AND expires_at <= ?
            ORDER BY expires_at, claim_id
            """), arguments: [tenant.rawValue, scope, now.millisecondsSinceEpoch]).map { ClaimID($0) }
    }

    /// All holds of the scope.
    package func live(in scope: String) throws -> [ClaimID] {
        try String.fetchAll(database,
                            sql: "SELECT claim_id FROM claim WHERE tenant = ? AND scope_id = ? AND state = 'held' ORDER BY claim_id",
                            arguments: [tenant.rawValue, scope]).map { ClaimID($0) }
    }

    // MARK: - Resources

    /// Declares that something can be claimed, or changes how much of it there is; what is sold and held stays. Its unit never changes.
    package func save(_ resource: Resource, of listing: ListingReference) throws {
        // Two statements: one that may do either looks for rows that refer to the key, as if it could change.
        let change = try database.cachedStatement(sql: "UPDATE resource SET quantity = ? WHERE tenant = ? AND resource_id = ?")
        try change.run([resource.stock.quantity, tenant.rawValue, resource.subject])
        guard database.changesCount == 0 else { return }
        try database.cachedStatement(sql: """
            INSERT INTO resource (tenant, resource_id, kind, scope_id, unit, quantity, sold) VALUES (?, ?, ?, ?, ?, ?, ?)
            """).run([
                tenant.rawValue, resource.subject, listing.kind, listing.id, resource.unit, resource.stock.quantity, resource.stock.sold,
            ])
    }
    /// The stock of everything that can be claimed of a listing, by subject.
    package func stock(of listing: ListingReference) throws -> [String: Stock] {
        // A listing has few resources; `kind` is compared because ids of two kinds may be equal.
        let rows = try StoredRow.fetchAll(try database.cachedStatement(sql: """
            SELECT resource_id, quantity, sold, held, offered FROM resource WHERE tenant = ? AND kind = ? AND scope_id = ?
            """), arguments: [tenant.rawValue, listing.kind, listing.id])
        return Dictionary(rows.map { ($0[0], Stock(quantity: $0[1], sold: $0[2], held: $0[3], offered: $0[4])) }) { first, _ in first }
    }

    // MARK: - Claiming

    /// Writes a claim that is held or sold, and takes its units from the stock. The caller has seen that there is enough; the table refuses
    /// what is too much.
    package func insert(_ claim: Claim, at now: Timestamp) throws {
        try write(claim, createdAt: now)
        try database.cachedStatement(sql: "DELETE FROM claim_line WHERE tenant = ? AND claim_id = ?")
            .run([tenant.rawValue, claim.id.rawValue])
        let line = try database.cachedStatement(sql: """
            INSERT INTO claim_line (tenant, claim_id, resource_id, unit, quantity, unit_price) VALUES (?, ?, ?, ?, ?, ?)
            """)
        let isSold = claim.state == .confirmed
        let take = try database.cachedStatement(sql: isSold
            ? "UPDATE resource SET sold = sold + ? WHERE tenant = ? AND resource_id = ?"
            : "UPDATE resource SET held = held + ? WHERE tenant = ? AND resource_id = ?")
        for part in claim.lines {
            try line.run([tenant.rawValue, claim.id.rawValue, part.subject, part.unit, part.quantity, part.unitPrice])
            try take.run([part.quantity, tenant.rawValue, part.subject])
        }
        try count(held: isSold ? 0 : claim.quantity, bought: isSold ? claim.quantity : 0, of: claim.user, in: claim.listing.id)
    }

    /// Remembers a claim that holds nothing: a release that came first, so that the claim is refused when it comes.
    package func rememberReleased(_ id: ClaimID, holder: String, at now: Timestamp) throws {
        try write(Claim(id: id, listing: .unknown, holder: holder, user: User.ID(""), lines: [], state: .released), createdAt: now)
    }

    /// Writes a claim's new state and moves its stock.
    package func apply(_ effect: Claim.Effect, of claim: Claim) throws {
        let (state, end) = Self.columns(claim.state)
        try database.cachedStatement(sql: "UPDATE claim SET state = ?, expires_at = ? WHERE tenant = ? AND claim_id = ?")
            .run([state, end, tenant.rawValue, claim.id.rawValue])
        switch effect {
        case .nothing: return
        case .heldBecomesSold:
            let sell = try database.cachedStatement(
                sql: "UPDATE resource SET held = held - ?1, sold = sold + ?1 WHERE tenant = ?2 AND resource_id = ?3")
            for line in claim.lines { try sell.run([line.quantity, tenant.rawValue, line.subject]) }
            try count(held: -claim.quantity, bought: claim.quantity, of: claim.user, in: claim.listing.id)
        case .heldGoesBack:
            let free = try database.cachedStatement(sql: "UPDATE resource SET held = held - ? WHERE tenant = ? AND resource_id = ?")
            for line in claim.lines { try free.run([line.quantity, tenant.rawValue, line.subject]) }
            try count(held: -claim.quantity, bought: 0, of: claim.user, in: claim.listing.id)
        }
    }

    /// Puts back what a claim holds or has sold in these units. False: nothing of them was left.
    package func giveBack(_ units: Set<String>, of claim: Claim) throws -> Bool {
        let rows = try StoredRow.fetchAll(try database.cachedStatement(sql: """
            SELECT resource_id, unit, quantity - returned FROM claim_line WHERE tenant = ? AND claim_id = ? AND returned < quantity
            """), arguments: [tenant.rawValue, claim.id.rawValue])
        let lines = rows.map { Claim.Line(subject: $0[0], unit: $0[1], quantity: $0[2]) }.filter { units.contains($0.unit) }
        let isSold = claim.state == .confirmed
        let free = try database.cachedStatement(sql: isSold
            ? "UPDATE resource SET sold = sold - ? WHERE tenant = ? AND resource_id = ?"
            : "UPDATE resource SET held = held - ? WHERE tenant = ? AND resource_id = ?")
        let note = try database.cachedStatement(
            sql: "UPDATE claim_line SET returned = quantity WHERE tenant = ? AND claim_id = ? AND resource_id = ?")
        for line in lines {
            try free.run([line.quantity, tenant.rawValue, line.subject])
            try note.run([tenant.rawValue, claim.id.rawValue, line.subject])
        }
        let sum = lines.reduce(0) { $0 + $1.quantity }
        if sum > 0 { try count(held: isSold ? 0 : -sum, bought: isSold ? -sum : 0, of: claim.user, in: claim.listing.id) }
        return sum > 0
    }

    private static func columns(_ state: Claim.State) -> (String, Int64?) {
        switch state {
        case .held(let end): ("held", end?.millisecondsSinceEpoch)
        case .confirmed: ("confirmed", nil)
        case .released: ("released", nil)
        case .expired: ("expired", nil)
        }
    }

    private func write(_ claim: Claim, createdAt now: Timestamp) throws {
        let (state, end) = Self.columns(claim.state)
        try database.cachedStatement(sql: """
            INSERT INTO claim (tenant, claim_id, scope_id, kind, holder_id, user_id, state, expires_at, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, claim_id) DO UPDATE SET state = excluded.state, expires_at = excluded.expires_at
            """).run([
                tenant.rawValue, claim.id.rawValue, claim.listing.id, claim.listing.kind, claim.holder, claim.user.rawValue, state, end,
                now.millisecondsSinceEpoch,
            ])
    }

    private func count(held: Int, bought: Int, of user: User.ID, in scope: String) throws {
        try database.cachedStatement(sql: """
            INSERT INTO holding (tenant, scope_id, user_id, held, bought) VALUES (?1, ?2, ?3, max(?4, 0), max(?5, 0))
            ON CONFLICT (tenant, scope_id, user_id) DO UPDATE SET held = held + ?4, bought = bought + ?5
            """).run([tenant.rawValue, scope, user.rawValue, held, bought])
    }

    // MARK: - Returns

    /// False: this return was taken before.
    package func beginReturn(_ id: String, at now: Timestamp) throws -> Bool {
        try database.cachedStatement(sql: "INSERT INTO stock_return (tenant, return_id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
            .run([tenant.rawValue, id, now.millisecondsSinceEpoch])
        return database.changesCount == 1
    }

    /// Puts sold units back. Answers the price of one as it was claimed, and who had bought it; nils for what was sold
    /// before this catalog kept claims.
    package func returnSold(_ quantity: Int, of resource: String, soldTo holder: String, in scope: String,
                            by known: User.ID?) throws -> Int? {
        let line = try StoredRow.fetchOne(try database.cachedStatement(sql: """
            SELECT c.claim_id, c.user_id, l.unit_price FROM claim c JOIN claim_line l ON l.tenant = c.tenant AND l.claim_id = c.claim_id
            WHERE c.tenant = ? AND c.holder_id = ? AND c.state = 'confirmed' AND l.resource_id = ? AND l.quantity - l.returned >= ? LIMIT 1
            """), arguments: [tenant.rawValue, holder, resource, quantity])
        if let line {
            try database.cachedStatement(
                sql: "UPDATE claim_line SET returned = returned + ? WHERE tenant = ? AND claim_id = ? AND resource_id = ?")
                .run([quantity, tenant.rawValue, line[0] as String, resource])
        }
        try database.cachedStatement(sql: "UPDATE resource SET sold = sold - ? WHERE tenant = ? AND resource_id = ?")
            .run([quantity, tenant.rawValue, resource])
        if let user = (line?[1] as String?) ?? known?.rawValue {
            try database.cachedStatement(
                sql: "UPDATE holding SET bought = max(bought - ?, 0) WHERE tenant = ? AND scope_id = ? AND user_id = ?")
                .run([quantity, tenant.rawValue, scope, user])
        }
        return line?[2]
    }

    /// Minor units of an order's money that were refunded, as far as the catalog knows.
    package func refunded(to holder: String, in scope: String) throws -> Int {
        let known = try Int.fetchOne(try database.cachedStatement(sql: "SELECT total FROM order_refund WHERE tenant = ? AND order_id = ?"),
                                     arguments: [tenant.rawValue, holder])
        if let known { return known }
        // Orders from before this table: the face value of every returned seat was refunded.
        return try Int.fetchOne(try database.cachedStatement(sql: """
            SELECT coalesce(sum(l.returned * l.unit_price), 0) FROM claim c JOIN claim_line l ON l.tenant = c.tenant
            AND l.claim_id = c.claim_id
            WHERE c.tenant = ? AND c.holder_id = ? AND c.scope_id = ? AND c.state = 'confirmed'
            """), arguments: [tenant.rawValue, holder, scope]) ?? 0
    }
    package func noteRefunded(_ total: Int, to holder: String) throws {
        try database.cachedStatement(sql: """
            INSERT INTO order_refund (tenant, order_id, total) VALUES (?, ?, ?)
            ON CONFLICT (tenant, order_id) DO UPDATE SET total = excluded.total
            """).run([tenant.rawValue, holder, total])
    }

    /// What was bought before this catalog kept claims (imported data).
    package func rememberBought(_ quantity: Int, by user: User.ID, in scope: String) throws {
        try count(held: 0, bought: quantity, of: user, in: scope)
    }
}

import Contracts
import GRDB
import Kernel

/// Rows of payments and their attempts.
package struct PaymentStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns = """
        p.id, p.order_id, p.user_id, p.organizer_id, p.event_id, p.amount, p.currency, p.created_at, p.hold_expires_at, p.hold_extended, \
        p.misbehaviour,
        p.status, p.attempts, p.failure_code, p.action_kind, p.action_instructions, p.settled_at, p.unwanted, p.refunded_amount, \
        p.refund_pending_amount,
        a.number, a.type, a.reference, a.last4, a.brand, a.exp_month, a.exp_year, a.started_at, a.deadline_at, a.misbehaviour, a.decision,
        a.provider_reference, p.action_url,
        p.capture_method, p.authorized_attempt, p.authorized_amount, p.authorization_expires_at, p.captures, p.capture_pending_amount,
        p.captured_amount, p.capture_refusal, p.purpose
        """
    private static let source = "payment p LEFT JOIN attempt a ON a.tenant = p.tenant AND a.payment_id = p.id AND a.number = p.attempts"

    package func find(_ id: PaymentID) throws -> Payment? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM \(Self.source) WHERE p.tenant = ? AND p.id = ?")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, id.rawValue]).map(payment)
    }
    /// Throws 404 for what is not there.
    package func require(_ id: PaymentID) throws -> Payment {
        guard let payment = try find(id) else { throw Rejection.notFound }
        return payment
    }
    /// Throws 404 for what is not there or not this user's.
    package func require(_ id: PaymentID, of user: User.ID) throws -> Payment {
        guard let payment = try find(id), payment.userId == user else { throw Rejection.notFound }
        return payment
    }

    /// Another payment of the same order, for the same purpose, that holds money, has it ready, or is about to.
    package enum Sibling { case captured, running }
    package func sibling(of payment: Payment) throws -> Sibling? {
        let statement = try database.cachedStatement(sql: """
            SELECT status FROM payment WHERE tenant = ? AND order_id = ? AND id <> ? AND coalesce(purpose, 'order') = ?
                AND status IN ('requires_action', 'processing', 'requires_capture', 'succeeded', 'partially_refunded')
            ORDER BY status IN ('requires_capture', 'succeeded', 'partially_refunded') DESC LIMIT 1
            """)
        let purpose = payment.purpose ?? .order
        guard let status = try String.fetchOne(statement, arguments: [tenant.rawValue, payment.orderId.rawValue, payment.id.rawValue,
                                                                      purpose.rawValue])
        else { return nil }
        return status == "requires_action" || status == "processing" ? .running : .captured
    }

    /// What the last attempt of a payment was made with, also after its end.
    package func lastMethod(of payment: PaymentID) throws -> MethodToken? {
        let statement = try database.cachedStatement(sql: """
            SELECT type, reference, last4, brand, exp_month, exp_year FROM attempt WHERE tenant = ? AND payment_id = ?
            ORDER BY number DESC LIMIT 1
            """)
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, payment.rawValue]).map { $0.methodToken(from: 0) }
    }

    /// Times of a user's failed attempts after an instant, oldest first.
    package func failures(of user: User.ID, after start: Timestamp) throws -> [Timestamp] {
        let statement = try database.cachedStatement(
            sql: "SELECT failed_at FROM attempt WHERE tenant = ? AND user_id = ? AND failed_at > ? ORDER BY failed_at")
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, user.rawValue, start.millisecondsSinceEpoch]).map { $0.time(0) }
    }

    package func insert(_ payment: Payment) throws {
        try database.cachedStatement(sql: """
            INSERT INTO payment (tenant, id, order_id, user_id, organizer_id, event_id, amount, currency, created_at, hold_expires_at,
            misbehaviour, status,
                settled_at, capture_method, purpose)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [
                tenant.rawValue, payment.id.rawValue, payment.orderId.rawValue, payment.userId.rawValue, payment.organizerId?.rawValue,
                payment.eventId?.rawValue,
                payment.amount.amount, payment.amount.currency.code, payment.createdAt.millisecondsSinceEpoch,
                payment.holdExpiresAt?.millisecondsSinceEpoch,
                payment.fault?.text, payment.status.name, Stored(payment.status).settledAt?.millisecondsSinceEpoch,
                payment.captureMethod.rawValue, payment.purpose?.rawValue,
            ])
    }

    package func update(_ payment: Payment) throws {
        let stored = Stored(payment.status), authorization = payment.authorization
        try database.cachedStatement(sql: """
            UPDATE payment SET hold_expires_at = ?, hold_extended = ?, status = ?, attempts = ?, failure_code = ?, action_kind = ?,
            action_instructions = ?,
                action_url = ?, settled_at = ?, unwanted = ?, refunded_amount = ?, refund_pending_amount = ?, authorized_attempt = ?,
                authorized_amount = ?, authorization_expires_at = ?, captures = ?, capture_pending_amount = ?, captured_amount = ?,
                capture_refusal = ? WHERE tenant = ? AND id = ?
            """).execute(arguments: [
                payment.holdExpiresAt?.millisecondsSinceEpoch, payment.holdExtended, payment.status.name, payment.attempts,
                stored.failureCode, stored.action?.kind,
                stored.action?.instructions, stored.action?.protectedURL, stored.settledAt?.millisecondsSinceEpoch, payment.isUnwanted,
                payment.refundedAmount, payment.refundPendingAmount, authorization?.attempt, authorization?.amount,
                authorization?.expiresAt.millisecondsSinceEpoch, authorization?.captures ?? 0, authorization?.pending,
                authorization?.captured, authorization?.refusal,
                tenant.rawValue, payment.id.rawValue,
            ])
    }

    package func insert(_ attempt: Attempt, of payment: Payment) throws {
        let token = attempt.method
        try database.cachedStatement(sql: """
            INSERT INTO attempt (tenant, payment_id, number, user_id, type, reference, last4, brand, exp_month, exp_year, started_at,
            deadline_at, misbehaviour)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).execute(arguments: [
                tenant.rawValue, payment.id.rawValue, attempt.number, payment.userId.rawValue, token.type, token.reference, token.last4,
                token.brand,
                token.expMonth, token.expYear, attempt.startedAt.millisecondsSinceEpoch, attempt.deadlineAt.millisecondsSinceEpoch,
                attempt.fault?.text,
            ])
    }
    package func recordDecision(_ attempt: Attempt, of payment: Payment) throws {
        try database.cachedStatement(sql: "UPDATE attempt SET decision = ? WHERE tenant = ? AND payment_id = ? AND number = ?")
            .execute(arguments: [attempt.decision?.rawValue, tenant.rawValue, payment.id.rawValue, attempt.number])
    }
    package func recordReference(_ attempt: Attempt, of payment: Payment) throws {
        try database.cachedStatement(sql: "UPDATE attempt SET provider_reference = ? WHERE tenant = ? AND payment_id = ? AND number = ?")
            .execute(arguments: [attempt.providerReference, tenant.rawValue, payment.id.rawValue, attempt.number])
    }
    package func recordFailure(_ attempt: Attempt, of payment: Payment, code: String, at now: Timestamp) throws {
        try database.cachedStatement(
            sql: "UPDATE attempt SET failure_code = ?, failed_at = ? WHERE tenant = ? AND payment_id = ? AND number = ?")
            .execute(arguments: [code, now.millisecondsSinceEpoch, tenant.rawValue, payment.id.rawValue, attempt.number])
    }

    /// Money rows stay, the person goes.
    package func anonymise(_ user: User.ID, as ghost: User.ID) throws {
        let names: StatementArguments = [ghost.rawValue, tenant.rawValue, user.rawValue]
        try database.execute(
            sql: "UPDATE attempt SET user_id = ?, last4 = '', exp_month = NULL, exp_year = NULL WHERE tenant = ? AND user_id = ?",
            arguments: names)
        try database.execute(sql: """
            UPDATE refund SET reason = '' WHERE tenant = ?1 AND payment_id IN (SELECT id FROM payment WHERE tenant = ?1 AND user_id = ?2)
            """, arguments: [tenant.rawValue, user.rawValue])
        try database.execute(sql: "UPDATE payment SET user_id = ? WHERE tenant = ? AND user_id = ?", arguments: names)
    }

    // MARK: - Reading a row

    /// The data of a status, as columns.
    private struct Stored {
        var failureCode: String?
        var action: CustomerAction?
        var settledAt: Timestamp?
        init(_ status: PaymentStatus) {
            switch status {
            case .requiresPaymentMethod, .processing, .requiresCapture: break
            case .requiresAction(_, let action): self.action = action
            case .failed(_, let code): failureCode = code
            case .canceled(let at, let code): (settledAt, failureCode) = (at, code)
            case .succeeded(let capture), .partiallyRefunded(let capture), .refunded(let capture): settledAt = capture.at
            }
        }
    }

    private func payment(_ row: Row) throws -> Payment {
        Payment(id: PaymentID(row[0]), orderId: OrderID(row[1]), userId: User.ID(row[2]),
                organizerId: (row[3] as String?).map { User.ID($0) },
                eventId: (row[4] as String?).map { EventID($0) }, amount: try row.money(5, 6), createdAt: row.time(7),
                holdExpiresAt: row.optionalTime(8),
                holdExtended: row[9], fault: (row[10] as String?).flatMap { FaultInjection($0) }, status: try status(row),
                attempts: row[12], isUnwanted: row[17], refundedAmount: row[18], refundPendingAmount: row[19],
                captureMethod: CaptureMethod(rawValue: row[33]) ?? .automatic,
                purpose: (row[41] as String?).flatMap { PaymentPurpose(rawValue: $0) }, authorization: authorization(row))
    }

    private func status(_ row: Row) throws -> PaymentStatus {
        let name: String = row[11]
        let settledAt = row.optionalTime(16)
        switch (name, attempt(row), settledAt) {
        case ("requires_payment_method", nil, _): return .requiresPaymentMethod
        case ("canceled", _, let at?): return .canceled(at: at, code: row[13])
        case ("processing", let attempt?, _): return .processing(attempt)
        case ("requires_action", let attempt?, _):
            return .requiresAction(attempt, CustomerAction(kind: row[14], instructions: row[15], protectedURL: row[32]))
        case ("requires_capture", let attempt?, _): return .requiresCapture(attempt)
        case ("failed", let attempt?, _): return .failed(attempt, code: row[13])
        case ("succeeded", let attempt?, let at?): return .succeeded(Capture(attempt: attempt, at: at))
        case ("partially_refunded", let attempt?, let at?): return .partiallyRefunded(Capture(attempt: attempt, at: at))
        case ("refunded", let attempt?, let at?): return .refunded(Capture(attempt: attempt, at: at))
        default: throw UnreadableRow(description: "payment \(row[0] as String) is \(name) without what belongs to it")
        }
    }
    private func authorization(_ row: Row) -> Authorization? {
        guard let attempt: Int = row[34], let amount: Int = row[35], let expiresAt = row.optionalTime(36) else { return nil }
        return Authorization(attempt: attempt, amount: amount, expiresAt: expiresAt, captures: row[37], pending: row[38], captured: row[39],
                             refusal: row[40])
    }
    private func attempt(_ row: Row) -> Attempt? {
        guard let number: Int = row[20] else { return nil }
        return Attempt(number: number, method: row.methodToken(from: 21), startedAt: row.time(27), deadlineAt: row.time(28),
                       fault: (row[29] as String?).flatMap { FaultInjection($0) },
                       decision: (row[30] as String?).flatMap { CustomerDecision(rawValue: $0) }, providerReference: row[31])
    }
}

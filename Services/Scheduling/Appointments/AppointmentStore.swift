import Contracts
import GRDB
import Kernel
import Messaging
import SchedulingKit

/// Rows of appointments and of what happened to them.
package struct AppointmentStore {
    let database: Database
    let tenant: TenantID
    let currency: Currency
    /// Encrypts identity numbers.
    let documents: ColumnCipher
    init(_ database: Database, _ tenant: TenantID, _ currency: Currency, _ documents: ColumnCipher) {
        (self.database, self.tenant, self.currency, self.documents) = (database, tenant, currency, documents)
    }
    static let documentUse = "client-document"
    private func row(_ id: Int) -> String { Self.row(id, of: tenant.rawValue) }
    private static func row(_ id: Int, of tenant: String) -> String { "\(tenant)/appointment/\(id)" }

    /// Encrypts identity numbers that an older release stored in clear: otherwise unchanged rows would keep them
    /// forever.
    static func encryptOldDocuments(in database: Database, _ secret: ServiceSecret) throws {
        let cipher = ColumnCipher(secret: secret, use: documentUse)
        let rows = try Row.fetchAll(database, sql: """
            SELECT tenant, id, client_document FROM appointment WHERE client_document <> '' AND substr(client_document, 1, ?) <> ?
            """, arguments: [ColumnCipher.mark.utf8.count, ColumnCipher.mark])
        let statement = try database.cachedStatement(sql: "UPDATE appointment SET client_document = ? WHERE tenant = ? AND id = ?")
        for old in rows {
            let (tenant, id): (String, Int) = (old[0], old[1])
            try statement.execute(arguments: [cipher.protect(old[2], of: row(id, of: tenant)), tenant, id])
        }
    }

    private static let columns = """
        id, artist_id, link_id, source, status, cancelled_by, cancel_reason, client_name, client_email, client_document, client_phone, \
        description, artist_notes,
        starts_at, ends_at, duration_minutes, timezone, buffer_before, buffer_after, cancel_notice, reschedule_notice, reschedules_max, \
        reminders, sequence,
        reschedule_count, client_reschedules, created_at, updated_at, manage_token, root, locale, hold_id, erased, was_confirmed,
        deposit_amount, deposit_status, deposit_payment, deposit_secret, deposit_due_at, deposit_received, deposit_refunded, extra_fields
        """

    private func appointment(_ row: Row) throws -> Appointment {
        let party = (row[5] as String?).flatMap { Appointment.Party(rawValue: $0) } ?? .system
        let status: Appointment.Status = switch row[4] as String {
        case "pending": .pending
        case "confirmed": .confirmed
        case "completed": .completed
        case "no_show": .noShow
        default: .cancelled(by: party, reason: row[6])
        }
        var deposit: Deposit?
        if let amount: Int = row[34], let state: String = row[35], let payment: String = row[36], let secret: String = row[37],
            let due: Int64 = row[38] {
            deposit = Deposit(amount: Money(amount, currency), status: Deposit.Status(rawValue: state) ?? .preparing,
                              paymentId: PaymentID(payment),
                              clientSecret: secret, dueAt: Timestamp(millisecondsSinceEpoch: due), received: row[39], refunded: row[40])
        }
        return Appointment(
            id: row[0], providerId: User.ID(row[1] as String), linkId: row[2], source: Appointment.Source(rawValue: row[3]) ?? .link,
            status: status,
            customer: CustomerDetails(name: row[7], email: row[8], document: try documents.reveal(row[9], of: self.row(row[0])),
                                      phone: row[10]), description: row[11],
            extraFields: try JSON.decode([String: JSONValue].self, from: (row[41] as String).utf8), providerNotes: row[12],
            slot: Interval(start: Timestamp(millisecondsSinceEpoch: row[13]), end: Timestamp(millisecondsSinceEpoch: row[14])),
            durationMinutes: row[15], timezone: row[16], buffers: Buffers(beforeMinutes: row[17], afterMinutes: row[18]),
            policy: NoticePolicy(cancelMinutes: row[19], rescheduleMinutes: row[20], reschedulesMax: row[21]),
            reminderMinutes: try JSON.decode([Int].self, from: (row[22] as String).utf8), sequence: row[23], rescheduleCount: row[24],
            customerReschedules: row[25],
            createdAt: Timestamp(millisecondsSinceEpoch: row[26]), updatedAt: Timestamp(millisecondsSinceEpoch: row[27]), deposit: deposit,
            manageToken: row[28], root: row[29], locale: row[30], holdId: row[31], isErased: row[32], wasConfirmed: row[33])
    }

    private func values(_ a: Appointment) throws -> StatementArguments {
        var party: String?, reason: String?
        if case .cancelled(let by, let text) = a.status { (party, reason) = (by.rawValue, text) }
        return [
            a.providerId.rawValue, a.linkId, a.source.rawValue, a.status.name, party, reason, a.customer.name, a.customer.email,
            try documents.protect(a.customer.document, of: row(a.id)), a.customer.phone,
            a.description, a.providerNotes, a.slot.start.millisecondsSinceEpoch, a.slot.end.millisecondsSinceEpoch, a.durationMinutes,
            a.timezone,
            a.buffers.beforeMinutes, a.buffers.afterMinutes, a.policy.cancelMinutes, a.policy.rescheduleMinutes, a.policy.reschedulesMax,
            String(decoding: try JSON.encode(a.reminderMinutes), as: UTF8.self), a.sequence, a.rescheduleCount, a.customerReschedules,
            a.createdAt.millisecondsSinceEpoch, a.updatedAt.millisecondsSinceEpoch, a.manageToken, a.root, a.locale, a.holdId, a.isErased,
            a.wasConfirmed,
            a.deposit?.amount.amount, a.deposit?.status.rawValue, a.deposit?.paymentId.rawValue, a.deposit?.clientSecret,
            a.deposit?.dueAt.millisecondsSinceEpoch,
            a.deposit?.received, a.deposit?.refunded ?? 0, String(decoding: try JSON.encode(a.extraFields), as: UTF8.self),
        ]
    }
    private static let names = columns.split { $0 == "," || $0 == "\n" }.map { String($0).trimmed }.filter { !$0.isEmpty }.dropFirst()

    func insert(_ appointment: Appointment) throws {
        let marks = Self.names.map { _ in "?" }.joined(separator: ", ")
        try database.cachedStatement(
            sql: "INSERT INTO appointment (tenant, id, \(Self.names.joined(separator: ", "))) VALUES (?, ?, \(marks))")
            .execute(arguments: [tenant.rawValue, appointment.id] + values(appointment))
    }
    func update(_ appointment: Appointment) throws {
        let changes = Self.names.map { "\($0) = ?" }.joined(separator: ", ")
        try database.cachedStatement(sql: "UPDATE appointment SET \(changes) WHERE tenant = ? AND id = ?")
            .execute(arguments: values(appointment) + [tenant.rawValue, appointment.id])
    }
    /// Something that hangs on it has changed, not its own row.
    func noteChange(of id: Int, at now: Timestamp) throws {
        try database.cachedStatement(sql: "UPDATE appointment SET updated_at = ? WHERE tenant = ? AND id = ?")
            .execute(arguments: [now.millisecondsSinceEpoch, tenant.rawValue, id])
    }

    // MARK: - One

    private func one(_ condition: String, _ value: any DatabaseValueConvertible) throws -> Appointment? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM appointment WHERE tenant = ? AND \(condition)")
        return try Row.fetchOne(statement, arguments: [tenant.rawValue, value.databaseValue]).map(appointment)
    }
    func find(_ id: Int) throws -> Appointment? { try one("id = ?", id) }
    func find(_ id: Int, of provider: User.ID) throws -> Appointment? { try find(id).flatMap { $0.providerId == provider ? $0 : nil } }
    func find(manageToken: String) throws -> Appointment? { try one("manage_token = ?", manageToken) }
    func find(holdId: String) throws -> Appointment? { try one("hold_id = ?", holdId) }
    func find(payment: PaymentID) throws -> Appointment? { try one("deposit_payment = ?", payment.rawValue) }

    /// Throws 404 for a token that opens nothing, 410 when it has for too long.
    func require(manageToken: String, at now: Timestamp) throws -> Appointment {
        guard let appointment = try find(manageToken: manageToken), !appointment.isErased else { throw Rejection.notFound }
        guard now <= appointment.manageableUntil else { throw Rejection(410, "manage-link-expired", "This link has expired.") }
        return appointment
    }

    // MARK: - Lists

    package struct Filter {
        /// The beginning of a day: another instant for providers of another zone.
        struct Limit {
            let usual: Timestamp
            var others: [(provider: User.ID, instant: Timestamp)] = []
            var earliest: Timestamp { others.reduce(usual) { min($0, $1.instant) } }
            var latest: Timestamp { others.reduce(usual) { max($0, $1.instant) } }
            /// A value for each provider.
            var sql: String { "CASE artist_id" + others.map { _ in " WHEN ? THEN ?" }.joined() + " ELSE ? END" }
            var arguments: StatementArguments {
                others.reduce(into: []) { $0 += [$1.provider.rawValue, $1.instant.millisecondsSinceEpoch] } + [usual.millisecondsSinceEpoch]
            }
        }
        var provider: User.ID?
        var from: Limit?
        /// Exclusive.
        var until: Limit?
        var endsAfter: Timestamp?
        var statuses: [String]?
        var updatedSince: Timestamp?
        /// Folded.
        var search: String?
        /// Providers whose customers must stay anonymous, and the name shown instead.
        var hidden: (providers: Set<User.ID>, name: String)?
        package init(provider: User.ID? = nil, from: Timestamp? = nil, until: Timestamp? = nil, endsAfter: Timestamp? = nil,
                     statuses: [String]? = nil, updatedSince: Timestamp? = nil, search: String? = nil,
                     hidden: (providers: Set<User.ID>, name: String)? = nil) {
            (self.provider, self.endsAfter, self.statuses) = (provider, endsAfter, statuses)
            (self.from, self.until) = (from.map { Limit(usual: $0) }, until.map { Limit(usual: $0) })
            (self.updatedSince, self.search, self.hidden) = (updatedSince, search, hidden)
        }
    }
    package func page(_ filter: Filter, offset: Int, limit: Int) throws -> (appointments: [Appointment], total: Int) {
        var conditions = ["tenant = ?"]
        var arguments: StatementArguments = [tenant.rawValue]
        func add(_ condition: String, _ value: (any DatabaseValueConvertible)?) {
            guard let value else { return }
            conditions.append(condition)
            arguments += [value.databaseValue]
        }
        add("artist_id = ?", filter.provider?.rawValue)
        // The widest limits are a range of the index; what lies within is compared with each provider's own.
        add("starts_at >= ?", filter.from?.earliest.millisecondsSinceEpoch)
        add("starts_at < ?", filter.until?.latest.millisecondsSinceEpoch)
        for (comparison, limit) in [(">=", filter.from), ("<", filter.until)] {
            guard let limit, !limit.others.isEmpty else { continue }
            conditions.append("starts_at \(comparison) \(limit.sql)")
            arguments += limit.arguments
        }
        add("ends_at > ?", filter.endsAfter?.millisecondsSinceEpoch)
        add("updated_at >= ?", filter.updatedSince?.millisecondsSinceEpoch)
        if let statuses = filter.statuses {
            conditions.append("status IN (\(statuses.map { _ in "?" }.joined(separator: ", ")))")
            arguments += StatementArguments(statuses)
        }
        func read(_ row: Row) throws -> Appointment {
            let found = try appointment(row)
            return filter.hidden.flatMap { $0.providers.contains(found.providerId) ? found.withoutCustomer(named: $0.name) : nil } ?? found
        }
        let order = filter.updatedSince == nil ? "starts_at, id" : "updated_at, id"
        let sql = "SELECT \(Self.columns) FROM appointment WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order)"
        if let search = filter.search {
            // Accents and upper case of other alphabets are nothing SQLite knows; one calendar is small enough to look through.
            let found = try Row.fetchAll(database, sql: sql, arguments: arguments).map(read).filter { item in
                [item.customer.name, item.customer.email, item.description].contains { $0.lowercased().contains(search) }
            }
            return (Array(found.dropFirst(offset).prefix(limit)), found.count)
        }
        let total = try Int.fetchOne(database, sql: "SELECT count(*) FROM appointment WHERE \(conditions.joined(separator: " AND "))",
                                     arguments: arguments) ?? 0
        return (try Row.fetchAll(database, sql: sql + " LIMIT ? OFFSET ?", arguments: arguments + [limit, offset]).map(read), total)
    }
    /// Appointments that take time and meet the interval.
    package func live(of provider: User.ID, meeting interval: Interval) throws -> [Appointment] {
        try page(Filter(provider: provider, until: interval.end, endsAfter: interval.start, statuses: ["pending", "confirmed"]), offset: 0,
                 limit: 10_000).appointments
    }

    /// Ended appointments with customer data: whether each is over, and until when its customer can open it.
    func endings(of provider: User.ID, at now: Timestamp) throws -> [(id: Int, isOver: Bool, readableUntil: Timestamp)] {
        try Row.fetchAll(database, sql: """
            SELECT id, ends_at FROM appointment WHERE tenant = ? AND artist_id = ? AND erased = 0
            AND status NOT IN ('pending', 'confirmed') ORDER BY id
            """, arguments: [tenant.rawValue, provider.rawValue]).map { row in
                let end = Timestamp(millisecondsSinceEpoch: row[1])
                return (row[0], end <= now, end + .days(Appointment.manageDaysAfterEnd))
            }
    }

    // MARK: - History

    func record(_ step: AppointmentHistory, of id: Int) throws {
        try database.cachedStatement(sql: """
            INSERT INTO appointment_history (tenant, appointment_id, step, at, by, what, from_at, to_at)
            SELECT ?, ?, coalesce(max(step), 0) + 1, ?, ?, ?, ?, ? FROM appointment_history WHERE tenant = ? AND appointment_id = ?
            """).execute(arguments: [tenant.rawValue, id, step.at.millisecondsSinceEpoch, step.by.rawValue, step.what.rawValue,
                                     step.from?.millisecondsSinceEpoch, step.to?.millisecondsSinceEpoch, tenant.rawValue, id])
    }
    func history(of id: Int) throws -> [AppointmentHistory] {
        let rows = try Row.fetchAll(database,
                                    sql: """
                                        SELECT at, by, what, from_at, to_at FROM appointment_history
                                        WHERE tenant = ? AND appointment_id = ? ORDER BY step
                                        """,
                                    arguments: [tenant.rawValue, id])
        return rows.map { row in
            AppointmentHistory(at: Timestamp(millisecondsSinceEpoch: row[0]), by: Appointment.Party(rawValue: row[1]) ?? .system,
                               what: AppointmentHistory.What(rawValue: row[2]) ?? .booked,
                               from: (row[3] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) },
                               to: (row[4] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) })
        }
    }
}

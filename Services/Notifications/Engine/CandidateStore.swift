import GRDB
import Kernel
import NotificationPolicy
import NotificationsKit
import Storage

/// A candidate and where it stands.
package struct StoredCandidate {
    package enum State: String {
        case held, batched, sent, emailed, shown, dropped
        /// The decision that brings a candidate here.
        package var decision: String {
            switch self {
            case .held: "delay"
            case .batched: "digest"
            case .sent: "send"
            case .emailed: "email_instead"
            case .shown: "feed_only"
            case .dropped: "drop"
            }
        }
    }
    package var candidate: Candidate
    package var state: State
    package var until: Timestamp?
    /// Digest it waits in, when `batched`.
    package var bucket: String?
    var timerId: String?
    /// Its facts were given and are not looked up again.
    package var isFixed = false
    package var campaignId: String?
    package var variant: String?
    package var evaluations = 0
    package var createdAt: Timestamp
    package init(candidate: Candidate, state: State, until: Timestamp? = nil, bucket: String? = nil, timerId: String? = nil,
                 isFixed: Bool = false, campaignId: String? = nil, variant: String? = nil, evaluations: Int = 0, createdAt: Timestamp) {
        (self.candidate, self.state, self.until, self.bucket, self.timerId) = (candidate, state, until, bucket, timerId)
        (self.isFixed, self.campaignId, self.variant) = (isFixed, campaignId, variant)
        (self.evaluations, self.createdAt) = (evaluations, createdAt)
    }
}

/// Rows of candidates.
package struct CandidateStore {
    package let database: Database
    package let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (self.database, self.tenant) = (database, tenant) }

    private static let columns = """
        id, recipient_id, type, at, subject, dedupe_key, collapse_key, is_flush, facts, state, until, bucket, timer_id, is_fixed, \
        campaign_id, variant,
        evaluations, created_at
        """
    private func stored(_ row: StoredRow) throws -> StoredCandidate {
        let candidate = Candidate(id: row[0], type: row[2], recipientId: row[1], at: Timestamp(millisecondsSinceEpoch: row[3]),
                                  subject: row[4], dedupeKey: row[5],
                                  collapseKey: row[6], isFlush: row[7], facts: try JSONColumn.value(row[8]))
        return StoredCandidate(candidate: candidate, state: .init(rawValue: row[9]) ?? .dropped,
                               until: (row[10] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) },
                               bucket: row[11], timerId: row[12], isFixed: row[13], campaignId: row[14], variant: row[15],
                               evaluations: row[16], createdAt: Timestamp(millisecondsSinceEpoch: row[17]))
    }

    package func find(_ id: String) throws -> StoredCandidate? {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM candidate WHERE tenant = ? AND id = ?")
        return try StoredRow.fetchOne(statement, [tenant.rawValue, id]).map(stored)
    }
    /// The one that waits for its time under this key.
    package func held(collapsing key: String, recipient: String) throws -> StoredCandidate? {
        let statement = try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM candidate
            WHERE tenant = ? AND recipient_id = ? AND collapse_key = ? AND state = 'held' ORDER BY id LIMIT 1
            """)
        return try StoredRow.fetchOne(statement, [tenant.rawValue, recipient, key]).map(stored)
    }
    /// What waits of one recipient, oldest first.
    package func waiting(of recipient: String) throws -> [StoredCandidate] {
        let statement = try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM candidate WHERE tenant = ? AND recipient_id = ? AND state IN ('held', 'batched')
            ORDER BY created_at, id
            """)
        return try StoredRow.fetchAll(statement, [tenant.rawValue, recipient]).map(stored)
    }
    /// Entries of a digest, oldest first.
    package func entries(of bucket: String, recipient: String) throws -> [StoredCandidate] {
        try waiting(of: recipient).filter { $0.state == .batched && $0.bucket == bucket }
    }
    /// Ids of what is held about a subject (nil: about anything), after an id.
    package func held(about subject: String?, after id: String, limit: Int) throws -> [String] {
        let about = subject == nil ? "" : "AND subject = ? AND state IN ('held', 'batched')"
        let statement = try database.cachedStatement(sql: """
            SELECT id FROM candidate WHERE tenant = ? AND id > ? \(about) AND state = 'held' ORDER BY id LIMIT ?
            """)
        let arguments: [(any DatabaseValueConvertible)?] = [tenant.rawValue, id] + (subject.map { [$0] } ?? []) + [limit]
        return try String.fetchAll(statement, arguments: StatementArguments(arguments))
    }
    /// What waits of a campaign.
    package func waiting(ofCampaign id: String, limit: Int) throws -> [StoredCandidate] {
        let statement = try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM candidate WHERE tenant = ? AND campaign_id = ? AND state IN ('held', 'batched') ORDER BY id LIMIT ?
            """)
        return try StoredRow.fetchAll(statement, [tenant.rawValue, id, limit]).map(stored)
    }

    /// `facts`: its facts as a column, where they are worked out already.
    package func save(_ stored: StoredCandidate, category: String, facts: String? = nil, at now: Timestamp) throws {
        let candidate = stored.candidate
        try database.cachedStatement(sql: """
            INSERT INTO candidate (tenant, id, recipient_id, type, category, at, subject, dedupe_key, collapse_key, is_flush, facts,
            state, until, bucket, timer_id,
                is_fixed, campaign_id, variant, evaluations, created_at, settled_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, id) DO UPDATE SET type = excluded.type, facts = excluded.facts, state = excluded.state,
            until = excluded.until,
                bucket = excluded.bucket, timer_id = excluded.timer_id, evaluations = excluded.evaluations, settled_at = excluded.settled_at
            """).run([
                tenant.rawValue, candidate.id, candidate.recipientId, candidate.type, category, candidate.at.millisecondsSinceEpoch,
                candidate.subject,
                candidate.dedupeKey, candidate.collapseKey, candidate.isFlush, try facts ?? JSONColumn.text(candidate.facts),
                stored.state.rawValue,
                stored.until?.millisecondsSinceEpoch, stored.bucket, stored.timerId, stored.isFixed, stored.campaignId, stored.variant,
                stored.evaluations, stored.createdAt.millisecondsSinceEpoch, now.millisecondsSinceEpoch,
            ])
    }
    /// It became part of a digest message (or fell out of it: nil).
    package func leaveDigest(_ id: String, into flush: String?, at now: Timestamp) throws {
        try database.cachedStatement(
            sql: "UPDATE candidate SET state = ?, flush_id = ?, bucket = NULL, settled_at = ? WHERE tenant = ? AND id = ?")
            .execute(arguments: [flush == nil ? "dropped" : "sent", flush, now.millisecondsSinceEpoch, tenant.rawValue, id])
    }
    /// How many candidates of a campaign got which decision last.
    package func counts(ofCampaign id: String) throws -> [String: Int] {
        let statement =
            try database.cachedStatement(sql: "SELECT state, count(*) FROM candidate WHERE tenant = ? AND campaign_id = ? GROUP BY state")
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, id]).reduce(into: [:]) { counts, row in
            counts[(StoredCandidate.State(rawValue: row[0] as String) ?? .dropped).decision, default: 0] += row[1] as Int
        }
    }

    // MARK: - Evaluations

    package struct Evaluation {
        package let candidateId, recipientId, type, category: String
        package let at: Timestamp
        package let decision: Decision
        package let policyVersion: Int
        package init(candidateId: String, recipientId: String, type: String, category: String, at: Timestamp, decision: Decision,
                     policyVersion: Int) {
            (self.candidateId, self.recipientId, self.type, self.category, self.at) = (candidateId, recipientId, type, category, at)
            (self.decision, self.policyVersion) = (decision, policyVersion)
        }
    }
    package func append(_ evaluation: Evaluation, number: Int, variant: String?, isEventTriggered: Bool) throws {
        try database.cachedStatement(sql: """
            INSERT INTO evaluation (tenant, candidate_id, number, at, recipient_id, type, category, variant, decision, until, into_digest,
            reasons, channels,
                policy_version, is_event_triggered)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """).run([
                tenant.rawValue, evaluation.candidateId, number, evaluation.at.millisecondsSinceEpoch, evaluation.recipientId,
                evaluation.type, evaluation.category, variant,
                evaluation.decision.name, evaluation.decision.until?.millisecondsSinceEpoch, evaluation.decision.into,
                JSONColumn.list(evaluation.decision.reasons),
                JSONColumn.list(evaluation.decision.channels.map(\.rawValue)), evaluation.policyVersion, isEventTriggered,
            ])
    }
    private static let evaluationColumns =
        "candidate_id, recipient_id, type, category, at, decision, until, into_digest, reasons, channels, policy_version"
    private func evaluation(_ row: Row) throws -> Evaluation {
        let until = (row[6] as Int64?).map { Timestamp(millisecondsSinceEpoch: $0) } ?? .distantPast
        let kind: Decision.Kind = switch row[5] as String {
        case "send": .send
        case "delay": .delay(until: until)
        case "digest": .digest(into: row[7] as String? ?? "", until: until)
        case "email_instead": .emailInstead
        case "feed_only": .feedOnly
        default: .drop
        }
        return Evaluation(candidateId: row[0], recipientId: row[1], type: row[2], category: row[3],
                          at: Timestamp(millisecondsSinceEpoch: row[4]),
                          decision: Decision(kind, channels: try JSONColumn.value(row[9]), try JSONColumn.value(row[8])),
                          policyVersion: row[10])
    }
    /// Of one candidate, oldest first.
    package func evaluations(of candidate: String) throws -> [Evaluation] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(Self.evaluationColumns) FROM evaluation WHERE tenant = ? AND candidate_id = ? ORDER BY number")
        return try Row.fetchAll(statement, arguments: [tenant.rawValue, candidate]).map(evaluation)
    }
    package struct Filter {
        package let recipient, type, decision: String?
        package let from, to: Timestamp?
        package init(recipient: String?, type: String?, decision: String?, from: Timestamp?, to: Timestamp?) {
            (self.recipient, self.type, self.decision, self.from, self.to) = (recipient, type, decision, from, to)
        }
    }
    /// Newest first.
    package func evaluations(_ filter: Filter, limit: Int, offset: Int) throws -> (rows: [Evaluation], total: Int) {
        var sql = "FROM evaluation WHERE tenant = ?"
        var arguments: [(any DatabaseValueConvertible)?] = [tenant.rawValue]
        for (column, value) in [("recipient_id", filter.recipient), ("type", filter.type), ("decision", filter.decision)] {
            guard let value else { continue }
            sql += " AND \(column) = ?"
            arguments.append(value)
        }
        if let from = filter.from { sql += " AND at >= ?"; arguments.append(from.millisecondsSinceEpoch) }
        if let to = filter.to { sql += " AND at < ?"; arguments.append(to.millisecondsSinceEpoch) }
        let total = try Int.fetchOne(database, sql: "SELECT count(*) \(sql)", arguments: StatementArguments(arguments)) ?? 0
        let rows = try Row.fetchAll(
            database, sql: "SELECT \(Self.evaluationColumns) \(sql) ORDER BY at DESC, candidate_id, number DESC LIMIT ? OFFSET ?",
            arguments: StatementArguments(arguments + [limit, offset]))
        return (try rows.map(evaluation), total)
    }

    // MARK: - The policy that decided them

    package func policyVersion() throws -> Int? {
        try Int.fetchOne(try database.cachedStatement(sql: "SELECT version FROM policy_in_force WHERE tenant = ?"),
                         arguments: [tenant.rawValue])
    }
    func setPolicyVersion(_ version: Int) throws {
        try database.cachedStatement(sql: """
            INSERT INTO policy_in_force (tenant, version) VALUES (?, ?) ON CONFLICT (tenant) DO UPDATE SET version = excluded.version
            """).execute(arguments: [tenant.rawValue, version])
    }
}

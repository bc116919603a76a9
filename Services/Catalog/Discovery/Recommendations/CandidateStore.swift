import CatalogEvents
import CatalogKit
import Contracts
import GRDB
import Kernel
import Storage

extension EventListStore {
    /// The most events that are looked at for recommendations: the soonest.
    package static let candidatesMax = 1000
    /// Cards have no description, the longest text of an event.
    private static let candidateColumns = EventStore.columns.replacing("e.description", with: "NULL")

    /// Published and running, not barred by age, not one's own, no ticket held; or, with an id, that one event whatever it is.
    package func candidates(for user: User.ID?, reachedAges: [(years: Int, from: Timestamp)], only event: EventID? = nil,
        bands: CatalogSettings.PriceBands, now: Timestamp) throws
        -> [Candidate] {
        var condition = EventCondition(tenant: tenant)
        if let event {
            condition.require("e.event_id = ?", event.rawValue.databaseValue)
        } else {
            condition.addLive(now: now)
            condition.addAges(reachedAges)
            if let user {
                condition.require("e.organizer_id <> ?", user.rawValue.databaseValue)
                let holds =
                    "SELECT 1 FROM holding h WHERE h.tenant = e.tenant AND h.scope_id = e.event_id AND h.user_id = ? AND h.bought > 0"
                condition.require("NOT EXISTS (\(holds))",
                                  user.rawValue.databaseValue)
                let received =
                    "SELECT 1 FROM received_ticket r WHERE r.tenant = e.tenant AND r.event_id = e.event_id AND r.holder_id = ?"
                condition.require("NOT EXISTS (\(received))", user.rawValue.databaseValue)
            }
        }
        let viewer = (user?.rawValue ?? "").databaseValue
        let sql = """
            SELECT \(Self.candidateColumns), \(EventStore.viewerColumns), NULL,
                (SELECT coalesce(CAST(sum(r.sold) AS REAL) / max(sum(r.quantity), 1), 0) FROM ticket_type t
                    JOIN resource r ON r.tenant = t.tenant AND r.resource_id = t.ticket_type_id WHERE t.tenant = e.tenant
            AND t.event_id = e.event_id),
                p.rating_sum, p.rating_count
            FROM \(condition.tables) JOIN person p ON p.tenant = e.tenant AND p.user_id = e.organizer_id
            WHERE \(condition.text) ORDER BY e.start_at, e.event_id LIMIT ?
            """
        let arguments = [viewer, viewer] + condition.arguments + [Self.candidatesMax.databaseValue]
        let extra = EventRow.width + 3
        return try StoredRow.fetchAll(try database.cachedStatement(sql: sql), arguments: StatementArguments(arguments)).map { row in
            let seen = EventRow.seen(row)
            return Candidate(seen: seen, soldRatio: row[extra], band: PriceBand(seen.event.prices, bands),
                             organizerRating: Stars.average(sum: row[extra + 1], count: row[extra + 2]))
        }
    }
}

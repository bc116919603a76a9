import Contracts
import GRDB
import Kernel
import Storage

/// Brings an index of lists up to the rows of a snapshot.
package struct EventListIndexStore {
    let database: Database
    let tenant: TenantID

    /// At a time, so that what was read stays read when the time of a query is over.
    private static let slice = 5000

    func revision() throws -> Int64 {
        let statement = try database.cachedStatement(
            sql: "SELECT revision FROM event_revision WHERE tenant = ? AND revision > 0 ORDER BY revision DESC LIMIT 1")
        return try Int64.fetchOne(statement, arguments: [tenant.rawValue]) ?? 0
    }

    private static let columns = "r.revision, r.event_id, r.words_revision, \(ListedEvent.columns)"
    /// Along the ids, as rows lie in the file.
    static let allSQL = """
        SELECT \(columns) FROM event e JOIN event_revision r ON r.tenant = e.tenant AND r.event_id = e.event_id
        WHERE e.tenant = ? AND e.event_id > ? ORDER BY e.event_id LIMIT ?
        """
    static let changesSQL = """
        SELECT \(columns) FROM event_revision r LEFT JOIN event e ON e.tenant = r.tenant AND e.event_id = r.event_id
        WHERE r.tenant = ? AND r.revision > ? ORDER BY r.revision LIMIT ?
        """
    static let typesSQL = """
        SELECT t.price, r.sold, r.quantity FROM ticket_type t JOIN resource r ON r.tenant = t.tenant AND r.resource_id = t.ticket_type_id
        WHERE t.tenant = ? AND t.event_id = ?
        """
    static let wordsSQL = "SELECT word, in_title FROM event_word WHERE tenant = ? AND event_id = ?"
    static let withWordSQL = "SELECT event_id, in_title FROM event_word WHERE tenant = ? AND word = ?"
    static let withBeginningSQL = "SELECT event_id, in_title FROM event_word WHERE tenant = ? AND word >= ? AND word < ?"

    /// Reads everything for the first time, a slice after the other.
    private func readAll(_ index: inout EventListIndex) throws {
        let types = try database.cachedStatement(sql: Self.typesSQL), now = try revision()
        while let reading = index.reading {
            let rows = try StoredRow.fetchAll(try database.cachedStatement(sql: Self.allSQL), [tenant.rawValue, reading.after, Self.slice])
            let events = try rows.map { row in
                ListedEvent(row, types: try StoredRow.fetchAll(types, [tenant.rawValue, row[1] as String]), &index.names)
            }
            index.take(events, since: reading.after.isEmpty ? now : reading.since)
            if rows.count < Self.slice { index.finishReading() }
        }
    }

    /// Takes in what is new to the index.
    func update(_ index: inout EventListIndex) throws {
        try readAll(&index)
        while index.revision < (try revision()) {
            let rows = try StoredRow.fetchAll(try database.cachedStatement(sql: Self.changesSQL),
                                              [tenant.rawValue, index.revision, Self.slice])
            let types = try database.cachedStatement(sql: Self.typesSQL)
            let known = index.revision
            var changes: [EventListIndex.Change] = []
            var words: [(id: String, words: [(word: String, isInTitle: Bool)])] = []
            for row in rows {
                let id: String = row[1]
                let isThere = (row[3] as String?) != nil
                let prices = isThere ? try StoredRow.fetchAll(types, [tenant.rawValue, id]) : []
                let event = isThere ? ListedEvent(row, types: prices, &index.names) : nil
                changes.append(EventListIndex.Change(revision: row[0], id: id, event: event))
                if !index.terms.isEmpty, (row[2] as Int64) > known || !isThere { words.append((id, try self.words(of: id))) }
            }
            // From here on nothing throws: the index has all of a slice or nothing.
            let gone = changes.filter { $0.event == nil }.compactMap { index.slots[$0.id] }
            index.apply(changes)
            for slot in gone { index.terms.forget(Int(slot)) }
            for (id, words) in words { if let slot = index.slots[id] { index.terms.update(Int(slot), words, of: index.capacity) } }
        }
    }

    private func words(of id: String) throws -> [(word: String, isInTitle: Bool)] {
        try StoredRow.fetchAll(try database.cachedStatement(sql: Self.wordsSQL), [tenant.rawValue, id]).map { ($0[0], $0[1]) }
    }

    /// Reads what is not known yet of the words of a search.
    func read(_ terms: [EventTerms.Term], into index: inout EventListIndex) throws {
        for term in terms where !index.terms.has(term) {
            let sql = term.isPrefix ? Self.withBeginningSQL : Self.withWordSQL
            let values: [any ColumnValue] = [tenant.rawValue, term.word] + (term.isPrefix ? [term.word + "\u{10FFFF}"] : [])
            var all = SlotSet(capacity: index.capacity), inTitle = SlotSet(capacity: index.capacity)
            for row in try StoredRow.fetchAll(try database.cachedStatement(sql: sql), values) {
                guard let slot = index.slots[row[0]] else { continue }
                // With the beginning of a word an event may be found twice.
                all.insert(Int(slot))
                if row[1] { inTitle.insert(Int(slot)) }
            }
            index.terms.remember(EventTerms.Found(all: all, inTitle: inTitle, of: index.capacity), for: term)
        }
    }

    // MARK: - What lists show

    static let cardSQL = "SELECT \(EventStore.cardColumns) FROM event e WHERE e.tenant = ? AND e.event_id = ?"
    static let organizerSQL = """
        SELECT \(EventStore.organizerColumns),
            EXISTS (SELECT 1 FROM follow f WHERE f.tenant = p.tenant AND f.user_id = ? AND f.organizer_id = p.user_id)
        FROM person p WHERE p.tenant = ? AND p.user_id = ?
        """
    static let favoriteSQL = "SELECT 1 FROM favorite WHERE tenant = ? AND user_id = ? AND event_id = ?"
    static let ownCardSQL = """
        SELECT \(EventStore.columns), 0, 0, NULL FROM \(EventStore.from) WHERE e.tenant = ? AND e.event_id = ?
        """

    /// An event as its row is, without its description. Nil: it is gone.
    func card(_ id: String) throws -> Event? {
        try StoredRow.fetchOne(try database.cachedStatement(sql: Self.cardSQL), [tenant.rawValue, id]).map(EventRow.card)
    }
    /// Adds to cards what somebody sees of them: the organizers as they are now, and what one likes and follows.
    func seen(_ cards: [Event], by user: User.ID?) throws -> [SeenEvent] {
        let organizers = try database.cachedStatement(sql: Self.organizerSQL), likes = try database.cachedStatement(sql: Self.favoriteSQL)
        var known: [User.ID: StoredRow] = [:]
        return try cards.compactMap { card in
            let found = try known[card.organizerID]
                ?? StoredRow.fetchOne(organizers, [user?.rawValue ?? "", tenant.rawValue, card.organizerID.rawValue])
            guard let organizer = found else { return nil }
            known[card.organizerID] = organizer
            var event = card
            event.isOrganizerSuspended = organizer[3]
            let isFavorite = try user.map { user in
                try StoredRow.fetchOne(likes, [tenant.rawValue, user.rawValue, card.id.rawValue]) != nil
            }
            return SeenEvent(event: event, organizer: EventRow.organizer(organizer, from: 0), isFavorite: isFavorite ?? false,
                             isFollowed: organizer[4], viewerBirthDate: nil)
        }
    }
    /// One's own events, in the order of the ids, with the description: what is missing to publish them depends on it.
    func own(_ ids: [String]) throws -> [SeenEvent] {
        let statement = try database.cachedStatement(sql: Self.ownCardSQL)
        return try ids.compactMap { try StoredRow.fetchOne(statement, [tenant.rawValue, $0]).map(EventRow.seen) }
    }

    /// How SQLite finds all this, for the test that it uses indexes.
    package static func plans(_ database: Database) throws -> [String] {
        try [allSQL, changesSQL, typesSQL, wordsSQL, withWordSQL, withBeginningSQL, cardSQL, organizerSQL, favoriteSQL,
             ownCardSQL].flatMap { sql in
            let arguments = StatementArguments(Array(repeating: "0", count: sql.filter { $0 == "?" }.count))
            return try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments).map { $0["detail"] as String }
        }
    }
}

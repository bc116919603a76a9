import Storage

/// Changes of events get numbers, so that an index in memory reads only what is new to it; and organizers carry the
/// sums of their events, which would otherwise be counted for every card.
enum NumberEventChanges: Migration {
    static let name = "0025_NumberEventChanges"

    /// Gives the event the next number of its tenant.
    static func bump(_ row: String, _ event: String = "event_id") -> String {
        """
        INSERT INTO event_revision (tenant, event_id, revision, words_revision) VALUES (\(row).tenant, \(row).\(event),
                    (SELECT coalesce(max(revision), 0) + 1 FROM event_revision WHERE tenant = \(row).tenant), 0)
                    ON CONFLICT (tenant, event_id) DO UPDATE SET revision = excluded.revision;
        """
    }
    private static func add(_ row: String, _ sign: String) -> String {
        """
        UPDATE person SET event_count = event_count \(sign) (\(row).life = 'published' AND \(row).deleted_at IS NULL),
                    rating_count = rating_count \(sign) \(row).rating_count, rating_sum = rating_sum \(sign) \(row).rating_sum
                    WHERE tenant = \(row).tenant AND user_id = \(row).organizer_id;
        """
    }
    /// What lists show or are cut by.
    private static let listed = [
        "organizer_id", "category", "life", "deleted_at", "start_at", "end_at", "venue_city", "city_folded", "latitude", "longitude",
        "age_restriction", "published_at", "price_min", "price_lowest_paid", "is_free", "favorite_count",
    ]
    private static let summed = ["organizer_id", "life", "deleted_at", "rating_count", "rating_sum"]
    private static func differs(_ columns: [String]) -> String {
        columns.map { "OLD.\($0) IS NOT NEW.\($0)" }.joined(separator: " OR ")
    }

    static let sql = """
        -- An event that is gone keeps its last number, so a reader of the number before learns of it.
        CREATE TABLE event_revision (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL,
            revision INTEGER NOT NULL CHECK (revision > 0),
            -- Of the last change to its words.
            words_revision INTEGER NOT NULL CHECK (words_revision >= 0),
            PRIMARY KEY (tenant, event_id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX event_revision_by_number ON event_revision (tenant, revision);
        INSERT INTO event_revision (tenant, event_id, revision, words_revision)
            SELECT tenant, event_id, n, n FROM
                (SELECT tenant, event_id, row_number() OVER (PARTITION BY tenant ORDER BY event_id) AS n FROM event);

        -- Of the organizer's events: those that are public, and the stars of all.
        ALTER TABLE person ADD COLUMN event_count INTEGER NOT NULL DEFAULT 0 CHECK (event_count >= 0);
        ALTER TABLE person ADD COLUMN rating_count INTEGER NOT NULL DEFAULT 0 CHECK (rating_count >= 0);
        ALTER TABLE person ADD COLUMN rating_sum INTEGER NOT NULL DEFAULT 0 CHECK (rating_sum >= 0);
        UPDATE person SET (event_count, rating_count, rating_sum) = (
            SELECT coalesce(sum(e.life = 'published' AND e.deleted_at IS NULL), 0), coalesce(sum(e.rating_count), 0),
                coalesce(sum(e.rating_sum), 0)
            FROM event e WHERE e.tenant = person.tenant AND e.organizer_id = person.user_id);

        -- Recommendations pass over what began and is over without looking at its row.
        CREATE INDEX event_by_times ON event (tenant, life, start_at, event_id, end_at) WHERE deleted_at IS NULL;

        CREATE TRIGGER event_is_new AFTER INSERT ON event BEGIN
            \(bump("NEW"))
            \(add("NEW", "+"))
        END;
        CREATE TRIGGER event_is_gone AFTER DELETE ON event BEGIN
            \(bump("OLD"))
            \(add("OLD", "-"))
        END;
        CREATE TRIGGER event_lists_otherwise AFTER UPDATE ON event WHEN \(differs(listed)) BEGIN
            \(bump("NEW"))
        END;
        CREATE TRIGGER event_counts_otherwise AFTER UPDATE ON event WHEN \(differs(summed)) BEGIN
            \(add("OLD", "-"))
            \(add("NEW", "+"))
        END;
        CREATE TRIGGER ticket_type_is_new AFTER INSERT ON ticket_type BEGIN
            \(bump("NEW"))
        END;
        CREATE TRIGGER ticket_type_is_gone AFTER DELETE ON ticket_type BEGIN
            \(bump("OLD"))
        END;
        CREATE TRIGGER ticket_type_costs_otherwise AFTER UPDATE OF price ON ticket_type WHEN OLD.price <> NEW.price BEGIN
            \(bump("NEW"))
        END;
        -- What is sold of what there is: the order by popularity.
        CREATE TRIGGER resource_sells AFTER UPDATE OF sold, quantity ON resource
            WHEN NEW.kind = 'event' AND (OLD.sold <> NEW.sold OR OLD.quantity <> NEW.quantity) BEGIN
            \(bump("NEW", "scope_id"))
        END;
        """
}

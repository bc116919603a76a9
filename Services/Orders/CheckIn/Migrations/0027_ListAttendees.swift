import Storage

/// Keeps all that the attendee list of an event shows and searches in one index, and counts the event's tickets by type and state.
/// Before, each line read its ticket, order and holder, each somewhere else in the file, and the total read all tickets of the event.
/// Triggers, so that no way in which a ticket or the name on it changes can forget it.
enum ListAttendees: Migration {
    static let name = "0027_ListAttendees"
    static let sql = """
        ALTER TABLE ticket ADD COLUMN order_number TEXT NOT NULL DEFAULT '';
        -- The name on the ticket, else its holder's; empty: neither is known.
        ALTER TABLE ticket ADD COLUMN shown_name TEXT NOT NULL DEFAULT '';
        UPDATE ticket SET order_number = \(orderNumber("ticket")), shown_name = \(shownName("ticket"));

        DROP INDEX ticket_by_purchase;
        -- Every column of a line, so that no line reads its ticket; `inside` is for the numbers of the door. Ascending, although the
        -- newest are listed first: tickets then come at the end of their event, and its pages are nine tenths full instead of half.
        CREATE INDEX ticket_by_purchase ON ticket (tenant, event_id, purchased_at, order_id DESC, position DESC, id, ticket_type_id,
            ticket_type_name, serial, shown_name, order_number, status, first_entry_at, inside);

        -- Tickets of each type and state; zero: there were some.
        CREATE TABLE ticket_count (
            tenant TEXT NOT NULL, event_id TEXT NOT NULL, ticket_type_id TEXT NOT NULL, status TEXT NOT NULL,
            tickets INTEGER NOT NULL CHECK (tickets >= 0),
            PRIMARY KEY (tenant, event_id, ticket_type_id, status)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO ticket_count (tenant, event_id, ticket_type_id, status, tickets)
            SELECT tenant, event_id, ticket_type_id, status, count(*) FROM ticket
            GROUP BY tenant, event_id, ticket_type_id, status;

        CREATE TRIGGER attendee_issued AFTER INSERT ON ticket BEGIN
            UPDATE ticket SET order_number = \(orderNumber("NEW")), shown_name = \(shownName("NEW")) WHERE rowid = NEW.rowid;
            \(oneMore)
        END;
        CREATE TRIGGER attendee_renamed AFTER UPDATE OF attendee_name, holder_id ON ticket
        WHEN OLD.attendee_name IS NOT NEW.attendee_name OR OLD.holder_id <> NEW.holder_id BEGIN
            UPDATE ticket SET shown_name = \(shownName("NEW")) WHERE rowid = NEW.rowid;
        END;
        CREATE TRIGGER attendee_counted AFTER UPDATE OF event_id, ticket_type_id, status ON ticket
        WHEN OLD.status <> NEW.status OR OLD.ticket_type_id <> NEW.ticket_type_id OR OLD.event_id <> NEW.event_id BEGIN
            UPDATE ticket_count SET tickets = tickets - 1 WHERE tenant = OLD.tenant AND event_id = OLD.event_id
                AND ticket_type_id = OLD.ticket_type_id AND status = OLD.status;
            \(oneMore)
        END;
        CREATE TRIGGER attendee_named AFTER INSERT ON person BEGIN \(name("NEW.name", heldBy: "NEW")) END;
        CREATE TRIGGER attendee_account_renamed AFTER UPDATE OF name ON person WHEN OLD.name <> NEW.name
        BEGIN \(name("NEW.name", heldBy: "NEW")) END;
        CREATE TRIGGER attendee_account_erased AFTER DELETE ON person BEGIN \(name("''", heldBy: "OLD")) END;
        """

    static func orderNumber(_ ticket: String) -> String {
        "(SELECT number FROM orders WHERE tenant = \(ticket).tenant AND id = \(ticket).order_id)"
    }
    static func shownName(_ ticket: String) -> String {
        "coalesce(\(ticket).attendee_name, (SELECT name FROM person WHERE tenant = \(ticket).tenant AND id = \(ticket).holder_id), '')"
    }
    static let oneMore = """
        INSERT INTO ticket_count (tenant, event_id, ticket_type_id, status, tickets)
        VALUES (NEW.tenant, NEW.event_id, NEW.ticket_type_id, NEW.status, 1)
        ON CONFLICT (tenant, event_id, ticket_type_id, status) DO UPDATE SET tickets = tickets + 1;
        """
    private static func name(_ name: String, heldBy person: String) -> String {
        """
        UPDATE ticket SET shown_name = \(name)
        WHERE tenant = \(person).tenant AND holder_id = \(person).id AND attendee_name IS NULL;
        """
    }
}

import Storage

/// Numbers the changes of an event's tickets, so that the next snapshot reads what changed since the last one. Triggers, so that no way in
/// which a ticket or the name on it changes can forget it.
enum NumberTicketChanges: Migration {
    static let name = "0023_NumberTicketChanges"
    static let sql = """
        -- Larger with every change than that of all other tickets of the event.
        ALTER TABLE ticket ADD COLUMN change_number INTEGER NOT NULL DEFAULT 0 CHECK (change_number >= 0);
        UPDATE ticket SET change_number = rowid;
        CREATE INDEX ticket_by_change ON ticket (tenant, event_id, change_number, id);

        CREATE TRIGGER ticket_change_issued AFTER INSERT ON ticket BEGIN \(number("rowid = NEW.rowid")) END;
        CREATE TRIGGER ticket_change_updated AFTER UPDATE OF holder_id, attendee_name, serial, version, status, first_entry_at, inside,
            blocked_because, attention, ticket_type_id, ticket_type_name ON ticket BEGIN \(number("rowid = NEW.rowid")) END;
        CREATE TRIGGER ticket_change_named AFTER INSERT ON person BEGIN \(number(held("NEW"))) END;
        CREATE TRIGGER ticket_change_renamed AFTER UPDATE OF name ON person WHEN OLD.name <> NEW.name BEGIN \(number(held("NEW"))) END;
        CREATE TRIGGER ticket_change_forgotten AFTER DELETE ON person BEGIN \(number(held("OLD"))) END;
        """

    /// Tickets that one statement numbers may get the same number; their ids tell them apart.
    static func number(_ condition: String) -> String {
        """
        UPDATE ticket SET change_number = (SELECT newest.change_number + 1 FROM ticket newest
            WHERE newest.tenant = ticket.tenant AND newest.event_id = ticket.event_id ORDER BY newest.change_number DESC LIMIT 1)
        WHERE \(condition);
        """
    }
    /// Tickets that show the name of the account that holds them.
    private static func held(_ person: String) -> String {
        "tenant = \(person).tenant AND holder_id = \(person).id AND attendee_name IS NULL"
    }
}

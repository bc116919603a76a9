import Storage

/// Tickets are written with their number and the names that lists show. Triggers that added these wrote each new ticket three times; they
/// stay for tickets that come without.
enum WriteTicketsOnce: Migration {
    static let name = "0030_WriteTicketsOnce"
    static let sql = """
        DROP TRIGGER ticket_change_issued;
        CREATE TRIGGER ticket_change_issued AFTER INSERT ON ticket WHEN NEW.change_number = 0
        BEGIN \(NumberTicketChanges.number("rowid = NEW.rowid")) END;

        DROP TRIGGER attendee_issued;
        CREATE TRIGGER attendee_issued AFTER INSERT ON ticket WHEN NEW.order_number = '' BEGIN
            UPDATE ticket SET order_number = \(ListAttendees.orderNumber("NEW")), shown_name = \(ListAttendees.shownName("NEW"))
            WHERE rowid = NEW.rowid;
        END;
        CREATE TRIGGER attendee_counted_issued AFTER INSERT ON ticket BEGIN \(ListAttendees.oneMore) END;
        """
}

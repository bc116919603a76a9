/// The triggers of `CreateBusinessNumbers`. The migration is recorded, so this text never changes either. What runs at every insert has
/// neither lists nor `INSERT … SELECT`: SQLite would build a table for each.
enum BusinessNumbersTriggers {
    // MARK: - From facts to sums

    static let sums = """
        CREATE TRIGGER business_day_more AFTER INSERT ON business_fact BEGIN \(day("NEW", "+")) END;
        CREATE TRIGGER business_day_less AFTER DELETE ON business_fact BEGIN \(day("OLD", "-")) END;
        CREATE TRIGGER business_day_changed AFTER UPDATE OF units ON business_fact BEGIN \(day("OLD", "-")) \(day("NEW", "+")) END;

        CREATE TRIGGER business_quarter_more AFTER INSERT ON business_fact WHEN \(isOfQuarter("NEW")) BEGIN \(quarters("NEW", "+")) END;
        CREATE TRIGGER business_quarter_less AFTER DELETE ON business_fact WHEN \(isOfQuarter("OLD")) BEGIN \(quarters("OLD", "-")) END;

        CREATE TRIGGER business_person_more AFTER INSERT ON business_fact WHEN NEW.user_id IS NOT NULL BEGIN \(people("NEW", "+")) END;
        CREATE TRIGGER business_person_less AFTER DELETE ON business_fact WHEN OLD.user_id IS NOT NULL BEGIN \(people("OLD", "-")) END;
        -- An account was erased.
        CREATE TRIGGER business_person_renamed AFTER UPDATE OF user_id ON business_fact
        WHEN OLD.user_id IS NOT NULL AND NEW.user_id IS NOT NULL BEGIN \(people("OLD", "-")) \(people("NEW", "+")) END;

        CREATE TRIGGER business_reach_more AFTER INSERT ON business_person BEGIN
            INSERT INTO business_reach (tenant, scope_id, buyers, holders, viewers, prospects)
            VALUES (NEW.tenant, NEW.scope_id, NEW.orders > 0, NEW.tickets > 0, NEW.views > 0, NEW.orders > 0 OR NEW.views > 0)
            ON CONFLICT (tenant, scope_id) DO UPDATE SET buyers = buyers + excluded.buyers, holders = holders + excluded.holders,
                viewers = viewers + excluded.viewers, prospects = prospects + excluded.prospects;
        END;
        CREATE TRIGGER business_reach_changed AFTER UPDATE OF orders, tickets, views ON business_person
        WHEN (OLD.orders > 0) <> (NEW.orders > 0) OR (OLD.tickets > 0) <> (NEW.tickets > 0) OR (OLD.views > 0) <> (NEW.views > 0) BEGIN
            UPDATE business_reach SET buyers = buyers + (NEW.orders > 0) - (OLD.orders > 0),
                holders = holders + (NEW.tickets > 0) - (OLD.tickets > 0), viewers = viewers + (NEW.views > 0) - (OLD.views > 0),
                prospects = prospects + (NEW.orders > 0 OR NEW.views > 0) - (OLD.orders > 0 OR OLD.views > 0)
            WHERE tenant = NEW.tenant AND scope_id = NEW.scope_id;
        END;

        """

    private static let scopes = ["organizer_id", "event_id"]
    private static func isOfQuarter(_ row: String) -> String {
        "\(row).kind = 'order' OR \(row).kind = 'ticket' OR \(row).kind = 'entry'"
    }

    private static func day(_ row: String, _ sign: String) -> String {
        """
        INSERT INTO business_day (tenant, organizer_id, event_id, kind, ticket_type_id, start_at, units, amount, fee)
        VALUES (\(row).tenant, \(row).organizer_id, \(row).event_id, \(row).kind, \(row).ticket_type_id,
            \(row).at - \(row).at % 86400000, \(sign)\(row).units, \(sign)\(row).amount, \(sign)\(row).fee)
        ON CONFLICT (tenant, organizer_id, event_id, kind, ticket_type_id, start_at) DO UPDATE SET units = units + excluded.units,
            amount = amount + excluded.amount, fee = fee + excluded.fee;
        """
    }
    private static func quarters(_ row: String, _ sign: String) -> String {
        scopes.map { scope in
            """
            INSERT INTO business_quarter (tenant, scope_id, kind, start_at, units, amount)
            VALUES (\(row).tenant, \(row).\(scope), \(row).kind, \(row).at - \(row).at % 900000, \(sign)\(row).units, \(sign)\(row).amount)
            ON CONFLICT (tenant, scope_id, kind, start_at) DO UPDATE SET units = units + excluded.units, amount = amount + excluded.amount;
            """
        }.joined(separator: "\n")
    }
    /// Only orders, tickets and views have a person.
    private static func people(_ row: String, _ sign: String) -> String {
        scopes.map { scope in
            """
            INSERT INTO business_person (tenant, scope_id, user_id, orders, tickets, views)
            VALUES (\(row).tenant, \(row).\(scope), \(row).user_id, \(sign)(\(row).kind = 'order'), \(sign)(\(row).kind = 'ticket'),
                \(sign)(\(row).kind = 'view'))
            ON CONFLICT (tenant, scope_id, user_id) DO UPDATE SET orders = orders + excluded.orders, tickets = tickets + excluded.tickets,
                views = views + excluded.views;
            """
        }.joined(separator: "\n")
    }

    // MARK: - From orders, tickets and refunds to facts

    private static let columns = "tenant, event_id, at, kind, ref, organizer_id, ticket_type_id, user_id, units, amount, fee"
    /// Only a completed order of an organizer's event is business.
    private static func isSale(_ order: String) -> String { "\(order).completed_at IS NOT NULL AND \(order).organizer_id IS NOT NULL" }
    private static func isActive(_ ticket: String) -> String { "(\(ticket).status = 'valid' OR \(ticket).status = 'used')" }
    /// A column of the order that a ticket or a refund belongs to.
    private static func order(_ column: String, of row: String) -> String {
        "(SELECT \(column) FROM orders WHERE tenant = \(row).tenant AND id = \(row).order_id)"
    }
    private static func isSold(_ row: String, and condition: String = "1") -> String {
        """
        EXISTS (SELECT 1 FROM orders o WHERE o.tenant = \(row).tenant AND o.id = \(row).order_id AND \(isSale("o")) AND \(condition))
        """
    }

    private static let sale = """
        INSERT INTO business_fact (\(columns)) VALUES (NEW.tenant, NEW.event_id, NEW.completed_at, 'order', NEW.id, NEW.organizer_id, '',
            NEW.buyer_id, 1, NEW.total, NEW.fee);
        """
    private static func ticket(_ kind: String, at: String = order("completed_at", of: "NEW")) -> String {
        """
        INSERT INTO business_fact (\(columns)) VALUES (NEW.tenant, NEW.event_id, \(at), '\(kind)', NEW.id,
            \(order("organizer_id", of: "NEW")), NEW.ticket_type_id, \(kind == "ticket" ? "NEW.holder_id" : "NULL"), 1, NEW.price, 0);
        """
    }
    private static func forget(_ kind: String, at: String = order("completed_at", of: "OLD")) -> String {
        """
        DELETE FROM business_fact
        WHERE tenant = OLD.tenant AND event_id = OLD.event_id AND at = \(at) AND kind = '\(kind)' AND ref = OLD.id;
        """
    }
    private static let refund = """
        INSERT INTO business_fact (\(columns)) VALUES (NEW.tenant, \(order("event_id", of: "NEW")), NEW.settled_at, 'refund', NEW.id,
            \(order("organizer_id", of: "NEW")), '', NULL, 1, NEW.amount, NEW.fee);
        """
    private static let ofItsPayment = "NEW.payment_id IS o.payment_id"

    static let facts = """
        CREATE TRIGGER business_order_imported AFTER INSERT ON orders WHEN \(isSale("NEW")) BEGIN \(sale) END;
        CREATE TRIGGER business_order_completed AFTER UPDATE OF completed_at ON orders
        WHEN OLD.completed_at IS NULL AND \(isSale("NEW")) BEGIN \(sale) END;

        -- What a transfer makes was not sold again.
        CREATE TRIGGER business_ticket_sold AFTER INSERT ON ticket WHEN NEW.received_from IS NULL AND \(isSold("NEW"))
        BEGIN \(ticket("sold")) END;
        CREATE TRIGGER business_ticket_issued AFTER INSERT ON ticket WHEN \(isActive("NEW")) AND \(isSold("NEW"))
        BEGIN \(ticket("ticket")) END;
        CREATE TRIGGER business_ticket_issued_used AFTER INSERT ON ticket WHEN NEW.status = 'used' AND \(isSold("NEW"))
        BEGIN \(ticket("used")) \(ticket("entry", at: "NEW.first_entry_at")) END;
        CREATE TRIGGER business_ticket_ended AFTER UPDATE OF status ON ticket WHEN \(isActive("OLD")) AND NOT \(isActive("NEW"))
        BEGIN \(forget("ticket")) END;
        CREATE TRIGGER business_ticket_revived AFTER UPDATE OF status ON ticket
        WHEN \(isActive("NEW")) AND NOT \(isActive("OLD")) AND \(isSold("NEW")) BEGIN \(ticket("ticket")) END;
        CREATE TRIGGER business_ticket_used AFTER UPDATE OF status ON ticket
        WHEN NEW.status = 'used' AND OLD.status <> 'used' AND \(isSold("NEW")) BEGIN \(ticket("used")) END;
        CREATE TRIGGER business_ticket_unused AFTER UPDATE OF status ON ticket WHEN OLD.status = 'used' AND NEW.status <> 'used'
        BEGIN \(forget("used")) END;
        -- The offline door may find an earlier entry, or that there was none. A ticket that ends after an entry has entered all the same.
        CREATE TRIGGER business_ticket_left AFTER UPDATE OF first_entry_at ON ticket
        WHEN OLD.first_entry_at IS NOT NULL AND OLD.first_entry_at IS NOT NEW.first_entry_at AND \(isActive("NEW"))
        BEGIN \(forget("entry", at: "OLD.first_entry_at")) END;
        CREATE TRIGGER business_ticket_entered AFTER UPDATE OF first_entry_at ON ticket
        WHEN NEW.first_entry_at IS NOT NULL AND OLD.first_entry_at IS NOT NEW.first_entry_at AND \(isSold("NEW"))
        BEGIN \(forget("entry", at: "NEW.first_entry_at")) \(ticket("entry", at: "NEW.first_entry_at")) END;

        CREATE TRIGGER business_refund_known AFTER INSERT ON refund
        WHEN NEW.status = 'succeeded' AND \(isSold("NEW", and: ofItsPayment)) BEGIN \(refund) END;
        CREATE TRIGGER business_refund_succeeded AFTER UPDATE OF status ON refund
        WHEN NEW.status = 'succeeded' AND OLD.status <> 'succeeded' AND \(isSold("NEW", and: ofItsPayment)) BEGIN \(refund) END;

        """

    // MARK: - What was sold before this release

    private static func tickets(_ kind: String, at: String = "o.completed_at", if condition: String) -> String {
        """
        INSERT INTO business_fact (\(columns))
        SELECT o.tenant, o.event_id, \(at), '\(kind)', t.id, o.organizer_id, t.ticket_type_id,
            \(kind == "ticket" ? "t.holder_id" : "NULL"), 1, t.price, 0
        FROM ticket t JOIN orders o ON o.tenant = t.tenant AND o.id = t.order_id WHERE \(isSale("o")) AND \(condition);
        """
    }
    static let backfill = """
        INSERT INTO business_fact (\(columns))
        SELECT tenant, event_id, completed_at, 'order', id, organizer_id, '', buyer_id, 1, total, fee FROM orders o WHERE \(isSale("o"));
        \(tickets("sold", if: "1"))
        \(tickets("ticket", if: isActive("t")))
        \(tickets("used", if: "t.status = 'used'"))
        \(tickets("entry", at: "t.first_entry_at", if: "t.status = 'used'"))
        INSERT INTO business_fact (\(columns))
        SELECT o.tenant, o.event_id, r.settled_at, 'refund', r.id, o.organizer_id, '', NULL, 1, r.amount, r.fee
        FROM refund r JOIN orders o ON o.tenant = r.tenant AND o.id = r.order_id
        WHERE r.status = 'succeeded' AND r.payment_id IS o.payment_id AND \(isSale("o"));
        """
}

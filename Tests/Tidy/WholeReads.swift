import Contracts

/// Statements that may read all rows of a table, or all of a tenant: by the table, which stays small, or by a part of
/// the statement, with the reason.
enum WholeReads {
    /// One row per file, tenant, topic, key, provider of services, or campaign.
    static let smallTables: Set<String> = [
        "souk_log", "souk_shard", "souk_key_generation", "souk_tenant", "souk_source", "souk_republish", "souk_unasked",
        "souk_subscription", "souk_handover", "souk_marker",
        "souk_skipped_message", "sqlite_stat1", "calendar", "campaign", "announcement", "opt_out_alert", "banner",
        // A handful of fuels, some price zones and promo codes, the reference lists of vehicles and plates.
        "fuel_type", "price_zone", "promo_code", "vehicle_make", "plate_format",
        // As many as a company has.
        "truck",
        // Ten per tenant at most.
        "webhook_endpoint",
    ]

    static let allowed: [(part: String, why: String)] = [
        ("SELECT max(id) FROM subscription", "SQLite reads the last row only"),
        ("SELECT EXISTS (SELECT 1 FROM souk_dead_letter)", "SQLite reads the first row only"),
        ("SELECT count(*) FROM souk_dead_letter", "operators look every five seconds"),
        ("SELECT count(*) FROM souk_timer", "operators look every five seconds"),
        ("FROM souk_early_arrival WHERE tenant = ?", "all rows are wanted, once in a tenant's life"),
        ("SELECT max(address_id) FROM known_address", "SQLite reads the last row only"),
        ("SELECT received_at FROM driver_point WHERE tenant = ? ORDER BY received_at LIMIT 1", "SQLite reads the first row only"),
        ("SELECT max(CAST(id AS INTEGER)) FROM account", "only tenants that count their accounts ask, at each registration"),
        ("SELECT tenant, id, client_document FROM appointment", "once, when a shard starts"),
        ("FROM photo WHERE tenant = ?", "the caller adds the condition"),
        ("FROM waitlist_entry WHERE tenant = ? AND client_email <> ''", "a client is erased"),
        ("FROM development_outbox", "only sandbox tenants have rows"),
        ("FROM receipt WHERE tenant = ? AND kind = 'too_many'", "an administrator asks for metrics"),
        ("FROM account_wallet WHERE tenant = ?", "a page of everybody's wallets, for who manages them"),
        // What follows when a person is erased: rare, and an index would be written at every change.
        ("DELETE FROM driver_point WHERE tenant = ?1 AND shift_id IN", "a person is erased"),
        ("DELETE FROM one_time_code WHERE tenant = ? AND subject = ?", "a person is erased"),
        ("DELETE FROM one_time_code_request WHERE tenant = ? AND subject = ?", "a person is erased"),
        ("UPDATE session SET device = NULL", "a person is erased"),
        ("UPDATE rating SET review = NULL", "a person is erased"),
        ("UPDATE report SET details = NULL", "a person is erased"),
        ("DELETE FROM refund_reason WHERE tenant = ?1 AND order_id IN (SELECT id FROM membership_order", "a person is erased"),
        ("UPDATE membership_order SET reason = 'erased'", "a person is erased"),
        ("UPDATE souk_inbox SET reply_body = NULL", "a person is erased"),
        ("UPDATE souk_inbox SET reply_status = ?, reply_body = ?, reply_headers = NULL, reply_secret = 0", "a person is erased"),
        ("DELETE FROM guest_key WHERE tenant = ?1 AND payment_id IN", "a person is erased"),
        ("UPDATE attempt SET user_id = ?, last4 = ''", "a person is erased"),
        ("UPDATE candidate SET facts = '{}'", "a person is erased"),
        ("UPDATE business_fact SET user_id = ?", "a person is erased"),
        ("DELETE FROM business_person WHERE tenant = ? AND user_id = ?", "a person is erased"),
    ]

    /// The same for statements that services put together from parts.
    static let allowedOfParts: [(part: String, why: String)] = [
        ("UPDATE activation SET void_reason = 'erased'", "a person is erased"),
        ("FROM appointment WHERE tenant = ? AND status IN (", "a page of the whole studio's appointments"),
        ("FROM appointment WHERE tenant = ? AND ends_at > ? AND status IN (", "a page of the whole studio's appointments"),
        ("FROM waitlist_entry WHERE tenant = ? AND (? IS NULL OR artist_id = ?)", "a page of the whole studio's waitlist"),
        ("FROM organizer_application WHERE tenant = ?", "a page of all applications"),
        ("FROM support_ticket WHERE tenant = ?", "a page of everybody's tickets, for agents"),
        ("FROM restaurant WHERE tenant = ? ORDER BY created_at DESC", "a page of all restaurants, for the staff"),
        ("SELECT count(*) FROM restaurant WHERE tenant = ?", "a page of all restaurants, for the staff"),
        ("FROM service_area WHERE tenant = ? ORDER BY created_at DESC", "a page of all areas"),
        ("SELECT count(*) FROM service_area WHERE tenant = ?", "a page of all areas"),
        ("FROM courier WHERE tenant = ?1 AND has_role = 1", "a page of all couriers, for the staff"),
        ("FROM delivery WHERE tenant = ?1 AND (?2 IS NULL OR status = ?2)", "a page of all jobs, for the staff"),
        ("FROM fuel_order WHERE tenant = ?", "a page of all orders of fuel, for the staff; areas and open orders have indices"),
        ("INSERT INTO announcement_recipient", "an announcement goes to everybody, once"),
        ("FROM evaluation WHERE tenant = ?", "an administrator asks for the records of decisions"),
        ("DELETE FROM opt_out WHERE tenant = ? AND at < ?", "housekeeping, once a day"),
    ]

    static func areAllowed(in sql: String) -> Bool { (allowed + allowedOfParts).contains { sql.contains($0.part) } }

    /// The statements of the list that read more than they should, with their plans.
    static func found(in plans: [StatementPlan], tables: Set<String>) -> [String] {
        let growing = tables.subtracting(smallTables)
        return plans.compactMap { plan in
            let whole = plan.readWhole(tables: growing)
            return whole.isEmpty
                || areAllowed(in: plan.sql) ? nil : "\(whole.sorted().joined(separator: ", ")): \(plan.sql)\n    \(plan.text)"
        }
    }
}

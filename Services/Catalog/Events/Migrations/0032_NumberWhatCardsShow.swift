import Storage

/// The index in memory keeps events as lists show them: whatever a list shows of an event is a change that it reads.
enum NumberWhatCardsShow: Migration {
    static let name = "0032_NumberWhatCardsShow"
    /// What lists show, beside what they are cut by (`NumberEventChanges`) and the stars (`NumberRatings`).
    private static let shown = [
        "title", "venue_name", "venue_address", "poster_url", "max_tickets_per_user", "payment_window_minutes", "refund_hours_before",
        "transferable", "re_entry", "doors_open_minutes", "wizard_step", "version", "created_at", "updated_at", "cancelled_at",
        "cancel_reason", "price_max", "said_low_inventory",
    ]
    static let sql = """
        CREATE TRIGGER event_looks_otherwise AFTER UPDATE OF \(shown.joined(separator: ", ")) ON event
            WHEN \(shown.map { "OLD.\($0) IS NOT NEW.\($0)" }.joined(separator: " OR ")) BEGIN
            \(NumberEventChanges.bump("NEW"))
        END;
        """
}

import Storage

/// Recommendations come from the index in memory, too: stars of an event are a change that it reads.
enum NumberRatings: Migration {
    static let name = "0031_NumberRatings"
    static let sql = """
        CREATE TRIGGER event_is_rated_otherwise AFTER UPDATE OF rating_count, rating_sum ON event
            WHEN OLD.rating_count <> NEW.rating_count OR OLD.rating_sum <> NEW.rating_sum BEGIN
            \(NumberEventChanges.bump("NEW"))
        END;
        """
}

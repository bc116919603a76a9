import Storage

/// Pages of a buyer's orders and of an event's tickets in the order of an index. Before, a list of one state read every order of its
/// buyer, and a page of attendees sorted every ticket of the event.
enum ListFromIndexes: Migration {
    static let name = "0024_ListFromIndexes"
    static let sql = """
        -- The state is there to be looked at without the order.
        DROP INDEX orders_by_buyer;
        CREATE INDEX orders_by_buyer ON orders (tenant, buyer_id, placed_at, id, status);

        CREATE INDEX ticket_by_purchase ON ticket (tenant, event_id, purchased_at DESC, order_id, position);
        """
}

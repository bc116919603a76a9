import Storage

enum CreateFoodOrders: Migration {
    static let name = "0011_CreateFoodOrders"
    static let sql = """
        -- What decides whether a message about a food order is still true.
        CREATE TABLE food_order (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            status TEXT NOT NULL
                CHECK (status IN ('pending', 'accepted', 'preparing', 'ready', 'out_for_delivery', 'delivered', 'cancelled')),
            courier_id TEXT, is_rated INTEGER NOT NULL CHECK (is_rated IN (0, 1)),
            -- When the customer expects it by what they were last told.
            told_delivery_at INTEGER, ended_at INTEGER,
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX food_order_by_courier ON food_order (tenant, courier_id) WHERE courier_id IS NOT NULL;
        CREATE INDEX food_order_ended ON food_order (tenant, ended_at) WHERE ended_at IS NOT NULL;

        -- Jobs that couriers may claim now.
        CREATE TABLE delivery_offer (
            tenant TEXT NOT NULL, order_id TEXT NOT NULL, user_id TEXT NOT NULL,
            PRIMARY KEY (tenant, order_id, user_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX delivery_offer_by_user ON delivery_offer (tenant, user_id);
        """
}

import Storage

enum CreateFoodOrders: Migration {
    static let name = "0012_CreateFoodOrders"
    static let sql = """
        -- Orders that wait for the catalog's claim. `body` is a FoodOrderRequest.
        CREATE TABLE food_request (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            customer_id TEXT NOT NULL, placed_at INTEGER NOT NULL,
            body TEXT NOT NULL CHECK (json_valid(body)),
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX food_request_by_customer ON food_request (tenant, customer_id);

        -- `body` is a FoodOrder; the other columns repeat what lists and sums ask for. Times in milliseconds, money in minor units.
        CREATE TABLE food_order (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number > 100000),
            customer_id TEXT NOT NULL, restaurant_id TEXT NOT NULL, owner_id TEXT NOT NULL, courier_id TEXT,
            status TEXT NOT NULL CHECK (status IN ('pending', 'accepted', 'preparing', 'ready', 'out_for_delivery', 'delivered',
                'cancelled')),
            method TEXT NOT NULL CHECK (method IN ('cash', 'card')),
            -- Why it was cancelled, and whether its restaurant did not want it.
            reason TEXT, rejected INTEGER NOT NULL CHECK (rejected IN (0, 1)),
            released INTEGER NOT NULL CHECK (released IN (0, 1)),
            phone TEXT,
            created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, accepted_at INTEGER, ready_at INTEGER, ended_at INTEGER,
            subtotal INTEGER NOT NULL CHECK (subtotal >= 0), commission INTEGER NOT NULL CHECK (commission BETWEEN 0 AND subtotal),
            delivery_fee INTEGER NOT NULL CHECK (delivery_fee >= 0), tip INTEGER NOT NULL CHECK (tip >= 0),
            refunded INTEGER NOT NULL CHECK (refunded >= 0),
            -- What the restaurant was credited with, without later refunds.
            owner_amount INTEGER NOT NULL CHECK (owner_amount >= 0),
            erased INTEGER NOT NULL CHECK (erased IN (0, 1)),
            body TEXT NOT NULL CHECK (json_valid(body)),
            PRIMARY KEY (tenant, id),
            UNIQUE (tenant, number),
            CHECK ((status = 'cancelled') = (reason IS NOT NULL)),
            CHECK ((status = 'cancelled' OR status = 'delivered') = (ended_at IS NOT NULL))
        ) STRICT;
        CREATE INDEX food_order_by_customer ON food_order (tenant, customer_id, number);
        CREATE INDEX food_order_by_restaurant ON food_order (tenant, restaurant_id, number);
        CREATE INDEX food_order_by_time ON food_order (tenant, created_at);
        CREATE INDEX food_order_by_phone ON food_order (tenant, phone, number) WHERE phone IS NOT NULL;
        CREATE INDEX food_order_undeliverable ON food_order (tenant, customer_id, ended_at) WHERE reason = 'undeliverable';

        CREATE TABLE food_message (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            order_id TEXT NOT NULL, position INTEGER NOT NULL CHECK (position > 0),
            sender_id TEXT NOT NULL, role TEXT NOT NULL,
            text TEXT NOT NULL, sent_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            FOREIGN KEY (tenant, order_id) REFERENCES food_order (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX food_message_by_order ON food_message (tenant, order_id, position);
        CREATE INDEX food_message_by_sender ON food_message (tenant, sender_id);

        -- Links that customers share. The token is made of the nonce and a key of the service; its hash is found.
        CREATE TABLE food_share (
            tenant TEXT NOT NULL, order_id TEXT NOT NULL,
            nonce TEXT NOT NULL, token_hash TEXT NOT NULL,
            PRIMARY KEY (tenant, order_id),
            UNIQUE (tenant, token_hash),
            FOREIGN KEY (tenant, order_id) REFERENCES food_order (tenant, id)
        ) STRICT, WITHOUT ROWID;

        -- What the catalog last said of a restaurant.
        CREATE TABLE food_restaurant (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            owner_id TEXT NOT NULL, names TEXT NOT NULL CHECK (json_valid(names)),
            prep_minutes INTEGER NOT NULL, extra_minutes INTEGER NOT NULL, extra_until INTEGER,
            rating REAL,
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        """
}

import Storage

enum CreateFuelOrders: Migration {
    static let name = "0018_CreateFuelOrders"
    static let sql = """
        -- Orders that wait for their window. `body` is a FuelOrderRequest, `content` what its customer sent, for repetitions.
        CREATE TABLE fuel_request (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            customer_id TEXT NOT NULL, vehicle_id TEXT NOT NULL, client_order_id TEXT,
            body TEXT NOT NULL CHECK (json_valid(body)),
            PRIMARY KEY (tenant, id),
            UNIQUE (tenant, vehicle_id),
            UNIQUE (tenant, customer_id, client_order_id)
        ) STRICT, WITHOUT ROWID;

        -- `body` is a FuelOrder; the other columns repeat what lists and rules ask for. Times in milliseconds, money in minor units.
        CREATE TABLE fuel_order (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number > 10000),
            customer_id TEXT NOT NULL, vehicle_id TEXT NOT NULL, area_id TEXT NOT NULL, driver_id TEXT,
            client_order_id TEXT, content TEXT,
            status TEXT NOT NULL CHECK (status IN ('pending', 'scheduled', 'assigned', 'en_route', 'arrived', 'fueling', 'completed',
                'cancelled', 'failed')),
            is_open INTEGER NOT NULL CHECK (is_open = (status NOT IN ('completed', 'cancelled', 'failed'))),
            received_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
            starts_at INTEGER NOT NULL, ends_at INTEGER NOT NULL CHECK (ends_at > starts_at),
            -- What the card keeps ready, and what its customer owes.
            authorized INTEGER NOT NULL CHECK (authorized >= 0),
            balance_due INTEGER NOT NULL CHECK (balance_due >= 0),
            body TEXT NOT NULL CHECK (json_valid(body)),
            PRIMARY KEY (tenant, id),
            UNIQUE (tenant, number),
            UNIQUE (tenant, customer_id, client_order_id)
        ) STRICT;
        CREATE INDEX fuel_order_by_customer ON fuel_order (tenant, customer_id, received_at, number);
        CREATE INDEX fuel_order_by_time ON fuel_order (tenant, received_at, number);
        CREATE INDEX fuel_order_by_driver ON fuel_order (tenant, driver_id, received_at) WHERE driver_id IS NOT NULL;
        CREATE INDEX fuel_order_by_balance ON fuel_order (tenant, customer_id) WHERE balance_due > 0;
        -- One open order per vehicle.
        CREATE UNIQUE INDEX fuel_order_open ON fuel_order (tenant, vehicle_id) WHERE is_open = 1;
        """
}

import Storage

enum CreateFuelReceipts: Migration {
    static let name = "0019_CreateFuelReceipts"
    static let sql = """
        -- `body` is a FuelReceipt; the other columns repeat what numbers and sums ask for. Money in minor units.
        CREATE TABLE fuel_receipt (
            tenant TEXT NOT NULL, order_id TEXT NOT NULL,
            -- Numbers begin anew each local year.
            year INTEGER NOT NULL CHECK (year BETWEEN 2000 AND 9999), serial INTEGER NOT NULL CHECK (serial > 0),
            user_id TEXT NOT NULL, issued_at INTEGER NOT NULL,
            total INTEGER NOT NULL CHECK (total >= 0),
            captured INTEGER NOT NULL CHECK (captured BETWEEN 1 AND total),
            refunded INTEGER NOT NULL CHECK (refunded BETWEEN 0 AND captured),
            body TEXT NOT NULL CHECK (json_valid(body)),
            PRIMARY KEY (tenant, order_id),
            UNIQUE (tenant, year, serial)
        ) STRICT;
        CREATE INDEX fuel_receipt_by_user ON fuel_receipt (tenant, user_id, year, serial);
        """
}

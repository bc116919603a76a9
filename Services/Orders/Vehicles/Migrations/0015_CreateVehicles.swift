import Storage

enum CreateVehicles: Migration {
    static let name = "0015_CreateVehicles"
    static let sql = """
        -- `body` is a Vehicle; the other columns repeat what is unique and what lists ask for.
        CREATE TABLE vehicle (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            owner_id TEXT NOT NULL,
            region TEXT NOT NULL, plate TEXT NOT NULL,
            is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
            created_at INTEGER NOT NULL,
            body TEXT NOT NULL CHECK (json_valid(body)),
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX vehicle_by_plate ON vehicle (tenant, owner_id, region, plate);
        CREATE UNIQUE INDEX vehicle_default ON vehicle (tenant, owner_id) WHERE is_default = 1;
        CREATE INDEX vehicle_by_owner ON vehicle (tenant, owner_id, created_at, id);

        -- `body` is an Address.
        CREATE TABLE address (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            owner_id TEXT NOT NULL, created_at INTEGER NOT NULL,
            body TEXT NOT NULL CHECK (json_valid(body)),
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX address_by_owner ON address (tenant, owner_id, created_at, id);
        """
}

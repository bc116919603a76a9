import Storage

/// Makes and models of vehicles, and what licence plates of a region look like.
enum CreateVehicleReference: Migration {
    static let name = "0029_CreateVehicleReference"
    static let sql = """
        -- make_key is the make in small letters: people write it in any.
        CREATE TABLE vehicle_make (
            tenant TEXT NOT NULL, make_key TEXT NOT NULL, make TEXT NOT NULL,
            PRIMARY KEY (tenant, make_key)
        ) STRICT, WITHOUT ROWID;

        -- fuel_types is a JSON list of codes, empty for an electric model; tank_thousandths counts thousandths of a gallon.
        CREATE TABLE vehicle_model (
            tenant TEXT NOT NULL, make_key TEXT NOT NULL, model TEXT NOT NULL,
            year_from INTEGER NOT NULL, year_to INTEGER CHECK (year_to >= year_from),
            fuel_types TEXT NOT NULL, tank_thousandths INTEGER CHECK (tank_thousandths > 0),
            PRIMARY KEY (tenant, make_key, model),
            CHECK ((fuel_types = '[]') = (tank_thousandths IS NULL)),
            FOREIGN KEY (tenant, make_key) REFERENCES vehicle_make (tenant, make_key) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE plate_format (
            tenant TEXT NOT NULL, region TEXT NOT NULL, name TEXT NOT NULL,
            -- A JSON list; empty: plates of the region are not described.
            masks TEXT NOT NULL,
            PRIMARY KEY (tenant, region)
        ) STRICT, WITHOUT ROWID;
        """
}

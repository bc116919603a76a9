import Storage

/// Addresses of the geocoder that asks nobody, by their words and by the cell they lie in.
enum CreateKnownAddresses: Migration {
    static let name = "0027_CreateKnownAddresses"
    static let sql = """
        CREATE TABLE known_address (
            tenant TEXT NOT NULL, address_id INTEGER NOT NULL,
            line1 TEXT NOT NULL, city TEXT NOT NULL, region TEXT NOT NULL, postal_code TEXT NOT NULL,
            -- Millionths of a degree.
            longitude INTEGER NOT NULL CHECK (longitude BETWEEN -180000000 AND 180000000),
            latitude INTEGER NOT NULL CHECK (latitude BETWEEN -90000000 AND 90000000),
            cell INTEGER NOT NULL,
            PRIMARY KEY (tenant, address_id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX known_address_once ON known_address (tenant, line1, city, region, postal_code);
        CREATE INDEX known_address_by_cell ON known_address (tenant, cell, address_id);

        CREATE TABLE known_address_word (
            tenant TEXT NOT NULL, word TEXT NOT NULL, address_id INTEGER NOT NULL,
            PRIMARY KEY (tenant, word, address_id),
            FOREIGN KEY (tenant, address_id) REFERENCES known_address (tenant, address_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX known_address_word_by_address ON known_address_word (tenant, address_id);
        """
}

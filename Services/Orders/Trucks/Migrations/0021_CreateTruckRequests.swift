import Storage

/// Trucks that wait until the catalog has told of their area.
enum CreateTruckRequests: Migration {
    static let name = "0021_CreateTruckRequests"
    static let sql = """
        -- `id` is that of the request, `body` what was sent.
        CREATE TABLE truck_request (
            tenant TEXT NOT NULL, id TEXT NOT NULL, area_id TEXT NOT NULL, body TEXT NOT NULL CHECK (json_valid(body)),
            PRIMARY KEY (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX truck_request_of_area ON truck_request (tenant, area_id);
        """
}

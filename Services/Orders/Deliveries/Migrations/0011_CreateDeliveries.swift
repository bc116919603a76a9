import Storage

/// Couriers, jobs, offers, and what couriers earned.
enum CreateDeliveries: Migration {
    static let name = "0011_CreateDeliveries"
    static let sql = """
        CREATE TABLE courier (
            tenant TEXT NOT NULL, id TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'suspended')),
            has_role INTEGER NOT NULL CHECK (has_role IN (0, 1)),
            vehicle TEXT CHECK (vehicle IN ('car', 'motorcycle', 'bicycle')), plate TEXT,
            online INTEGER NOT NULL CHECK (online IN (0, 1)),
            -- The last position; band: of latitude, for the index.
            lat REAL, lng REAL, band INTEGER, position_at INTEGER,
            -- When watchers of an order last saw the courier move.
            shown_at INTEGER,
            acted_at INTEGER NOT NULL, silent_since INTEGER,
            active_jobs INTEGER NOT NULL CHECK (active_jobs >= 0),
            cash_in_hand INTEGER NOT NULL CHECK (cash_in_hand >= 0),
            freed_at INTEGER, rating_sum INTEGER NOT NULL, rating_count INTEGER NOT NULL CHECK (rating_count >= 0),
            created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            CHECK (online = 0 OR status = 'approved' AND has_role = 1 AND lat IS NOT NULL),
            CHECK ((lat IS NULL) = (lng IS NULL) AND (lat IS NULL) = (band IS NULL) AND (lat IS NULL) = (position_at IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX courier_by_place ON courier (tenant, band, lng) WHERE online = 1;
        CREATE INDEX courier_by_age ON courier (tenant, created_at);

        CREATE TABLE delivery (
            tenant TEXT NOT NULL, id TEXT NOT NULL, number TEXT NOT NULL,
            restaurant_id TEXT NOT NULL, owner_id TEXT NOT NULL, restaurant_names TEXT NOT NULL,
            restaurant_lat REAL NOT NULL, restaurant_lng REAL NOT NULL, restaurant_band INTEGER NOT NULL,
            restaurant_line TEXT NOT NULL, restaurant_phone TEXT NOT NULL,
            customer_id TEXT NOT NULL, customer_erased INTEGER NOT NULL DEFAULT 0 CHECK (customer_erased IN (0, 1)),
            line TEXT, details TEXT, phone TEXT, lat REAL, lng REAL,
            currency TEXT NOT NULL, base INTEGER NOT NULL CHECK (base >= 0), tip INTEGER NOT NULL CHECK (tip >= 0),
            cash INTEGER CHECK (cash >= 0),
            leave_at_door INTEGER NOT NULL CHECK (leave_at_door IN (0, 1)),
            status TEXT NOT NULL CHECK (status IN ('searching', 'assigned', 'at_restaurant', 'picked_up', 'at_customer', 'delivered',
                'failed', 'cancelled')),
            courier_id TEXT, changed_by TEXT,
            created_at INTEGER NOT NULL, estimated_ready_at INTEGER NOT NULL, ready_at INTEGER,
            search INTEGER NOT NULL, exclusive_until INTEGER, lost_at INTEGER, picked_up_at INTEGER, arrived_at INTEGER, ended_at INTEGER,
            wrong_codes INTEGER NOT NULL, missed INTEGER NOT NULL CHECK (missed IN (0, 1)),
            proof TEXT CHECK (proof IN ('code', 'photo', 'override')), proof_at INTEGER, proof_meters INTEGER, proof_photo TEXT,
            PRIMARY KEY (tenant, id),
            CHECK ((status = 'searching') <= (courier_id IS NULL)),
            CHECK ((status IN ('assigned', 'at_restaurant', 'picked_up', 'at_customer', 'delivered', 'failed')) <=
                (courier_id IS NOT NULL)),
            CHECK ((status IN ('delivered', 'failed', 'cancelled')) = (ended_at IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX delivery_searching ON delivery (tenant, restaurant_band, restaurant_lng) WHERE status = 'searching';
        CREATE INDEX delivery_of_courier ON delivery (tenant, courier_id, created_at) WHERE courier_id IS NOT NULL;
        CREATE INDEX delivery_of_customer ON delivery (tenant, customer_id);
        CREATE INDEX delivery_by_age ON delivery (tenant, created_at);
        CREATE INDEX delivery_open ON delivery (tenant, created_at) WHERE ended_at IS NULL;

        CREATE TABLE delivery_offer (
            tenant TEXT NOT NULL, delivery_id TEXT NOT NULL, courier_id TEXT NOT NULL,
            live INTEGER NOT NULL CHECK (live IN (0, 1)),
            -- Null: open.
            expires_at INTEGER,
            offered_at INTEGER NOT NULL,
            -- The number of the search in which the courier does not want the job.
            declined_search INTEGER,
            had_job INTEGER NOT NULL CHECK (had_job IN (0, 1)),
            PRIMARY KEY (tenant, delivery_id, courier_id),
            FOREIGN KEY (tenant, delivery_id) REFERENCES delivery (tenant, id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX delivery_offer_of_courier ON delivery_offer (tenant, courier_id, delivery_id) WHERE live = 1;

        CREATE TABLE delivery_step (
            tenant TEXT NOT NULL, delivery_id TEXT NOT NULL, position INTEGER NOT NULL,
            status TEXT NOT NULL, at INTEGER NOT NULL, by_role TEXT NOT NULL, by_id TEXT, note TEXT,
            PRIMARY KEY (tenant, delivery_id, position),
            FOREIGN KEY (tenant, delivery_id) REFERENCES delivery (tenant, id)
        ) STRICT, WITHOUT ROWID;

        -- One row for each job that a courier was paid for.
        CREATE TABLE courier_earning (
            tenant TEXT NOT NULL, courier_id TEXT NOT NULL, day TEXT NOT NULL, delivery_id TEXT NOT NULL,
            delivered INTEGER NOT NULL CHECK (delivered IN (0, 1)),
            base INTEGER NOT NULL CHECK (base >= 0), tip INTEGER NOT NULL CHECK (tip >= 0), cash INTEGER NOT NULL CHECK (cash >= 0),
            PRIMARY KEY (tenant, courier_id, day, delivery_id)
        ) STRICT, WITHOUT ROWID;
        """
}

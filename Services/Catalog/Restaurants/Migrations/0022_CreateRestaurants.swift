import Storage

/// Restaurants, where they deliver to, what lists find them by; pictures, reviews, banners.
enum CreateRestaurants: Migration {
    static let name = "0022_CreateRestaurants"
    static let sql = """
        CREATE TABLE restaurant (
            tenant TEXT NOT NULL, restaurant_id TEXT NOT NULL, owner_id TEXT NOT NULL, slug TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('draft', 'active', 'suspended')),
            names TEXT NOT NULL, descriptions TEXT NOT NULL, cuisines TEXT NOT NULL, phone TEXT NOT NULL,
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90), longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            address_line TEXT NOT NULL, logo_id TEXT, cover_id TEXT,
            prep_minutes INTEGER NOT NULL CHECK (prep_minutes BETWEEN 5 AND 120),
            max_active_orders INTEGER CHECK (max_active_orders BETWEEN 1 AND 500),
            free_delivery_above INTEGER CHECK (free_delivery_above >= 0),
            commission_basis_points INTEGER NOT NULL CHECK (commission_basis_points BETWEEN 0 AND 5000),
            -- Periods as minutes, see StoredCalendar.
            hours TEXT NOT NULL, exceptions TEXT NOT NULL,
            mode TEXT NOT NULL CHECK (mode IN ('normal', 'busy', 'paused')),
            added_minutes INTEGER NOT NULL CHECK (added_minutes BETWEEN 0 AND 60), mode_until INTEGER,
            not_accepted INTEGER NOT NULL CHECK (not_accepted >= 0), menu_version INTEGER NOT NULL CHECK (menu_version >= 0),
            rating_sum INTEGER NOT NULL CHECK (rating_sum >= 0), rating_count INTEGER NOT NULL CHECK (rating_count >= 0),
            -- Its place among the featured ones.
            featured INTEGER CHECK (featured >= 1),
            -- As of the last look; from `changes_at` on it is looked at again.
            is_open INTEGER NOT NULL, changes_at INTEGER,
            created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, restaurant_id)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX restaurant_by_slug ON restaurant (tenant, slug);
        CREATE INDEX restaurant_by_owner ON restaurant (tenant, owner_id, created_at, restaurant_id);
        CREATE INDEX restaurant_by_status ON restaurant (tenant, status, created_at, restaurant_id);
        CREATE INDEX restaurant_by_age ON restaurant (tenant, created_at, restaurant_id);
        CREATE INDEX restaurant_by_change ON restaurant (tenant, changes_at) WHERE changes_at IS NOT NULL;
        CREATE INDEX restaurant_open ON restaurant (tenant, is_open, restaurant_id);
        CREATE INDEX restaurant_featured ON restaurant (tenant, featured) WHERE featured IS NOT NULL;

        CREATE TABLE restaurant_zone (
            tenant TEXT NOT NULL, restaurant_id TEXT NOT NULL, position INTEGER NOT NULL, zone_id TEXT NOT NULL, name TEXT NOT NULL,
            -- A circle, or the rings of a polygon as JSON.
            latitude REAL, longitude REAL, radius_meters REAL CHECK (radius_meters > 0), rings TEXT,
            fee INTEGER NOT NULL CHECK (fee >= 0), fee_per_km INTEGER NOT NULL CHECK (fee_per_km >= 0),
            included_meters INTEGER NOT NULL CHECK (included_meters >= 0), minimum_order INTEGER NOT NULL CHECK (minimum_order >= 0),
            PRIMARY KEY (tenant, restaurant_id, position),
            CHECK ((rings IS NULL) = (radius_meters IS NOT NULL)),
            FOREIGN KEY (tenant, restaurant_id) REFERENCES restaurant (tenant, restaurant_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        -- Cells that cover the zones of active restaurants. Whole: all of the cell is in the zone.
        CREATE TABLE restaurant_zone_cell (
            tenant TEXT NOT NULL, level INTEGER NOT NULL, code INTEGER NOT NULL, restaurant_id TEXT NOT NULL, position INTEGER NOT NULL,
            is_whole INTEGER NOT NULL,
            PRIMARY KEY (tenant, level, code, restaurant_id, position),
            FOREIGN KEY (tenant, restaurant_id) REFERENCES restaurant (tenant, restaurant_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX restaurant_zone_cell_by_restaurant ON restaurant_zone_cell (tenant, restaurant_id);

        -- Where active restaurants are: neighbours stand side by side.
        CREATE TABLE restaurant_place (
            tenant TEXT NOT NULL, cell INTEGER NOT NULL, restaurant_id TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL,
            PRIMARY KEY (tenant, cell, restaurant_id),
            FOREIGN KEY (tenant, restaurant_id) REFERENCES restaurant (tenant, restaurant_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX restaurant_place_by_restaurant ON restaurant_place (tenant, restaurant_id);

        -- Active restaurants in the orders of lists: a row per language and cuisine, '' for all cuisines.
        CREATE TABLE restaurant_entry (
            tenant TEXT NOT NULL, language TEXT NOT NULL, cuisine TEXT NOT NULL, restaurant_id TEXT NOT NULL,
            featured INTEGER NOT NULL, rating INTEGER NOT NULL, name_key TEXT NOT NULL,
            PRIMARY KEY (tenant, language, cuisine, restaurant_id),
            FOREIGN KEY (tenant, restaurant_id) REFERENCES restaurant (tenant, restaurant_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX restaurant_entry_recommended
            ON restaurant_entry (tenant, language, cuisine, featured, rating, name_key, restaurant_id);
        CREATE INDEX restaurant_entry_by_rating ON restaurant_entry (tenant, language, cuisine, rating, restaurant_id);
        CREATE INDEX restaurant_entry_by_name ON restaurant_entry (tenant, language, cuisine, name_key, restaurant_id);
        CREATE INDEX restaurant_entry_by_restaurant ON restaurant_entry (tenant, restaurant_id);

        -- How many active restaurants there are, so that a list need not count them.
        CREATE TABLE restaurant_tally (
            tenant TEXT NOT NULL, cuisine TEXT NOT NULL, restaurant_count INTEGER NOT NULL CHECK (restaurant_count >= 0),
            PRIMARY KEY (tenant, cuisine)
        ) STRICT, WITHOUT ROWID;

        -- The ends of folded words, so that a beginning of one finds every text it stands in. The source is the restaurant or a dish.
        CREATE TABLE restaurant_word (
            tenant TEXT NOT NULL, word_end TEXT NOT NULL, restaurant_id TEXT NOT NULL, source TEXT NOT NULL,
            PRIMARY KEY (tenant, word_end, restaurant_id, source),
            FOREIGN KEY (tenant, restaurant_id) REFERENCES restaurant (tenant, restaurant_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX restaurant_word_by_source ON restaurant_word (tenant, restaurant_id, source);

        -- Pictures that people sent, by the ids they know them by. Used: a restaurant, a dish or a banner shows it.
        CREATE TABLE upload (
            tenant TEXT NOT NULL, upload_id TEXT NOT NULL, file_id TEXT NOT NULL, user_id TEXT,
            is_used INTEGER NOT NULL CHECK (is_used IN (0, 1)), created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, upload_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX upload_by_user ON upload (tenant, user_id, is_used);
        CREATE INDEX upload_by_file ON upload (tenant, file_id);

        -- What customers say of a delivered order. The restaurant keeps the sum and the number.
        CREATE TABLE food_review (
            tenant TEXT NOT NULL, review_id TEXT NOT NULL, restaurant_id TEXT NOT NULL, order_id TEXT NOT NULL,
            customer_id TEXT, customer_name TEXT,
            stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5), comment TEXT, reply TEXT,
            is_hidden INTEGER NOT NULL CHECK (is_hidden IN (0, 1)), created_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, review_id),
            FOREIGN KEY (tenant, restaurant_id) REFERENCES restaurant (tenant, restaurant_id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX food_review_by_order ON food_review (tenant, order_id);
        CREATE INDEX food_review_by_restaurant ON food_review (tenant, restaurant_id, created_at, review_id);
        CREATE INDEX food_review_by_customer ON food_review (tenant, customer_id);

        CREATE TABLE banner (
            tenant TEXT NOT NULL, banner_id TEXT NOT NULL, titles TEXT NOT NULL, image_id TEXT, deep_link TEXT,
            starts_at INTEGER, ends_at INTEGER, position INTEGER NOT NULL,
            PRIMARY KEY (tenant, banner_id),
            CHECK (starts_at IS NULL OR ends_at IS NULL OR starts_at < ends_at)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX banner_by_position ON banner (tenant, position, banner_id);
        """
}

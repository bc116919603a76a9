import Storage

/// Menus: categories, and what restaurants sell. How many portions there are is a `resource` of the claims.
enum CreateMenus: Migration {
    static let name = "0023_CreateMenus"
    static let sql = """
        CREATE TABLE menu_category (
            tenant TEXT NOT NULL, category_id TEXT NOT NULL, restaurant_id TEXT NOT NULL,
            -- By language, as JSON.
            names TEXT NOT NULL,
            position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 10000),
            PRIMARY KEY (tenant, category_id),
            FOREIGN KEY (tenant, restaurant_id) REFERENCES restaurant (tenant, restaurant_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX menu_category_by_restaurant ON menu_category (tenant, restaurant_id, position);

        CREATE TABLE menu_item (
            tenant TEXT NOT NULL, item_id TEXT NOT NULL, restaurant_id TEXT NOT NULL,
            -- Null only for archived items: carts may still name them.
            category_id TEXT,
            names TEXT NOT NULL, descriptions TEXT NOT NULL,
            price INTEGER NOT NULL CHECK (price >= 0),
            image_id TEXT, tags TEXT NOT NULL, option_groups TEXT NOT NULL,
            counts_stock INTEGER NOT NULL CHECK (counts_stock IN (0, 1)),
            -- What was published last: a claim that takes the last portion changes the menu.
            shown_sold_out INTEGER NOT NULL DEFAULT 0 CHECK (shown_sold_out IN (0, 1)),
            is_switched_on INTEGER NOT NULL CHECK (is_switched_on IN (0, 1)),
            available_again_at INTEGER,
            position INTEGER NOT NULL,
            is_archived INTEGER NOT NULL DEFAULT 0 CHECK (is_archived IN (0, 1)),
            PRIMARY KEY (tenant, item_id),
            CHECK (is_archived = 1 OR category_id IS NOT NULL),
            CHECK (available_again_at IS NULL OR is_switched_on = 0),
            FOREIGN KEY (tenant, restaurant_id) REFERENCES restaurant (tenant, restaurant_id),
            FOREIGN KEY (tenant, category_id) REFERENCES menu_category (tenant, category_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX menu_item_by_restaurant ON menu_item (tenant, restaurant_id, is_archived, position);
        CREATE INDEX menu_item_by_category ON menu_item (tenant, category_id, is_archived);
        """
}

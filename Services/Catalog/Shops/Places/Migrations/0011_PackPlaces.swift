import Storage

/// Places of shops become bytes, apart from the ids, and what a list shows of a shop stands beside that of its
/// neighbours: a question about a dense town reads a quarter of what it read, and each of its pages once.
enum PackPlaces: Migration {
    static let name = "0011_PackPlaces"
    static let sql = """
        -- The finest cell it lies in.
        ALTER TABLE shop ADD COLUMN cell INTEGER NOT NULL DEFAULT 0 CHECK (cell >= 0);
        -- What "open now" asks, short: whether the hours are known; those of a week, for each day from Monday two times from and to in \
        minutes, two signs of
        -- base 64 from '0' each (null: more intervals than two on a day); the last of the dates that are different.
        ALTER TABLE shop ADD COLUMN hours_known INTEGER NOT NULL DEFAULT 0 CHECK (hours_known IN (0, 1));
        ALTER TABLE shop ADD COLUMN week_hours TEXT CHECK (week_hours IS NULL OR length(week_hours) = 56);
        ALTER TABLE shop ADD COLUMN special_last TEXT;
        UPDATE shop SET hours_known = opening_hours IS NOT NULL,
            special_last = (SELECT max(day) FROM shop_interval i WHERE i.tenant = shop.tenant AND i.shop_id = shop.shop_id \
        AND length(i.day) > 1);
        WITH weekday (day) AS (VALUES ('1'), ('2'), ('3'), ('4'), ('5'), ('6'), ('7')),
            span AS (SELECT tenant, shop_id, day, opens, char(48 + opens / 64, 48 + opens % 64, 48 + closes / 64, \
        48 + closes % 64) AS text FROM shop_interval)
        UPDATE shop SET week_hours = (
            SELECT group_concat(
                coalesce((SELECT text FROM span i WHERE i.tenant = shop.tenant AND i.shop_id = shop.shop_id AND i.day = weekday.day \
        ORDER BY opens LIMIT 1), 'oo00')
                || coalesce((SELECT text FROM span i WHERE i.tenant = shop.tenant AND i.shop_id = shop.shop_id AND i.day = weekday.day \
        AND i.opens >
                    (SELECT min(opens) FROM span j WHERE j.tenant = shop.tenant AND j.shop_id = shop.shop_id AND j.day = weekday.day) \
        ORDER BY opens LIMIT 1), 'oo00'), '')
            FROM weekday)
        WHERE hours_known = 1 AND NOT EXISTS (
            SELECT 1 FROM shop_interval i WHERE i.tenant = shop.tenant AND i.shop_id = shop.shop_id AND length(i.day) = 1 GROUP BY i.day \
        HAVING count(*) > 2);

        -- Steps of longitude and latitude, in whole units of 1e-7 degrees, their bits spread and interleaved.
        WITH
            step AS (
                SELECT tenant, shop_id, min(262143, (CAST(round((longitude + 180) * 1e7) AS INTEGER) << 18) / 3600000000) AS x,
                    min(262143, (CAST(round((latitude + 90) * 1e7) AS INTEGER) << 18) / 1800000000) AS y
                FROM shop),
            wide16 AS (SELECT *, (x | (x << 16)) & 0x0000FFFF0000FFFF AS x16, (y | (y << 16)) & 0x0000FFFF0000FFFF AS y16 FROM step),
            wide8 AS (SELECT *, (x16 | (x16 << 8)) & 0x00FF00FF00FF00FF AS x8, (y16 | (y16 << 8)) & 0x00FF00FF00FF00FF AS y8 FROM wide16),
            wide4 AS (SELECT *, (x8 | (x8 << 4)) & 0x0F0F0F0F0F0F0F0F AS x4, (y8 | (y8 << 4)) & 0x0F0F0F0F0F0F0F0F AS y4 FROM wide8),
            wide2 AS (SELECT *, (x4 | (x4 << 2)) & 0x3333333333333333 AS x2, (y4 | (y4 << 2)) & 0x3333333333333333 AS y2 FROM wide4),
            place AS (SELECT tenant, shop_id, \
        ((x2 | (x2 << 1)) & 0x5555555555555555) | (((y2 | (y2 << 1)) & 0x5555555555555555) << 1) AS cell FROM wide2)
        UPDATE shop SET cell = place.cell FROM place WHERE place.tenant = shop.tenant AND place.shop_id = shop.shop_id;

        -- All that lists show, filter and sort by: neighbours on the map are neighbours in the file.
        CREATE INDEX shop_by_place ON shop (
            tenant, cell, shop_id, state, category_id, neighborhood_id, discount_basis_points, latitude, longitude, rating_count, \
        rating_sum, rated_at,
            published_at, hours_known, week_hours, special_last, order_key, search_text, names, phone) WHERE state = 'active';

        DROP TABLE shop_cell;

        -- A tree of cells along a Z-order curve: the coarsest cells, and every finer one that has more than 64 active shops. \
        Category 0 stands for all.
        -- Rows depend on nothing but the shops that are there. Not WITHOUT ROWID: SQLite would read all bytes of every row that it \
        compares on its way.
        CREATE TABLE shop_cell (
            tenant TEXT NOT NULL, category_id INTEGER NOT NULL CHECK (category_id >= 0),
            level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 30), cell INTEGER NOT NULL CHECK (cell >= 0),
            -- Numbers with their lowest byte first. 2 bytes: a bit for each of its sixteen parts that has shops; 4 bytes for each of \
        these: how many. Then the
            -- places of those that have at most 64, or are the finest: by shop, longitude + 180 and latitude + 90 in units of 1e-7 \
        degrees, 4 bytes each;
            -- in parts of level 16 and finer 2 bytes each, from the corner of the cell of level 16.
            places BLOB NOT NULL,
            PRIMARY KEY (tenant, category_id, level, cell)
        ) STRICT;
        -- Whose places these are.
        CREATE TABLE shop_cell_member (
            tenant TEXT NOT NULL, category_id INTEGER NOT NULL, level INTEGER NOT NULL, cell INTEGER NOT NULL,
            -- 4 bytes each, in the order of the places.
            shop_ids BLOB NOT NULL,
            PRIMARY KEY (tenant, category_id, level, cell),
            FOREIGN KEY (tenant, category_id, level, cell) REFERENCES shop_cell (tenant, category_id, level, cell) ON DELETE CASCADE
        ) STRICT;

        CREATE TEMP TABLE packed_cell AS
        WITH
            -- Every byte: this SQLite has no function that makes one of a number.
            byte (b) AS (VALUES (CAST(
                x'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3\
        C3D3E3F' ||
                x'404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7\
        C7D7E7F' ||
                x'808182838485868788898A8B8C8D8E8F909192939495969798999A9B9C9D9E9FA0A1A2A3A4A5A6A7A8A9AAABACADAEAFB0B1B2B3B4B5B6B7B8B9BABBB\
        CBDBEBF' ||
                x'C0C1C2C3C4C5C6C7C8C9CACBCCCDCECFD0D1D2D3D4D5D6D7D8D9DADBDCDDDEDFE0E1E2E3E4E5E6E7E8E9EAEBECEDEEEFF0F1F2F3F4F5F6F7F8F9FAFBF\
        CFDFEFF' AS BLOB))),
            unit AS (
                SELECT tenant, category_id, shop_id, cell,
                    CAST(round((longitude + 180) * 1e7) AS INTEGER) AS east, CAST(round((latitude + 90) * 1e7) AS INTEGER) AS north
                FROM shop WHERE state = 'active'),
            -- From the corner of the cell of level 16, whose column and row are every second bit of its number.
            even AS (
                SELECT *, ((cell >> 4) & 0x5555555555555555) AS x0, ((cell >> 5) & 0x5555555555555555) AS y0 FROM unit),
            even1 AS (SELECT *, (x0 | (x0 >> 1)) & 0x3333333333333333 AS x1, (y0 | (y0 >> 1)) & 0x3333333333333333 AS y1 FROM even),
            even2 AS (SELECT *, (x1 | (x1 >> 2)) & 0x0F0F0F0F0F0F0F0F AS x2, (y1 | (y1 >> 2)) & 0x0F0F0F0F0F0F0F0F AS y2 FROM even1),
            even4 AS (SELECT *, (x2 | (x2 >> 4)) & 0x00FF00FF00FF00FF AS x4, (y2 | (y2 >> 4)) & 0x00FF00FF00FF00FF AS y4 FROM even2),
            even8 AS (SELECT *, (x4 | (x4 >> 8)) & 0x0000FFFF0000FFFF AS x8, (y4 | (y4 >> 8)) & 0x0000FFFF0000FFFF AS y8 FROM even4),
            offset AS (
                SELECT *, east - ((((x8 | (x8 >> 16)) & 0xFFFFFFFF) * 3600000000) >> 16) AS e, north - ((((y8 | (y8 >> 16)) & 0xFFFFFFFF) \
        * 1800000000) >> 16) AS n
                FROM even8),
            place AS MATERIALIZED (
                SELECT tenant, category_id, shop_id, cell,
                    substr(b, (e & 255) + 1, 1) || substr(b, (e >> 8 & 255) + 1, 1) ||
                    substr(b, (n & 255) + 1, 1) || substr(b, (n >> 8 & 255) + 1, 1) AS narrow,
                    substr(b, (east & 255) + 1, 1) || substr(b, (east >> 8 & 255) + 1, 1) || substr(b, (east >> 16 & 255) + 1, \
        1) || substr(b, (east >> 24 & 255) + 1, 1) ||
                    substr(b, (north & 255) + 1, 1) || substr(b, (north >> 8 & 255) + 1, 1) || substr(b, (north >> 16 & 255) + 1, \
        1) || substr(b, (north >> 24 & 255) + 1, 1) AS wide,
                    substr(b, (shop_id & 255) + 1, 1) || substr(b, (shop_id >> 8 & 255) + 1, 1) || substr(b, (shop_id >> 16 & 255) + 1, \
        1) || substr(b, (shop_id >> 24 & 255) + 1, 1) AS id
                FROM offset CROSS JOIN byte),
            listed AS (
                SELECT tenant, category_id, shop_id, cell, narrow, wide, id FROM place
                UNION ALL SELECT tenant, 0, shop_id, cell, narrow, wide, id FROM place ORDER BY shop_id),
            level (level) AS (VALUES (6), (8), (10), (12), (14), (16)),
            part AS (
                SELECT tenant, category_id, level, cell >> (2 * (18 - level)) AS node, (cell >> (2 * (16 - level))) & 15 AS part, \
        count(*) AS shops,
                    group_concat(CASE WHEN level >= 14 THEN narrow ELSE wide END, '') AS places, group_concat(id, '') AS ids
                FROM level CROSS JOIN listed GROUP BY 1, 2, 3, 4, 5)
        SELECT tenant, category_id, level, node,
            substr(b, (sum(1 << part) & 255) + 1, 1) || substr(b, (sum(1 << part) >> 8 & 255) + 1, 1) AS present,
            group_concat(substr(b, (shops & 255) + 1, 1) || substr(b, (shops >> 8 & 255) + 1, 1) || substr(b, (shops >> 16 & 255) + 1, \
        1) || substr(b, (shops >> 24 & 255) + 1, 1), '') AS counts,
            group_concat(CASE WHEN shops <= 64 OR level = 16 THEN places ELSE '' END, '') AS places,
            group_concat(CASE WHEN shops <= 64 OR level = 16 THEN ids ELSE '' END, '') AS ids
        FROM part CROSS JOIN byte GROUP BY tenant, category_id, level, node HAVING level = 6 OR sum(shops) > 64;

        INSERT INTO shop_cell (tenant, category_id, level, cell, places)
        SELECT tenant, category_id, level, node, CAST(present || counts || places AS BLOB) FROM packed_cell ORDER BY 1, 2, 3, 4;
        INSERT INTO shop_cell_member (tenant, category_id, level, cell, shop_ids)
        SELECT tenant, category_id, level, node, CAST(ids AS BLOB) FROM packed_cell ORDER BY 1, 2, 3, 4;
        DROP TABLE packed_cell;
        """
}

import Storage

/// Places of shops move from a row per shop and a row per cell into one row per cell that has many of them: a question
/// reads tens of rows, not thousands.
enum GatherPlaces: Migration {
    static let name = "0008_GatherPlaces"
    static let sql = """
        -- Places are kept to a centimetre (seven decimals): as numbers without a fraction they are exact.
        UPDATE shop SET latitude = round(latitude * 1e7) / 1e7, longitude = round(longitude * 1e7) / 1e7;

        DROP TABLE shop_place;
        DROP TABLE shop_area;

        -- A tree of cells along a Z-order curve: the coarsest cells, and every finer one that has more than 64 active shops. \
        Category 0 stands for all.
        -- Plain rows instead of an R*Tree, whose nodes depend on the order of writing: these depend on nothing but the shops that are \
        there. Not WITHOUT ROWID:
        -- SQLite would read all bytes of every row that it compares on its way to the one it looks for.
        CREATE TABLE shop_cell (
            tenant TEXT NOT NULL, category_id INTEGER NOT NULL CHECK (category_id >= 0),
            level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 30), cell INTEGER NOT NULL CHECK (cell >= 0),
            -- ASCII. For each of its sixteen parts that has shops: the part (one hexadecimal digit), their number (8 digits); \
        where that is at most 64, or the
            -- parts are the finest, the shops by id: id, latitude + 90 and longitude + 180 in units of 1e-7 degrees, 8 digits each.
            parts BLOB NOT NULL,
            PRIMARY KEY (tenant, category_id, level, cell)
        ) STRICT;

        WITH
            -- The finest cell of each: steps of longitude and latitude, their bits spread and interleaved.
            step AS MATERIALIZED (
                SELECT tenant, category_id, shop_id, latitude, longitude,
                    min(262143, CAST((longitude + 180) / 360 * 262144.0 AS INTEGER)) AS x, min(262143, CAST((latitude + 90) / 180 * \
        262144.0 AS INTEGER)) AS y
                FROM shop WHERE state = 'active'),
            wide16 AS (SELECT *, (x | (x << 16)) & 0x0000FFFF0000FFFF AS x16, (y | (y << 16)) & 0x0000FFFF0000FFFF AS y16 FROM step),
            wide8 AS (SELECT *, (x16 | (x16 << 8)) & 0x00FF00FF00FF00FF AS x8, (y16 | (y16 << 8)) & 0x00FF00FF00FF00FF AS y8 FROM wide16),
            wide4 AS (SELECT *, (x8 | (x8 << 4)) & 0x0F0F0F0F0F0F0F0F AS x4, (y8 | (y8 << 4)) & 0x0F0F0F0F0F0F0F0F AS y4 FROM wide8),
            wide2 AS (SELECT *, (x4 | (x4 << 2)) & 0x3333333333333333 AS x2, (y4 | (y4 << 2)) & 0x3333333333333333 AS y2 FROM wide4),
            place AS MATERIALIZED (
                SELECT tenant, category_id, shop_id, ((x2 | (x2 << 1)) & 0x5555555555555555) | (((y2 | (y2 << 1)) & 0x5555555555555555) << \
        1) AS cell,
                    printf('%08X%08X%08X', shop_id, CAST(round((latitude + 90) * 1e7) AS INTEGER), CAST(round((longitude + 180) * 1e7) AS \
        INTEGER)) AS entry
                FROM wide2),
            listed AS (
                SELECT tenant, category_id, shop_id, cell, entry FROM place UNION ALL SELECT tenant, 0, shop_id, cell, entry FROM place \
        ORDER BY shop_id),
            level (level) AS (VALUES (6), (8), (10), (12), (14), (16)),
            part AS (
                SELECT tenant, category_id, level, cell >> (2 * (18 - level)) AS node, (cell >> (2 * (16 - level))) & 15 AS part,
                    count(*) AS shops, group_concat(entry, '') AS entries
                FROM level CROSS JOIN listed GROUP BY 1, 2, 3, 4, 5)
        INSERT INTO shop_cell (tenant, category_id, level, cell, parts)
        SELECT tenant, category_id, level, node,
            CAST(group_concat(printf('%X%08X', part, shops) || CASE WHEN shops <= 64 OR level = 16 THEN entries ELSE '' END, '') AS BLOB)
        FROM part GROUP BY tenant, category_id, level, node HAVING level = 6 OR sum(shops) > 64;
        """
}

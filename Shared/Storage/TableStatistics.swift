import GRDB

/// What SQLite's planner believes of a shard's tables: rows of `sqlite_stat1`, derived from the schema alone.
///
/// Without them SQLite takes the first column of any index for one that selects ten rows
/// (https://www.sqlite.org/fileformat2.html#stat1tab). Every key here begins with `tenant`, of which a shard has few
/// with many rows each, and where an order fitted the primary key SQLite then read a tenant's whole table instead of an
/// index on two columns. The rows say the truth about `tenant` and SQLite's own assumptions about everything after it.
/// They are not measured: a table that is empty when the file is opened, and a file that is rebuilt, have the same
/// plans as one that is full (docs/decisions/0010).
enum TableStatistics {
    /// What SQLite assumes of a table nobody has looked at.
    private static let rows = 1_048_576
    private static let tenants = 10
    /// What SQLite assumes that a value of the first column selects, values of the first two, and so on; from the sixth on as the fifth.
    private static let assumed = [10, 9, 8, 7, 6, 5]

    struct Entry: Hashable {
        let table: String
        /// Nil: a table without an index.
        let index: String?
        let stat: String
    }

    /// Writes what differs, in a transaction of its own. Answers whether anything did: connections that were open
    /// before must then read the schema again.
    static func write(_ writer: some DatabaseWriter) throws -> Bool {
        let isCurrent = try writer.read { db in try db.tableExists("sqlite_stat1") && Set(stored(db)) == Set(derived(db)) }
        guard !isCurrent else { return false }
        try writer.write { db in
            // Makes the table where there is none.
            try db.execute(sql: "ANALYZE sqlite_schema; DELETE FROM sqlite_stat1")
            for row in try derived(db) {
                try db.execute(sql: "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)",
                               arguments: [row.table, row.index, row.stat])
            }
            // This connection has read the table before it was filled.
            try db.execute(sql: "ANALYZE sqlite_schema")
        }
        return true
    }

    private static func stored(_ db: Database) throws -> [Entry] {
        try Row.fetchAll(db, sql: "SELECT tbl, idx, stat FROM sqlite_stat1").map { Entry(table: $0[0], index: $0[1], stat: $0[2]) }
    }

    /// From the definitions of tables and indices.
    static func derived(_ db: Database) throws -> [Entry] {
        let tables = try Row.fetchAll(
            db, sql: "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'")
        return try tables.flatMap { table in try derived(table[0], hasRowID: table[1] == 0, db) }
    }
    private static func derived(_ table: String, hasRowID: Bool, _ db: Database) throws -> [Entry] {
        let indices = try Row.fetchAll(db, sql: "SELECT name, \"unique\", origin, partial FROM pragma_index_list(?)", arguments: [table])
        var found = try indices.map { index -> Entry in
            let (name, isPartial): (String, Bool) = (index[0], index[3])
            // Nil: an expression.
            let columns = try String?.fetchAll(db, sql: "SELECT name FROM pragma_index_info(?) ORDER BY seqno", arguments: [name])
            let isTable = !hasRowID && index[2] == "pk"
            return Entry(table: table, index: isTable ? table : name, stat: stat(columns, isUnique: index[1], isPartial: isPartial))
        }
        // How long a table is stands with any of its indices that are not partial.
        if !indices.contains(where: { $0[3] == false }) { found.append(Entry(table: table, index: nil, stat: String(rows))) }
        return found
    }
    /// How many rows there are, then how many a value of the first column selects, values of the first two, and so on.
    private static func stat(_ columns: [String?], isUnique: Bool, isPartial: Bool) -> String {
        let isByTenant = columns.first == "tenant"
        // One row per tenant; half of the rows, which is what SQLite assumes of a partial index; all.
        let all = isByTenant && isUnique && columns.count == 1 ? tenants : isPartial ? rows / 2 : rows
        var selected = columns.indices.map { place in
            isByTenant && place == 0 ? all / tenants : assumed[min(isByTenant ? place - 1 : place, assumed.count - 1)]
        }
        if isUnique, !selected.isEmpty { selected[selected.count - 1] = 1 }
        return ([all] + selected).map(String.init).joined(separator: " ")
    }
}

import Contracts
import GRDB
import Kernel

/// Addresses that a tenant's own list has.
struct KnownAddressStore {
    let database: Database
    let tenant: TenantID

    /// Of one word; a word of more addresses finds nothing by itself.
    private static let idsMax = 500
    private static let columns = "line1, city, region, postal_code, longitude, latitude"

    func find(_ id: Int, confidence: Double) throws -> GeocodedAddress? {
        try Row.fetchOne(
            try database.cachedStatement(sql: "SELECT \(Self.columns) FROM known_address WHERE tenant = ? AND address_id = ?"),
            arguments: [tenant.rawValue, id]).map { Self.address($0, confidence) }
    }
    private static func address(_ row: Row, _ confidence: Double) -> GeocodedAddress {
        GeocodedAddress(line1: row[0], city: row[1], region: row[2], postalCode: row[3], location: MicroPoint(x: row[4], y: row[5]),
                        confidence: confidence)
    }

    func ids(withWord word: String) throws -> [Int] {
        try Int.fetchAll(try database.cachedStatement(sql: """
            SELECT address_id FROM known_address_word WHERE tenant = ? AND word = ? ORDER BY address_id LIMIT ?
            """), arguments: [tenant.rawValue, word, Self.idsMax])
    }
    func ids(withBeginning beginning: String) throws -> [Int] {
        try Int.fetchAll(try database.cachedStatement(sql: """
            SELECT address_id FROM known_address_word WHERE tenant = ? AND word >= ? AND word < ? ORDER BY word, address_id LIMIT ?
            """), arguments: [tenant.rawValue, beginning, beginning + "\u{10FFFF}", Self.idsMax])
    }
    func inCells(_ cells: ClosedRange<Int>) throws -> [GeocodedAddress] {
        try Row.fetchAll(try database.cachedStatement(sql: """
            SELECT \(Self.columns) FROM known_address WHERE tenant = ? AND cell BETWEEN ? AND ? ORDER BY cell, address_id
            """), arguments: [tenant.rawValue, cells.lowerBound, cells.upperBound]).map { Self.address($0, 1) }
    }

    /// One that is there already stays as it is.
    func insert(_ address: GeocodedAddress) throws {
        let last = try Int.fetchOne(try database.cachedStatement(sql: "SELECT max(address_id) FROM known_address WHERE tenant = ?"),
                                    arguments: [tenant.rawValue]) ?? 0
        let place = GridPlace(latitude: address.location.latitude, longitude: address.location.longitude)
        try database.cachedStatement(sql: """
            INSERT INTO known_address (tenant, address_id, line1, city, region, postal_code, longitude, latitude, cell)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """).execute(arguments: [
                tenant.rawValue, last + 1, address.line1, address.city, address.region, address.postalCode, address.location.x,
                address.location.y, GeoCell(place).code,
            ])
        guard database.changesCount == 1 else { return }
        let words = Set(AddressWords.of([address.line1, address.city, address.region, address.postalCode].joined(separator: " ")))
        for word in words.sorted() {
            try database.cachedStatement(sql: "INSERT INTO known_address_word (tenant, word, address_id) VALUES (?, ?, ?)")
                .execute(arguments: [tenant.rawValue, word, last + 1])
        }
    }
}

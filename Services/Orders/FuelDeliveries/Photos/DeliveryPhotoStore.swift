import Contracts
import GRDB
import Kernel
import OrdersKit
import ServiceKit
import Storage

/// Rows of `delivery_photo` and the files they name, for one tenant.
struct DeliveryPhotoStore {
    private let db: Database
    private let tenant: TenantID
    init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant) }

    var files: FileStore { FileStore(db, tenant) }

    struct Photo {
        let id: String
        let order: OrderID
        let file: String
    }

    func insert(_ photo: Photo, of customer: User.ID, at now: Timestamp) throws {
        try db.cachedStatement(sql: """
            INSERT INTO delivery_photo (tenant, id, order_id, customer_id, file_id, added_at) VALUES (?, ?, ?, ?, ?, ?)
            """).run([tenant.rawValue, photo.id, photo.order.rawValue, customer.rawValue, photo.file, now.millisecondsSinceEpoch])
    }
    func find(_ id: String) throws -> Photo? {
        try StoredRow.fetchOne(try db.cachedStatement(sql: "SELECT id, order_id, file_id FROM delivery_photo WHERE tenant = ? AND id = ?"),
                               [tenant.rawValue, id]).map(Self.photo)
    }
    func all(of customer: User.ID) throws -> [Photo] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT id, order_id, file_id FROM delivery_photo WHERE tenant = ? AND customer_id = ?
            """), [tenant.rawValue, customer.rawValue]).map(Self.photo)
    }
    /// With its file, unless another photo has the same bytes.
    func delete(_ photo: Photo) throws {
        try db.cachedStatement(sql: "DELETE FROM delivery_photo WHERE tenant = ? AND id = ?").run([tenant.rawValue, photo.id])
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM delivery_photo WHERE tenant = ? AND file_id = ? LIMIT 1")
        let isShared = try Int.fetchOne(statement, arguments: [tenant.rawValue, photo.file]) != nil
        if !isShared { try files.remove(photo.file) }
    }

    private static func photo(_ row: StoredRow) -> Photo { Photo(id: row[0], order: OrderID(row[1] as String), file: row[2]) }
}

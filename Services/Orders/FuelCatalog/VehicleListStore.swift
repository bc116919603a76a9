import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// Rows of the reference list of vehicles and of what plates look like, as the catalog last published them, for one tenant.
package struct VehicleListStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    func remember(_ models: [VehicleModel], of make: String) throws {
        try db.cachedStatement(sql: """
            INSERT INTO reference_make (tenant, make, models) VALUES (?, ?, ?)
            ON CONFLICT (tenant, make) DO UPDATE SET models = excluded.models
            """).run([tenant, make.folded, try JSON.text(models)])
    }
    /// What the list says of a model, also in several entries for different years. Empty: it does not know the model.
    package func entries(of model: String, by make: String) throws -> [VehicleModel] {
        let models = try StoredRow.fetchOne(
            try db.cachedStatement(sql: "SELECT models FROM reference_make WHERE tenant = ? AND make = ?"), [tenant, make.folded])
            .map { try JSON.decode([VehicleModel].self, from: ($0[0] as String).utf8) } ?? []
        return models.filter { $0.model.folded == model.folded }
    }

    func remember(_ masks: [String], of region: String) throws {
        try db.cachedStatement(sql: """
            INSERT INTO plate_masks (tenant, region, masks) VALUES (?, ?, ?)
            ON CONFLICT (tenant, region) DO UPDATE SET masks = excluded.masks
            """).run([tenant, region, try JSON.text(masks)])
    }
    /// Empty: nothing is known of how plates of the region look.
    package func masks(of region: String) throws -> [String] {
        try StoredRow.fetchOne(
            try db.cachedStatement(sql: "SELECT masks FROM plate_masks WHERE tenant = ? AND region = ?"), [tenant, region])
            .map { try JSON.decode([String].self, from: ($0[0] as String).utf8) } ?? []
    }
}

import ServiceKit
import Storage

/// Photos that drivers take. What they show of an order stands in the order.
enum CreateDeliveryPhotos: Migration {
    static let name = "0020_CreateDeliveryPhotos"
    static let sql = FileTables.sql + """

        CREATE TABLE delivery_photo (
            tenant TEXT NOT NULL, id TEXT NOT NULL, order_id TEXT NOT NULL, customer_id TEXT NOT NULL, file_id TEXT NOT NULL,
            added_at INTEGER NOT NULL,
            PRIMARY KEY (tenant, id),
            FOREIGN KEY (tenant, file_id) REFERENCES file (tenant, file_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX delivery_photo_of_customer ON delivery_photo (tenant, customer_id);
        CREATE INDEX delivery_photo_of_file ON delivery_photo (tenant, file_id);
        """
}

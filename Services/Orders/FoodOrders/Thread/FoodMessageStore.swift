import Contracts
import GRDB
import Kernel
import OrdersKit
import Storage

/// A message in the thread of an order.
package struct FoodMessage: Sendable, Equatable {
    package let id: String
    package let order: OrderID
    package let sender: User.ID
    /// As what the sender took part: `customer`, `owner`, `courier`, or a role of the staff.
    package let role: String
    package let text: String
    package let at: Timestamp
}

/// Rows of `food_message`, for one tenant.
package struct FoodMessageStore {
    private let db: Database
    private let tenant: String
    package init(_ database: Database, _ tenant: TenantID) { (db, self.tenant) = (database, tenant.rawValue) }

    package func insert(_ message: FoodMessage) throws {
        let last = try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT position FROM food_message WHERE tenant = ? AND order_id = ? ORDER BY position DESC LIMIT 1
            """), [tenant, message.order.rawValue]).map { $0[0] as Int } ?? 0
        try db.cachedStatement(sql: """
            INSERT INTO food_message (tenant, id, order_id, position, sender_id, role, text, sent_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """).run([tenant, message.id, message.order.rawValue, last + 1, message.sender.rawValue, message.role, message.text,
                      message.at.millisecondsSinceEpoch])
    }

    /// Oldest first.
    package func page(of order: OrderID, limit: Int, offset: Int) throws -> (messages: [FoodMessage], total: Int) {
        let total = try StoredRow.fetchOne(try db.cachedStatement(sql: """
            SELECT count(*) FROM food_message WHERE tenant = ? AND order_id = ?
            """), [tenant, order.rawValue]).map { $0[0] as Int } ?? 0
        let rows = try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT id, sender_id, role, text, sent_at FROM food_message WHERE tenant = ? AND order_id = ? ORDER BY position LIMIT ? OFFSET ?
            """), [tenant, order.rawValue, limit, offset])
        let messages = rows.map {
            FoodMessage(id: $0[0], order: order, sender: User.ID($0[1] as String), role: $0[2], text: $0[3],
                        at: Timestamp(millisecondsSinceEpoch: $0[4]))
        }
        return (messages, total)
    }

    /// Orders with messages of a person.
    package func orders(of sender: User.ID) throws -> [OrderID] {
        try StoredRow.fetchAll(try db.cachedStatement(sql: """
            SELECT DISTINCT order_id FROM food_message WHERE tenant = ? AND sender_id = ? ORDER BY order_id
            """), [tenant, sender.rawValue]).map { OrderID($0[0] as String) }
    }
    /// Empties what a person wrote about an order.
    package func erase(of sender: User.ID, in order: OrderID) throws {
        try db.cachedStatement(sql: "UPDATE food_message SET text = ? WHERE tenant = ? AND sender_id = ? AND order_id = ?")
            .run([Self.erased, tenant, sender.rawValue, order.rawValue])
    }
    static let erased = "[محذوف]"
}

import GRDB
import Kernel
import Storage

extension FoodOrderFilter {
    /// The filter as SQL, with its values in order.
    func condition(_ tenant: String) -> (sql: String, values: [(any ColumnValue)?]) {
        var parts = ["tenant = ?"], values: [(any ColumnValue)?] = [tenant]
        func add(_ part: String, _ value: any ColumnValue) {
            parts.append(part)
            values.append(value)
        }
        switch scope {
        case .customer(let customer): add("customer_id = ?", customer.rawValue)
        case .restaurant(let restaurant): add("restaurant_id = ? AND released = 1", restaurant.rawValue)
        case .phone(let phone, let holder):
            // Each half by its own index; with OR the planner reads all orders of the app.
            parts.append("""
                number IN (SELECT number FROM food_order WHERE tenant = ? AND customer_id = ? \
                UNION SELECT number FROM food_order WHERE tenant = ? AND phone = ?)
                """)
            values += [tenant, holder?.rawValue, tenant, phone]
        case .number(let number): add("number = ?", number)
        case .everything: break
        }
        if case .number = scope {} else { parts.append("number > 0") }
        if statuses.count < FoodOrderStatus.allCases.count {
            parts.append("status IN (\(statuses.map { "'\($0.rawValue)'" }.joined(separator: ", ")))")
        }
        if let from = period.from { add("created_at >= ?", from.millisecondsSinceEpoch) }
        if let to = period.to { add("created_at < ?", to.millisecondsSinceEpoch) }
        // Rows are whole seconds: what happened later in the second that somebody names would be missing.
        if let updatedSince { add("updated_at >= ?", updatedSince.wholeSeconds.millisecondsSinceEpoch) }
        return (parts.joined(separator: " AND "), values)
    }
}

import GRDB
import Kernel
import Storage

extension FuelOrderFilter {
    /// The filter as SQL, with its values in order.
    func condition(_ tenant: String) -> (sql: String, values: [(any ColumnValue)?]) {
        var parts = ["tenant = ?"], values: [(any ColumnValue)?] = [tenant]
        func add(_ part: String, _ value: (any ColumnValue)?) {
            guard let value else { return }
            parts.append(part)
            values.append(value)
        }
        switch scope {
        case .customer(let customer): add("customer_id = ?", customer.rawValue)
        case .driver(let driver): add("driver_id = ?", driver.rawValue)
        case .everything: break
        }
        // Open orders of everybody have an index. For one person it would be the wrong one.
        if case .everything = scope, !statuses.contains(where: \.isFinal) { parts.append("is_open = 1") }
        if statuses.count < FuelOrderStatus.allCases.count {
            parts.append("status IN (\(statuses.map { "'\($0.rawValue)'" }.joined(separator: ", ")))")
        }
        add("vehicle_id = ?", vehicle?.rawValue)
        add("area_id = ?", area?.rawValue)
        add("client_order_id = ?", clientOrderId?.lowercased())
        // Rows are whole seconds: what happened later in the second that somebody names would be missing.
        add("received_at >= ?", period.from?.wholeSeconds.millisecondsSinceEpoch)
        add("received_at < ?", period.to?.wholeSeconds.millisecondsSinceEpoch)
        add("updated_at >= ?", updatedSince?.wholeSeconds.millisecondsSinceEpoch)
        return (parts.joined(separator: " AND "), values)
    }
}

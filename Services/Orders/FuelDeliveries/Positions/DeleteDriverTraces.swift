import Contracts
import Kernel
import OrdersKit
import OrdersTrucks
import ServiceKit

/// Deletes where drivers were more than thirty days ago.
package struct DeleteDriverTraces: Command {
    package static let type: MessageType = "orders.delete-driver-traces.v1"
    package init() {}

    package func handle(in tx: OrdersTransaction) throws -> NoContent {
        try tx.driverPoints.delete(until: tx.now - .days(DriverTraces.days))
        try DriverTraces(tx).deleteLater()
        return NoContent()
    }
}

struct DriverTraces {
    static let days = 30
    private static let timer = "driver-traces"
    let tx: OrdersTransaction
    init(_ tx: OrdersTransaction) { self.tx = tx }

    /// Sets the timer for the oldest point that is left.
    func deleteLater() throws {
        guard let oldest = try tx.driverPoints.oldest() else { return }
        try tx.schedule(Self.timer, at: oldest + .days(Self.days), DeleteDriverTraces())
    }
}

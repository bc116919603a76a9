import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Seeding. The event may not be known yet: nobody asks for its types here.
extension ImportGate: Command {
    public typealias Answer = NoContent
    public func handle(in tx: OrdersTransaction) throws -> NoContent {
        guard try tx.checkIns.gate(gateId, of: eventId) == nil, try !tx.checkIns.isNameTaken(name, of: eventId, except: gateId) else {
            return NoContent()
        }
        try tx.checkIns.save(Gate(id: gateId, name: name, ticketTypes: []), of: eventId)
        return NoContent()
    }
}
